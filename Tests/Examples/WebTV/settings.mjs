// What an app of your own changes.

/**
 * The page's query overrides what it names: `?host=http://127.0.0.1:9090&language=de`. With `window`, the viewer signs in at the provider in a
 * window of this browser, which a TV does not have; otherwise on a second screen, with a code.
 */
const query = new URLSearchParams(location.search);
const host = query.get('host') ?? 'http://127.0.0.1:8080';

/** For development: `flow-trace serve` shows the log on its page `/` while the app writes it. */
export const liveLog = query.has('live') ? `${host}/log` : undefined;

export const language = query.get('language') ?? navigator.language.split('-')[0];

/** The string catalog of DemoTV: each English text is the key of its translations. */
export const catalog = '../DemoTV/Sources/DemoTVCore/Localizable.xcstrings';

export const channels = [
    { resource: 'news', title: 'News', hue: 212 },
    { resource: 'sports', title: 'Sports', hue: 152 },
    { resource: 'movies', title: 'Movies', hue: 288 },
];

export const options = {
    app: 'WebTV/1.0',
    system: query.get('system') ?? navigator.userAgentData?.platform ?? 'browser',
    softwareStatement: 'simulated.software.statement',
    settings: {
        serviceProvider: 'REF30', host, domainName: 'adobe.com', redirectURL: new URL('returned.html', location.href).href,
        activationURL: query.get('activation') ?? `${host}/second-screen`, temporaryAccess: 'TempPass_TEST40', partner: 'none', platform: 'other',
        hasUserAgent: query.has('window'),
        policy: {},
    },
    device: {
        primaryHardwareType: 'SetTopBox', model: 'Browser', version: '1', manufacturer: 'Example', osName: 'Linux', osVersion: '6',
        connectionType: 'LAN', applicationId: 'REF30',
    },
};

/**
 * Hands the media token to the app's own server, which verifies it and returns the stream's address. There is none here.
 * Never decide on this device whether a token is valid.
 */
export async function streamOf(permit, channel) {
    return `stream of ${channel.title}, ${permit.source}`;
}

/** Sends a file of the log to the app's own server. */
export async function upload(supportID, { name, text }) {
    const address = query.get('upload');
    if (!address) throw new Error('settings.mjs names no server for logs');
    const answer = await fetch(`${address}/${encodeURIComponent(supportID)}/${name}`, { method: 'POST', body: text });
    if (!answer.ok) throw new Error(`the server for logs answered ${answer.status}`);
}
