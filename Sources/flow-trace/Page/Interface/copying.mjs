// The menu "Copy as", with texts and files for a colleague, a ticket or a repository.

import { copy, el, save, say } from './dom.mjs';
import { pictureDialog } from './printing.mjs';

/** Returns a reference for a colleague: support id, event and rule. */
export function reference(header, step) {
    return [header?.support, step && `event ${step.event}`, step && `rule ${step.rule}`].filter(Boolean).join(', ');
}

/** Returns the findings of the page as Markdown for a ticket. Of many launches, it has only those that a finding cites as an example. */
export function markdown(findings, header, step) {
    const common = findings.querySelector('.common');
    const isFolder = findings.querySelector('details.launch') !== null;
    const lines = common ? [`## ${common.querySelector('h2').textContent}`, ''] : [];
    for (const one of common?.querySelectorAll('.conclusion p') ?? []) lines.push(escapeMarkdown(one.textContent), '');
    const cited = new Set();
    for (const pattern of findings.querySelectorAll('.patterns > li')) {
        lines.push(`- ${escapeMarkdown([...pattern.querySelectorAll('p:not(.sightings, .actions)')].map(({ textContent }) => textContent).join(' '))}`);
        for (const link of pattern.querySelectorAll('.sightings a')) {
            if (isFolder) lines.push(`  - ${escapeMarkdown(`${link.textContent} (${link.dataset.file.split('/').slice(-2, -1)})`)}`);
            cited.add(link.dataset.role === 'good' ? undefined : link.dataset.file);
        }
    }
    if (common) lines.push('');
    const files = (launch) => [...launch.querySelectorAll('.files a')].map(({ dataset }) => dataset.file);
    for (const launch of findings.querySelectorAll('.launch')) {
        if (!isFolder || files(launch).some((file) => cited.has(file))) lines.push(...linesOfLaunch(launch));
    }
    if (step) lines.push(`Seen at ${reference(header, step)}.`, '');
    return lines.join('\n');
}

function linesOfLaunch(launch) {
    const lines = [`## ${launch.querySelector('h2')?.textContent ?? 'Launch'}`, ''];
    for (const fact of launch.querySelectorAll(':scope > header > .facts, :scope > .verdict')) lines.push(fact.textContent.trim(), '');
    for (const finding of launch.querySelectorAll('.finding')) {
        lines.push(`### ${escapeMarkdown(finding.querySelector('h3').textContent)}`, '');
        const cause = finding.querySelector('.cause');
        if (cause) lines.push(escapeMarkdown(cause.textContent), '');
        for (const name of finding.querySelectorAll('dt')) lines.push(`- **${name.textContent}:** ${escapeMarkdown(name.nextElementSibling.textContent)}`);
        for (const one of finding.querySelectorAll('.evidence li')) {
            lines.push(`- ${one.querySelector('.event').textContent}, ${one.querySelector('.time').textContent}: ${escapeMarkdown(one.querySelector('.text').textContent)}`);
        }
        lines.push('');
    }
    return lines;
}

const escapeMarkdown = (text) => text.replace(/[\\`*_{}[\]<>|#]/g, '\\$&');

/** Creates the menu. `state()` returns the log, the header and the step that are shown, their address, and the findings. */
export function copyMenu(asking, state) {
    const item = (text, action) => el('button', { role: 'menuitem', onclick: async () => {
        menu.open = false;
        try { await action(state()); } catch (failure) { say(failure.message); }
    } }, text);
    const name = (log) => log.name.split('/').at(-1).replace(/\.jsonl(\.gz)?$/, '');
    const menu = el('details.menu', {}, el('summary', {}, 'Copy as'), el('div', { role: 'menu' },
        item('A reference', ({ header, step }) => copy(reference(header, step), 'the reference')),
        item('A link within this page', (shown) => copy(shown.address, 'the end of the address')),
        item('Markdown for a ticket', ({ findings, header, step }) => copy(markdown(findings, header, step), 'the findings as Markdown')),
        item('The explanation of this event', async ({ log, step }) => copy(await asking.ask('explain', log.key, step?.event ?? 0), 'the explanation')),
        item('A test in Swift …', async ({ log }) => save(`${name(log)}Tests.swift`, await asking.ask('test', log.key))),
        item('A shared log, without names …', async ({ log }) => save(`${name(log)}-shared.jsonl`, await asking.ask('share', log.key))),
        item('A picture of the drawing (SVG) …', ({ log }) => pictureDialog(log.model, async (from, to) => {
            save(`${name(log)}.svg`, await asking.ask('draw', log.key, 'sequence', 'svg', from, to), 'image/svg+xml');
        })),
        item('The log …', async ({ log }) => {
            for (const [index, file] of log.files.entries()) save(`${name({ name: file })}.jsonl`, await asking.ask('text', log.key, index));
        })));
    document.addEventListener('pointerdown', (event) => { if (!menu.contains(event.target)) menu.open = false; });
    menu.addEventListener('keydown', (event) => {
        if (event.key !== 'Escape') return;
        menu.open = false;
        menu.querySelector('summary').focus();
    });
    return menu;
}
