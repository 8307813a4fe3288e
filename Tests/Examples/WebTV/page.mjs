// Puts what the app shows on the page.
import { qrCode } from './qr.mjs';
import { account } from './screens.mjs';
import { text } from './texts.mjs';

/** An element; properties that begin with `on` are listeners, the rest attributes. */
function element(name, properties, ...children) {
    const node = document.createElement(name);
    for (const [key, value] of Object.entries(properties)) {
        if (value === undefined || value === false) continue;
        if (key.startsWith('on')) node.addEventListener(key.slice(2), value);
        else node.setAttribute(key, value);
    }
    node.append(...children.flat().filter((child) => child !== undefined));
    return node;
}

function button(label, onclick, { className, key = label, logoURL, ...more } = {}) {
    // A logo that cannot be loaded must leave no gap.
    const logo = logoURL && element('img', { src: logoURL, alt: '', onerror: (event) => event.target.remove() });
    return element('button', { type: 'button', class: className, 'data-key': key, onclick, ...more }, logo, element('span', {}, label));
}

function drawing(rows) {
    const size = rows.length + 8;
    const path = rows.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x + 4} ${y + 4}h1v1h-1z` : ''))).join('');
    const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
    svg.setAttribute('viewBox', `0 0 ${size} ${size}`);
    svg.setAttribute('shape-rendering', 'crispEdges');
    svg.setAttribute('role', 'img');
    svg.setAttribute('aria-label', 'QR');
    const shape = svg.appendChild(document.createElementNS(svg.namespaceURI, 'path'));
    shape.setAttribute('d', path);
    return svg;
}

function codeParts({ code, activationURL, link }) {
    const rows = link && qrCode(link);
    const page = activationURL?.replace(/^https?:\/\//, '') ?? text('our website');
    const [before, after] = text('Go to %@ and enter this code:', '\u0000').split('\u0000');
    return {
        instruction: element('p', { class: 'lead' }, before, element('strong', {}, page), after),
        // Read out letter by letter.
        letters: element('p', { class: 'letters', role: 'img', 'aria-label': [...code].join(' ') }, [...code].map((letter) => element('span', {}, letter))),
        figure: rows && element('figure', {}, element('figcaption', {}, text('Or scan this:')), drawing(rows)),
    };
}

function dialog({ kind = 'message', title, message, notice, reference, code, link, buttons }, act) {
    const { instruction, letters, figure } = code ? codeParts(code) : {};
    const labeled = (each) => button(each.label, () => act(each), { logoURL: each.logoURL, key: each.choice?.mvpd ?? each.label });
    return element('section', { class: `dialog ${kind}`, 'aria-labelledby': 'title' },
        element('div', { class: 'column' },
            element('h1', { id: 'title' }, title),
            message && element('p', { class: 'lead' }, message),
            instruction, letters,
            element('div', { class: 'buttons' },
                link && element('a', { href: link, target: '_blank', rel: 'noopener noreferrer', 'data-key': 'link' }, text('Continue')),
                buttons.map(labeled)),
            notice && element('p', { class: 'notice', role: 'alert' }, notice),
            reference && element('p', { class: 'reference' }, reference)),
        figure);
}

function home({ view, channels, locked, notice }, act) {
    const isSignedIn = view.status.kind === 'signedIn';
    const sign = isSignedIn ? button(text('Sign out'), () => act({ does: 'signOut' })) : button(text('Sign in'), () => act({ does: 'signIn' }));
    const tile = (channel) => {
        const isLocked = locked.has(channel.resource);
        const label = isLocked ? `${channel.title}: ${text('Your subscription does not include this')}` : channel.title;
        const node = button(channel.title, () => act({ does: 'play', channel }), {
            className: `tile ${isLocked ? 'locked' : ''}`, key: channel.resource, 'aria-label': label,
        });
        node.style.setProperty('--hue', channel.hue);
        return node;
    };
    return [
        element('header', {}, element('p', { class: 'brand' }, 'WebTV'), element('p', { class: 'account' }, account(view.status)), sign),
        notice && element('p', { class: 'notice', role: 'alert' }, notice),
        element('nav', { class: 'tiles' }, channels.map(tile)),
        element('footer', {},
            isSignedIn ? undefined : button(text('Free preview'), () => act({ does: 'preview' })),
            button(text('Support'), () => act({ does: 'support' }))),
    ];
}

function player({ channel, stream }, act) {
    const node = element('section', { class: 'player' }, element('h1', {}, text('Playing %@', channel.title)), element('p', { class: 'reference' }, stream),
        button(text('Stop'), () => act({ does: 'back' })));
    node.style.setProperty('--hue', channel.hue);
    return node;
}

/** Which of the app's pages there is: the sign-in comes before everything else. */
function contentOf(shown, act) {
    if (shown.screen) return dialog(shown.screen, act);
    if (shown.page) return dialog(shown.page, act);
    switch (shown.playback.kind) {
        case 'asking':
            return element('section', { class: 'asking', role: 'status' },
                element('h1', {}, `${shown.playback.channel.title} …`), button(text('Cancel'), () => act({ does: 'back' })));
        case 'playing': return player(shown.playback, act);
        case 'refused': return dialog(shown.playback.refusal, act);
    }
    return home(shown, act);
}

let last = {};

/** Shows it. The focus stays on the button that has it while the page stays the same, and is on the first one of another page. */
export function show(shown, act) {
    const content = JSON.stringify({ ...shown, locked: [...shown.locked] });
    if (content === last.content) return;
    const main = document.querySelector('main');
    const page = shown.screen ? `${shown.screen.title} ${shown.screen.code?.code}` : (shown.page?.title ?? shown.playback.kind);
    // Another page forgets the focus, but the home page remembers the channel that was chosen.
    const focused = main.contains(document.activeElement) ? document.activeElement.dataset.key : undefined;
    const key = page === last.page ? focused : page === 'idle' ? last.channel : undefined;
    if (last.page === 'idle' && page !== 'idle') last.channel = focused;
    Object.assign(last, { content, page });
    main.replaceChildren(...[contentOf(shown, act)].flat().filter(Boolean));
    const keys = [...main.querySelectorAll('[data-key]')];
    const wanted = keys.find((node) => node.dataset.key === key) ?? main.querySelector('.tile') ?? keys[0];
    wanted?.focus({ preventScroll: true });
    const title = main.querySelector('h1')?.textContent ?? account(shown.view.status);
    const announcement = document.querySelector('.announcement');
    if (announcement.textContent !== title) announcement.textContent = title;
}
