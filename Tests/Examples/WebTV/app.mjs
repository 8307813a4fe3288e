// WebTV: what the app knows and does. The package decides, remembers and elects; this file only asks it and shows what it says.
import { BrowserFlow } from 'flowmachine/browser';
import { listenToKeys } from './keys.mjs';
import { sendLog } from './live.mjs';
import { show } from './page.mjs';
import { described, refused, support } from './screens.mjs';
import { channels, liveLog, options, streamOf, upload } from './settings.mjs';
import { loadTexts, text } from './texts.mjs';

const idle = { kind: 'idle' };
/** `page`: makes a page of the app itself, if there is one; it has the form of `support` in screens.mjs. */
const state = { playback: idle, locked: new Set(), notice: undefined, page: undefined };
let flow, playbacks = 0;

/** Whether the app's page lies over the flow's screen that was shown when it was opened. The flow's next screen replaces it. */
const isPageOver = () => state.page !== undefined && flow.view.screen !== undefined && flow.view.screen.id === state.over;

function render() {
    const { view } = flow;
    const failure = view.failure && {
        title: text('Signing in does not work at the moment'), reference: view.failure.message, buttons: [{ label: text('Try again'), does: 'restart' }],
    };
    show({ ...state, page: state.page?.(), channels, view, screen: failure ?? (isPageOver() ? undefined : described(view.screen)) }, act);
}

function change(changes) {
    Object.assign(state, changes);
    if (changes.page) state.over = flow.view.screen?.id;
    render();
}

async function play(channel, under) {
    const number = ++playbacks;
    const finish = (playback) => number === playbacks && change({ playback });
    change({ playback: { kind: 'asking', channel }, notice: undefined });
    try {
        const permit = await flow.play(channel.resource, under);
        // A viewer who has stopped meanwhile needs no stream.
        if (number !== playbacks) return;
        finish({ kind: 'playing', channel, stream: await streamOf(permit, channel) });
        if (under === 'signedIn') findLocks();
    } catch (error) {
        if (error.isCancellation) return finish(idle);
        const refusal = error.name === 'FlowRefusal' ? error : { reason: 'service', options: ['retry'] };
        finish({ kind: 'refused', channel, under, refusal: refused(refusal) });
    }
}

/** Only for the lock on a tile: `play` finds out whether a channel plays. */
async function findLocks() {
    try {
        const previews = await flow.preview(channels.map(({ resource }) => resource));
        change({ locked: new Set(previews.filter(({ isPermitted }) => isPermitted === false).map(({ name }) => name)) });
    } catch {
        // Without a viewer or a connection no channel has a lock.
        change({ locked: new Set() });
    }
}

async function signIn(mode) {
    change({ notice: undefined });
    try {
        await flow.signIn(mode);
        findLocks();
    } catch (error) {
        if (!error.isCancellation) change({ notice: refused({ options: [], ...error }).title });
    }
}

async function signOut() {
    stop();
    try {
        const isOwed = (await flow.signOut()) === 'owed';
        change({ locked: new Set(), notice: isOwed ? text('Your TV provider will be told as soon as there is a connection.') : undefined });
    } catch {
        change({ notice: text('You are still signed in.') });
    }
}

function stop() {
    playbacks += 1;
    change({ playback: idle, page: undefined });
}

const showSupport = (progress) => change({ page: () => support(flow.view.supportID, progress) });

async function exportLog(deliver) {
    showSupport(text('Reading the log …'));
    try {
        for (const file of await flow.log()) await deliver(file);
        showSupport(text('Sent. Thank you.'));
    } catch (error) {
        showSupport(error.message);
    }
}

function download({ name, text: content }) {
    const link = document.createElement('a');
    link.href = URL.createObjectURL(new Blob([content], { type: 'application/x-ndjson' }));
    link.download = name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60000);
}

/** What the viewer did: a choice for the flow's screen, or something that the app does. */
function act({ choice, does, channel = state.playback.channel }) {
    if (choice) return flow.choose(flow.view.screen ?? {}, choice);
    switch (does) {
        case 'play': return play(channel, 'signedIn');
        case 'preview': return play(channels[0], 'temporary');
        case 'retry': return play(channel, state.playback.under);
        case 'otherProvider':
            stop();
            return signIn({ otherProvider: true });
        case 'signIn': return signIn();
        case 'signOut': return signOut();
        case 'support': return showSupport();
        case 'send': return exportLog((file) => upload(flow.view.supportID, file));
        case 'share': return exportLog(download);
        case 'restart': return flow.restart();
        case 'back': return isPageOver() ? change({ page: undefined }) : stop();
    }
}

/** @returns whether there was something to go back from */
function goBack() {
    const { screen } = flow.view;
    if (isPageOver()) change({ page: undefined });
    else if (screen) flow.choose(screen, { kind: 'cancel' });
    else if (state.playback === idle && !state.page) return false;
    else stop();
    return true;
}

await loadTexts();
try {
    flow = await BrowserFlow.open(options);
} catch (error) {
    document.querySelector('main').textContent = `${text('This version of the app cannot sign in')}: ${error.message}`;
    throw error;
}
flow.addEventListener('change', render);
if (liveLog) sendLog(flow, liveLog);
// The provider has led its window to returned.html.
new BroadcastChannel('WebTV returned').onmessage = () => {
    const { screen } = flow.view;
    if (['userAgent', 'signOutUserAgent'].includes(screen?.kind)) flow.choose(screen, { kind: 'redirectReached' });
};
listenToKeys(goBack);
flow.start();
render();
findLocks();
