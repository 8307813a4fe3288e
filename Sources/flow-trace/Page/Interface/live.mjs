// The live page of `flow-trace serve`: the log that a client writes, and the server's commands as buttons.

import { el, say } from './dom.mjs';

const pace = 250;

/**
 * Follows the server's `events`. `changed(name, log)` receives the whole log when it has grown, at most four times a second; `state(text)` receives
 * the state of the connection, and `requested(request)` each request to the server.
 */
export function follow(changed, state, requested) {
    let name = 'live.jsonl';
    let lines = [];
    let timer;
    const soon = () => {
        timer ??= setTimeout(() => {
            timer = undefined;
            if (lines.length) changed(name, new Blob(lines.map((line) => line + '\n')));
        }, pace);
    };
    const source = new EventSource('events');
    source.onopen = () => state('live');
    source.onerror = () => state(source.readyState === EventSource.CLOSED ? 'the server has ended' : 'connecting again …');
    source.addEventListener('begin', ({ data }) => {
        lines = [];
        try { name = JSON.parse(data).name ?? name; } catch { /* The name stays. */ }
    });
    source.addEventListener('request', ({ data }) => { try { requested(JSON.parse(data)); } catch { /* Data that is not JSON is ignored. */ } });
    source.onmessage = ({ data }) => {
        lines.push(data);
        soon();
    };
    return source;
}

async function command(line) {
    const answer = await fetch('control', { method: 'POST', headers: { 'Content-Type': 'text/plain' }, body: line });
    say((await answer.text()).trim() || `The server answered with ${answer.status}.`);
}

/** Creates the panel with the server's commands. */
export function controlPanel() {
    const code = el('input', { type: 'text', size: 9, placeholder: 'code', 'aria-label': 'Code', autocapitalize: 'characters', spellcheck: false });
    const provider = el('select', { 'aria-label': 'Provider' });
    const resource = el('input', { type: 'text', size: 9, placeholder: 'resource', 'aria-label': 'Resource' });
    const endpoint = el('input', { type: 'text', size: 12, value: 'profiles', 'aria-label': 'Endpoint' });
    const fault = el('select', { 'aria-label': 'Answer' }, ['throttled', 'unauthorized', '503', 'internal_server_error', 'no-connection', 'timed-out']
        .map((text) => el('option', { value: text }, text)));
    const line = el('input', { type: 'text', size: 30, 'aria-label': 'Command', placeholder: 'any command of flow-trace serve' });
    const button = (text, action) => el('button', { onclick: () => command(action()).catch((failure) => say(failure.message)) }, text);
    fetch('providers').then((answer) => answer.json()).then((list) => {
        provider.append(...list.map(({ id, name }) => el('option', { value: id }, name ?? id)));
    }).catch(() => provider.append(el('option', { value: '' }, 'its own')));
    return el('section.control', { 'aria-label': 'The simulated Adobe Pass' },
        el('span.group', {}, code, provider, button('Sign in', () => `sign-in ${code.value} ${provider.value}`.trim()),
            el('a', { href: 'second-screen', target: '_blank', rel: 'noopener' }, 'Second screen')),
        el('span.group', {}, resource, button('Deny', () => `deny ${resource.value}`)),
        el('span.group', {}, 'The next answer of ', endpoint, ' is ', fault, button('Break it', () => `next ${endpoint.value} ${fault.value}`)),
        el('span.group', {}, button('Expire profiles', () => 'expire'), button('Revoke tokens', () => 'revoke'), button('Forget clients', () => 'forget')),
        el('form.group', { onsubmit: (event) => { event.preventDefault(); command(line.value).catch((failure) => say(failure.message)); } }, line, el('button', { type: 'submit' }, 'Send')));
}

/** The requests that the server received, the newest first. */
export class Requests {
    #list = el('ol.requests', { reversed: true });
    #count = 0;
    #title = el('summary', {}, '');
    element = el('details', { hidden: true }, this.#title, this.#list);

    add({ method, path, status, text }) {
        this.element.hidden = false;
        this.#count += 1;
        this.#title.textContent = `${this.#count} request${this.#count === 1 ? '' : 's'}; the last: ${method} ${path} ${status}`;
        this.#list.prepend(el('li', {}, el('b', {}, `${method} ${path} `), `${status} `, el('span.faint', {}, text ?? '')));
        while (this.#list.children.length > 100) this.#list.lastElementChild.remove();
    }
}
