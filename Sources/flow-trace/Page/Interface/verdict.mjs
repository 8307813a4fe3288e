// What the page verifies about a log: whether this library decides it as recorded, and whether it contains secrets.

import { byID, el } from './dom.mjs';

/** Shows the verdict on a log in `chip`, and the result of the search for secrets. `isShown()` returns whether the log is still shown. */
export async function showVerdict(chip, asking, log, isShown) {
    chip.textContent = 'verifying …';
    chip.className = 'chip';
    log.verdict ??= JSON.parse(await asking.ask('verify', log.key));
    if (!isShown()) return;
    const { verdict, text, event, line, file, revision, buildRevision } = log.verdict;
    const place = `${typeof line === 'number' ? ` at line ${line}` : ''}${file ? ` of ${file.split('/').at(-1)}` : ''}`;
    const short = { verified: 'verified by this page', differs: `decided differently from event ${event} on`, damaged: `damaged${place}` }[verdict];
    chip.textContent = revision > buildRevision ? `${short}; newer than this page` : short;
    chip.title = revision > buildRevision ? `${text} The log is newer than this page: write the page again with the flow-trace of its library.` : text;
    chip.classList.add(verdict);
    document.body.dataset.verdict = verdict;
    const secrets = await asking.ask('secrets', log.key);
    if (isShown()) showSecrets(log, secrets);
}

/** Shows the result of the search for secrets in the log: only references, or texts that may be secrets. */
function showSecrets(log, { counts, suspicious }) {
    const names = Object.entries(counts).map(([kind, count]) => `${count} ${kind}`).join(', ');
    byID('secrets')?.remove();
    // It is the last line, so that no other line moves.
    document.querySelector('footer').append(el(suspicious.length ? 'p.trouble' : 'p', { id: 'secrets' }, suspicious.length
        ? `This log may contain secrets. Look at: ${suspicious.join(', ')}`
        : `This page looked for secrets in ${log.name.split('/').at(-1)} and found none${names ? `, only references: ${names}` : ''}.`));
}
