// One event in full, beside the drawing.

import { el } from './dom.mjs';

function section(title, className, ...content) {
    return el(`section.${className}`, {}, el('h3', {}, title), ...content);
}

function pairs(list, className = 'pairs') {
    return el(`dl.${className}`, {}, list.flatMap(({ name, text, was }) => [
        el('dt', {}, name.replace(/^state\.state(?=\.|$)/, 'state')), el('dd', {}, was === undefined ? text : [el('del', {}, was), ' → ', el('ins', {}, text)]),
    ]));
}

function said(list) {
    return el('ul.said', {}, list.map(({ text, trouble }) => el(trouble ? 'li.trouble' : 'li', {}, text)));
}

/** A link to a rule in the documentation, if the page names the root of the documentation site, as the site's own viewer does. */
function documentation(path) {
    const root = document.querySelector('link[rel="help"]')?.href;
    return path && root ? el('p.faint', {}, el('a', { href: new URL(path, root).href }, path)) : null;
}

/** Returns the text of a rule, with the parts between backquotes as code. */
const withCode = (text) => text.split('`').map((part, index) => (index % 2 ? el('code', {}, part) : part));

const empty = (text) => el('p.faint', {}, text);

/** Returns the decisions of an answer with several decisions, because the event's text only counts them. */
function decisions({ origin }) {
    const list = origin?.reply?.result?.decisions ?? [];
    if (list.length < 2) return null;
    return section('Decisions', 'decisions', said(list.map(({ resource, verdict, source }) => ({
        text: [`${resource}: ${verdict.kind}`, verdict.error?.code, source && `by ${source}`].filter(Boolean).join(', '), trouble: verdict.kind === 'deny',
    }))));
}

/** Creates the sheet of an event. `actions` has `go`, `cited`, `showFinding` and `explain`, and `edit` and `offer` if events can be edited. */
export function sheet(step, actions) {
    // Leaves out counters and the markers of empty lists, because other rows show the values that were added or removed.
    const changed = step.model.filter(({ name, was, text }) => was !== undefined && !name.startsWith('calls.numbers.') && !(was === 'not there' && text === 'none') && !(was === 'none' && text === 'gone'));
    const citations = actions.cited(step.event);
    return el('article.sheet', { 'aria-label': `Event ${step.event}` },
        el('header', {},
            el('h2', {}, `Event ${step.event}`, el('small', {}, `${(step.since / 1000).toFixed(1)} s, ${step.day}`)),
            el('p.what', {}, step.text),
            step.by === null ? null : el('p.faint', {}, 'Caused by ', eventLink(step.by, actions))),
        citations.length ? section('A finding cites it', 'cites', el('ul', {}, citations.map(({ title, element }) => el('li', {},
            el('button.link', { onclick: () => actions.showFinding(element) }, title))))) : null,
        decisions(step.json),
        section(`Rule ${step.rule}`, 'rule',
            step.ruleText ? [el('p', {}, el('b', {}, 'When '), withCode(step.ruleText.when)), el('p', {}, el('b', {}, 'Then '), withCode(step.ruleText.then)), documentation(step.ruleText.documentation)]
                : empty('This build does not know the rule.')),
        section('Effects', 'effects', step.effects.length ? said(step.effects) : empty(step.ignored ? 'None: nothing changed.' : 'None.'),
            step.memory.length ? said(step.memory) : null,
            step.trace ? el('p.trouble', {}, `Adobe's trace id ${step.trace}`) : null),
        section('State', 'state', el('p', {}, step.before && step.before !== step.state ? [el('del', {}, step.before), ' → '] : null, el('b', {}, step.state)),
            step.unknown ? empty(`The values are not known: ${step.unknown}.`) : changed.length ? pairs(changed, 'pairs.changes') : empty('No value changed.'),
            step.model.length ? el('details', {}, el('summary', {}, `All ${step.model.length} values`), pairs(step.model)) : null),
        section('Outstanding after it', 'outstanding', step.outstanding.length ? pairs(step.outstanding) : empty('Nothing.')),
        section('The vault keeps', 'vault', step.vault.length ? pairs(step.vault) : empty('Nothing.')),
        el('details.why', { ontoggle: (event) => event.target.open && actions.explain(step.event, event.target) },
            el('summary', {}, 'Why, and what else could have happened'), el('pre', {}, '…')),
        el('details.fields', {}, el('summary', {}, 'The event as the log has it'), pairs(step.fields)),
        actions.edit ? section('What if', 'edits', el('div.buttons', {},
            el('button', { onclick: () => actions.edit({ kind: 'without', event: step.event }) }, 'it had not happened'),
            el('button', { onclick: () => actions.edit({ kind: 'move', event: step.event, by: 5000 }) }, 'it had come later'),
            el('button', { onclick: () => actions.edit({ kind: 'change', event: step.event, to: step.json.origin }) }, 'it had been different'),
            el('button', { onclick: () => actions.offer(step.event) }, 'something had followed it'))) : null);
}

export function eventLink(event, actions) {
    return el('a.event', { href: `#event=${event}`, onclick: (click) => { click.preventDefault(); actions.go(event); } }, `event ${event}`);
}
