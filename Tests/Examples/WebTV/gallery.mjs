// Every page of the app without a flow behind it: gallery.html lists them. Add a screen of your own here, and the tests look at it, too.
import { listenToKeys } from './keys.mjs';
import { show } from './page.mjs';
import { described, refused, support } from './screens.mjs';
import { channels } from './settings.mjs';
import { loadTexts, text } from './texts.mjs';

await loadTexts();

const smallCo = { mvpd: 'SmallCo', displayName: 'SmallCo' };
const providers = ['Optimum', 'Spectrum', 'DISH', 'Cox', 'SmallCo'].map((displayName) => ({ mvpd: displayName, displayName }));
const link = 'https://example.com/activate?code=B4K7QXM';
const code = { kind: 'code', code: 'B4K7QXM', activationURL: 'https://example.com/activate', link, isSlow: false };
const signedOut = { status: { kind: 'signedOut' }, supportID: '2U9V24XP' };
const signedIn = { ...signedOut, status: { kind: 'signedIn', ...smallCo } };
const words = { code: 'unknown_error', trace: '12f6fef9-8d0a-4b8e-9a63-5d6b1f1f7f0e', details: 'The provider is being repaired until 6:00.' };

const idle = { view: signedOut, playback: { kind: 'idle' }, locked: new Set(), channels };
const shown = (screen) => ({ ...idle, screen: described({ id: 1, ...screen }) });
const problem = (reason, more) => shown({ kind: 'problem', reason, options: ['retry', 'otherProvider', 'cancel'], ...more });
const refusal = (reason, more) =>
    ({ ...idle, playback: { kind: 'refused', channel: channels[1], refusal: refused({ reason, options: ['retry', 'otherProvider'], ...more }) } });

const problems = [
    'registration', 'setup', 'unreachable', 'service', 'throttled', 'noProviders', 'provider', 'vault', 'partnerStatus', 'authentication', 'apiEnded',
];
const refusals = [
    'notSignedIn', 'temporaryAccess', 'tooManyWishes', 'service', 'noDecision', 'unreachable', 'registration', 'setup', 'authentication', 'apiEnded',
];

/** What `show` gets, by the name of the page. */
export const pages = {
    home: idle,
    signedIn: { ...idle, view: signedIn, locked: new Set(['sports']) },
    notice: { ...idle, notice: text('Your TV provider will be told as soon as there is a connection.') },
    support: { ...idle, page: support('2U9V24XP') },
    sent: { ...idle, page: support('2U9V24XP', text('Sent. Thank you.')) },
    asking: { ...idle, playback: { kind: 'asking', channel: channels[0] } },
    playing: { ...idle, view: signedIn, playback: { kind: 'playing', channel: channels[0], stream: 'stream of News, mvpd' } },
    providerPicker: shown({ kind: 'providerPicker', providers }),
    providerConfirmation: shown({ kind: 'providerConfirmation', provider: smallCo }),
    profilePicker: shown({ kind: 'profilePicker', profiles: providers.slice(2) }),
    code: shown(code),
    slowCode: shown({ ...code, isSlow: true }),
    codeWithoutPage: shown({ ...code, activationURL: undefined, link: undefined }),
    codeExpired: shown({ kind: 'codeExpired' }),
    userAgent: shown({ kind: 'userAgent', link }),
    signOutUserAgent: shown({ kind: 'signOutUserAgent', link }),
    signOutInSettings: shown({ kind: 'signOutInSettings' }),
    ...Object.fromEntries(problems.map((reason) => [`problem ${reason}`, problem(reason)])),
    'problem with details': problem('provider', words),
    denied: refusal('denied', { code: 'authorization_denied_by_mvpd', trace: words.trace, options: ['otherProvider', 'cancel'] }),
    'denied by parents': refusal('denied', { code: 'authorization_denied_by_parental_controls', options: ['otherProvider', 'cancel'] }),
    ...Object.fromEntries(refusals.map((reason) => [`refused ${reason}`, refusal(reason)])),
};

const name = new URLSearchParams(location.search).get('page');
if (Object.hasOwn(pages, name ?? '')) {
    show(pages[name], () => {});
    listenToKeys(() => false);
} else {
    const links = Object.keys(pages).map((each) => Object.assign(document.createElement('a'), { href: `?page=${encodeURIComponent(each)}`, textContent: each }));
    const list = Object.assign(document.createElement('nav'), { className: 'buttons' });
    list.append(...links);
    document.querySelector('main').replaceChildren(list);
}
