// The words: a title, a message and buttons for each screen, without logic and without the page. A button has a `choice` for the flow, or a
// `does` for `act` in app.mjs.
import { text } from './texts.mjs';

const choice = (label, kind, more = {}) => ({ label, choice: { kind, ...more } });
const otherProvider = () => choice(text('Another provider'), 'otherProvider');
const cancel = () => choice(text('Cancel'), 'cancel');
const provider = ({ mvpd, displayName, logoURL }, label = displayName, kind = 'provider') => ({ ...choice(label, kind, { mvpd }), logoURL });

const problems = {
    unreachable: 'There is no connection', noProviders: 'There is no TV provider to choose', apiEnded: 'Update the app to sign in',
    registration: 'This version of the app cannot sign in', setup: 'This version of the app cannot sign in',
    provider: 'Signing in with this provider does not work', partnerStatus: 'You need to sign in again', authentication: 'You need to sign in again',
};

/** A screen of the flow; undefined if there is none. */
export function described(screen) {
    switch (screen?.kind) {
        case 'providerPicker':
            return { kind: 'picker', title: text('Choose your TV provider'), buttons: [...screen.providers.map((each) => provider(each)), cancel()] };
        case 'providerConfirmation':
            return {
                title: text('Sign in with %@?', screen.provider.displayName),
                buttons: [provider(screen.provider, text('Continue')), otherProvider(), cancel()],
            };
        case 'profilePicker':
            return {
                kind: 'picker', title: text('Which account?'),
                buttons: [...screen.profiles.map((each) => provider(each, each.displayName, 'profile')), cancel()],
            };
        case 'code':
            return {
                kind: 'code', title: text('Sign in on your phone or computer'), code: screen,
                message: screen.isSlow ? text('Your sign-in may take longer than usual to appear here.') : undefined,
                buttons: [choice(text('New code'), 'newCode'), otherProvider(), cancel()],
            };
        case 'codeExpired':
            return { title: text('This code has expired'), buttons: [choice(text('New code'), 'newCode'), otherProvider(), cancel()] };
        case 'userAgent':
            return { title: text('Sign in'), link: screen.link, buttons: [choice(text('Done'), 'redirectReached'), cancel()] };
        case 'signOutUserAgent':
            return { title: text('Sign out of your TV provider too'), link: screen.link, buttons: [choice(text('Done'), 'redirectReached'), cancel()] };
        case 'signOutInSettings':
            return { title: text('Sign out of your TV provider too'), buttons: [choice(text('Done'), 'done'), cancel()] };
        case 'problem': {
            const labels = { retry: () => choice(text('Try again'), 'retry'), otherProvider, cancel };
            return {
                title: text(problems[screen.reason] ?? 'Signing in does not work at the moment'), message: screen.details, reference: referenceOf(screen),
                // Only what can help: an option that is not offered would lead back here.
                buttons: screen.options.map((option) => labels[option]?.()).filter(Boolean),
            };
        }
    }
    return undefined;
}

/** For a call to support. */
const referenceOf = ({ code, trace }) => [code, trace].filter(Boolean).join(', ') || undefined;

const providerIsSilent = ['network_connection_timeout', 'network_received_error', 'maximum_execution_time_exceeded'];

const refusals = {
    notSignedIn: 'Sign in to watch', temporaryAccess: 'There is no free preview now', unreachable: 'There is no connection',
    registration: 'The app cannot sign in: restart it, and update it if there is an update',
    setup: 'This version of the app cannot sign in: update it if there is an update', apiEnded: 'Update the app to watch',
    authentication: 'Your sign-in cannot be used for this',
};

function refusalTitle({ reason, code }) {
    if (reason === 'denied') {
        return code === 'authorization_denied_by_parental_controls' ? 'Parental controls block this' : 'Your subscription does not include this';
    }
    if (reason === 'service' && providerIsSilent.includes(code)) return 'Your TV provider does not answer at the moment';
    return refusals[reason] ?? 'This cannot be played at the moment';
}

/** Why a channel does not play. */
export function refused(refusal) {
    const labels = { retry: 'Try again', otherProvider: 'Another provider' };
    const offered = refusal.options.filter((option) => option in labels);
    return {
        title: text(refusalTitle(refusal)), message: refusal.details, reference: referenceOf(refusal),
        buttons: [...offered.map((option) => ({ label: text(labels[option]), does: option })), { label: text('Back'), does: 'back' }],
    };
}

/** The page with the support id. `progress` says how far the log has got. */
export function support(supportID, progress) {
    const labels = { send: 'Send the log to support', share: 'Share the log', back: 'Back' };
    return {
        title: text('Support ID: %@', supportID ?? '…'), message: text('The log holds no password, no name, and not what you watch.'), notice: progress,
        buttons: Object.entries(labels).map(([does, label]) => ({ label: text(label), does })),
    };
}

/** Who is signed in. */
export function account(status) {
    switch (status.kind) {
        case 'starting': return '…';
        case 'signingIn': return text('Signing in');
        case 'signedIn': return text('Signed in with %@', status.displayName ?? text('your TV provider'));
        case 'temporaryAccess': return text('Free preview');
        case 'signingOut': return text('Signing out');
    }
    return text('Not signed in');
}
