// <flow-log src="app.jsonl">: a log in the page of a support console, with its findings, its drawing and its events.
//
// The page must allow this module and 'wasm-unsafe-eval' in script-src, and the addresses of the log and of this folder in connect-src. If it does
// not, or if the log cannot be read, the element shows its own content, for example a link, or the findings that `flow-trace view` writes.

import { FlowReading } from '../flowreading.mjs';
import { Engine } from './engine.mjs';
import { el } from './dom.mjs';
import { Lanes } from './lanes.mjs';
import { RowModel } from './rowmodel.mjs';
import { sheet } from './sheet.mjs';

/** The key of the only log of an element's engine. */
const key = 1;
/** FlowReading, loaded once for all elements. */
let reading;
let style;

async function styleSheet() {
    const sheet = new CSSStyleSheet();
    const text = await (await fetch(new URL('page.css', import.meta.url))).text();
    await sheet.replace(`${text}\n:host { display: block; } .lanes, .both > aside { height: 32rem; }`);
    return sheet;
}

export class FlowLog extends HTMLElement {
    static observedAttributes = ['src'];
    /** The reason why the log is not shown; `null` if it is shown or still loading. */
    failure = null;
    #shown = 0;

    connectedCallback() {
        if (!this.shadowRoot) this.attachShadow({ mode: 'open' }).append(el('slot'));
        this.#show();
    }

    attributeChangedCallback() {
        if (this.isConnected && this.shadowRoot) this.#show();
    }

    async #show() {
        const source = this.getAttribute('src');
        if (!source) return;
        this.#shown += 1;
        const shown = this.#shown;
        try {
            reading ??= FlowReading.load();
            style ??= styleSheet();
            const [core, sheetOfStyle, answer] = await Promise.all([reading, style, fetch(new URL(source, document.baseURI))]);
            if (!answer.ok) throw new Error(`${source} was answered with the status ${answer.status}`);
            const log = await answer.blob();
            if (shown !== this.#shown) return;
            const engine = new Engine();
            engine.use(core);
            const name = source.split('/').at(-1);
            const failure = await engine.add(key, name, [{ name, source: log }]);
            if (failure !== null) throw new Error(failure);
            this.shadowRoot.adoptedStyleSheets = [sheetOfStyle];
            await this.#draw(engine);
            this.failure = null;
            this.dispatchEvent(new CustomEvent('shown'));
        } catch (failure) {
            this.shadowRoot.replaceChildren(el('slot'));
            this.failure = failure.message;
            this.dispatchEvent(new CustomEvent('failed', { detail: failure.message }));
        }
    }

    async #draw(engine) {
        const findings = el('div');
        const template = document.createElement('template');
        // FlowReading escapes the log's texts in this HTML.
        template.innerHTML = engine.findings([key]);
        findings.append(template.content);
        const side = el('aside', { 'aria-label': 'The event' }, el('p.faint', {}, 'Choose a line.'));
        const actions = {
            go: (event) => {
                lanes.select(event);
                side.replaceChildren(sheet(JSON.parse(engine.step(key, event)), actions));
            },
            cited: (event) => [...findings.querySelectorAll('.finding')].filter((finding) => finding.querySelector(`.evidence a[href="#event=${event}"]`))
                .map((element) => ({ title: element.querySelector('h3').textContent, element })),
            showFinding: (element) => element.scrollIntoView({ block: 'center' }),
            explain: (event, details) => { details.querySelector('pre').textContent = engine.explain(key, event); },
        };
        const lanes = new Lanes({ label: 'What happened, event by event', onselect: actions.go });
        findings.addEventListener('click', (event) => {
            const link = event.target.closest('a.event');
            if (!link) return;
            event.preventDefault();
            actions.go(Number(link.hash.slice('#event='.length)));
        });
        const model = await new RowModel().load({ ask: async (name, ...values) => engine[name](...values) }, key, () => {});
        this.shadowRoot.replaceChildren(findings, el('div.both', {}, lanes.element, side));
        lanes.show(model);
    }
}

customElements.define('flow-log', FlowLog);
