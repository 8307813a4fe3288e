// Starts the page. It already contains the findings, which the tool wrote.

import { byID, el } from './dom.mjs';
import { Viewer } from './viewer.mjs';
import { runWorker } from './engine.mjs';
import { Requests, controlPanel, follow } from './live.mjs';

/** Begins when the head of the page is there; the findings follow it. */
function begin() {
    const { logs } = document.body.dataset;
    // Without FlowReading, the page has the findings and a table.
    if (logs === undefined) return;
    document.body.classList.add('ready');
    const viewer = new Viewer(Number(logs));
    const rest = () => fill(viewer).catch((failure) => viewer.fail(failure.message));
    if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', rest, { once: true });
    else rest();
}

async function fill(viewer) {
    const module = byID('module');
    viewer.build();
    const logs = [];
    for (const log of document.querySelectorAll('script.log')) {
        logs.push({ name: log.dataset.name, source: new Blob([log.firstChild?.data ?? '']), isBase64: true });
        log.remove();
    }
    try {
        await viewer.load(new Blob([module.textContent]));
    } catch (failure) {
        viewer.fail(`This browser does not run the viewer: ${failure.message}. The findings are complete; steps and what-if need WebAssembly.`);
        byID('findings').after(viewer.plainDrawing);
        return;
    }
    module.remove();
    if (logs.length) await viewer.open(logs, { keepsFindings: true });
    if ('live' in document.body.dataset) live(viewer);
    document.body.dataset.state = 'ready';
}

function live(viewer) {
    const requests = new Requests();
    const state = el('span.chip', { role: 'status' }, 'connecting …');
    document.querySelector('main').prepend(el('details.live', { open: true }, el('summary', {}, 'The simulated Adobe Pass ', state), controlPanel(), requests.element));
    let growing = Promise.resolve();
    follow(
        (name, log) => { growing = growing.then(() => viewer.grow(name, log)).catch((failure) => viewer.fail(failure.message)); },
        (text) => { state.textContent = text; }, (request) => requests.add(request));
}

if (typeof document === 'undefined') runWorker();
else begin();
