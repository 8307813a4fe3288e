// Opens logs that the user drops, chooses or pastes, also as a folder or an archive.

import { el } from './dom.mjs';
import { inOrder, pastedLog } from './bytes.mjs';
import { isZip, unzip } from './zip.mjs';

/** Returns whether a file in a folder or an archive is named like a log. */
const isNamedAsLog = (name) => /\.jsonl(\.gz)?$/i.test(name);
const isLog = (name) => /\.(jsonl|gz|json|log|txt|zip)$/i.test(name);
const noLog = (place) => `There is no file whose name ends with .jsonl in this ${place}.`;

/** Returns the logs in order, with their names but without their contents. A worker reads the contents. */
async function named(files) {
    const logs = [];
    for (const file of files) {
        const name = file.webkitRelativePath || file.name;
        if (!await isZip(file)) {
            logs.push({ name, source: file });
            continue;
        }
        const found = await unzip(file, isNamedAsLog);
        if (found.length === 0) throw new Error(noLog('archive'));
        logs.push(...found);
    }
    return inOrder(logs);
}

async function within(folder) {
    const files = [];
    for await (const entry of folder.values()) {
        if (entry.kind === 'directory') files.push(...await within(entry));
        else if (isNamedAsLog(entry.name)) files.push(await entry.getFile());
    }
    return files;
}

/** Creates the buttons. `opened` receives the logs, `failed` a message for the user. */
export function openButtons(opened, failed) {
    const input = (folder) => {
        const field = el('input', { type: 'file', multiple: true, hidden: true, 'aria-hidden': 'true', tabIndex: -1 });
        if (folder) field.webkitdirectory = true;
        field.addEventListener('change', async () => {
            const chosen = [...field.files].filter(({ name }) => !folder || isNamedAsLog(name));
            field.value = '';
            if (chosen.length === 0) return failed(noLog('folder'));
            try { opened(await named(chosen)); } catch (failure) { failed(`The file cannot be read: ${failure.message}`); }
        });
        return field;
    };
    const [files, folder] = [input(false), input(true)];
    files.id = 'open-files';
    folder.id = 'open-folder';
    return [
        files, folder,
        el('button', { id: 'open', onclick: () => files.click() }, 'Open…'),
        el('button.wide', { onclick: () => folder.click() }, 'Folder…'),
        el('button', { id: 'paste', onclick: () => pasteDialog(opened, failed) }, 'Paste…'),
    ];
}

function pasteDialog(opened, failed) {
    const text = el('textarea', { rows: 14, spellcheck: false, placeholder: '{"format":1, …', 'aria-label': 'The lines of a log' });
    const dialog = el('dialog', { 'aria-label': 'Paste a log' }, el('h2', {}, 'Paste a log'), text,
        el('p.buttons', {}, el('button', { onclick: () => { dialog.close(); pasted(text.value, opened, failed); } }, 'Open'),
            el('button', { onclick: () => dialog.close() }, 'Cancel')));
    dialog.addEventListener('close', () => dialog.remove());
    document.body.append(dialog);
    dialog.showModal();
    text.focus();
}

function pasted(text, opened, failed) {
    const log = pastedLog(text);
    if (!log) return failed('The pasted text is no log: a log has lines that begin with {.');
    return opened([{ name: 'pasted.jsonl', source: log }]);
}

/** Accepts logs that are dropped or pasted anywhere on the page. */
export function acceptDrops(opened, failed) {
    let depth = 0;
    const show = (isOver) => document.body.classList.toggle('dropping', isOver);
    document.addEventListener('dragenter', (event) => { event.preventDefault(); depth += 1; show(true); });
    document.addEventListener('dragleave', () => { depth = Math.max(0, depth - 1); show(depth > 0); });
    document.addEventListener('dragover', (event) => event.preventDefault());
    document.addEventListener('drop', async (event) => {
        event.preventDefault();
        depth = 0;
        show(false);
        // A browser empties both lists at the first await, so both are copied before it.
        const files = [...event.dataTransfer.files];
        const handles = [...event.dataTransfer.items].map((item) => (item.kind === 'file' ? item.getAsFileSystemHandle?.() : undefined));
        const text = event.dataTransfer.getData('text/plain');
        try {
            const folders = (await Promise.all(handles.map((handle) => handle?.catch(() => null)))).filter((handle) => handle?.kind === 'directory');
            if (folders.length) {
                const found = (await Promise.all(folders.map(within))).flat();
                if (found.length === 0) return failed(noLog('folder'));
                return opened(await named(found));
            }
            if (files.length) return opened(await named(files));
            if (text) return pasted(text, opened, failed);
            return failed('Nothing that was dropped can be read here: use the buttons Open or Folder.');
        } catch (failure) {
            return failed(`What was dropped cannot be read: ${failure.message}. A folder can be opened with the button Folder.`);
        }
    });
    document.addEventListener('paste', async (event) => {
        if (event.target.closest?.('input, textarea, dialog')) return undefined;
        const files = [...event.clipboardData.files].filter(({ name }) => isLog(name));
        const text = event.clipboardData.getData('text/plain');
        if (files.length) return opened(await named(files));
        if (text.trim()) return pasted(text, opened, failed);
        return undefined;
    });
}
