// The encodings of requests, and links and dates of answers.
const utf8 = new TextEncoder();

export function percent(text) {
    const plain = /[A-Za-z0-9\-._~]/;
    return [...utf8.encode(text)]
        .map((byte) => (plain.test(String.fromCharCode(byte)) ? String.fromCharCode(byte) : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`))
        .join('');
}

export function base64(text) {
    return btoa(String.fromCharCode(...utf8.encode(text)));
}

/** A response of the partner framework as it is kept. */
export function normalizedSAML(text) {
    return text.replace(/[ \t]+/g, ' ').replace(/[\r\n]/g, '').replace(/^ +| +$/g, '');
}

/** What identifies this device for Adobe, from any text that identifies it. */
export async function deviceIdentifier(text) {
    const digest = await crypto.subtle.digest('SHA-256', utf8.encode(text));
    return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** The URL with https in place of http, unless its host is this machine. */
function secured(url) {
    const number = '0*(?:25[0-5]|2[0-4][0-9]|1?[0-9]?[0-9])';
    const loopback = `(?:[^/?#:]*\\.)?localhost|127(?:\\.${number}){3}|\\[::1\\][^/?#]*`;
    if (!/^http:\/\//i.test(url) || new RegExp(`^(?:${loopback})(?:[:/?#]|$)`, 'i').test(url.slice(7))) return url;
    return `https://${url.slice(7)}`;
}

/** Scheme and host, without slashes at the end and without user information. */
const baseOf = (host) => secured(host.replace(/\/+$/, '').replace(/^([^/?#]*\/\/)[^/?#]*@/, '$1'));

/** The hosts of the three APIs. */
export function hosts(contract, host) {
    const bare = baseOf(host);
    for (const environment of Object.values(contract.hosts)) {
        if (environment.restV2 === bare.toLowerCase()) return environment;
    }
    return { restV2: bare, registration: bare, restV1: bare };
}

/** Adobe's URL made absolute; undefined if no user agent must open it. */
export function absolute(url, host) {
    const base = baseOf(host);
    if (!/^[!-~]+$/.test(url)) return undefined;
    const hasHost = /^\/\/(?![^/?#]*@)(?:\[[0-9A-Fa-f:.]+|[A-Za-z0-9\-._~%]+(?=[:/?#]|$))/;
    const scheme = /^https?:(?=\/\/)/i.exec(url)?.[0];
    if (scheme) return hasHost.test(url.slice(scheme.length)) ? secured(url) : undefined;
    if (/^[^/?#]*:/.test(url)) return undefined;
    if (url.startsWith('//')) return hasHost.test(url) ? secured(/^[^/]*/.exec(base)[0] + url) : undefined;
    return url.startsWith('/') ? base + url : `${base}/${url}`;
}

/** The URL with every character percent-encoded that is not allowed at its place. */
export function encoded(url) {
    const start = url.indexOf('//') + 2;
    const end = start > 1 && url[start] === '[' ? url.indexOf(']', start) : -1;
    return url.replace(/["<>\\^`{|}[\]#%]/g, (character, place) => {
        let isAllowed = (character === '[' || character === ']') && start <= place && place <= end;
        if (character === '#') isAllowed = url.indexOf('#') === place;
        if (character === '%') isAllowed = /^[0-9A-Fa-f]{2}/.test(url.slice(place + 1));
        return isAllowed ? character : percent(character);
    });
}

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** The instant in a header `Date`; undefined if it is none. */
export function serverDate(text) {
    const found = /^ *(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), +([0-9]{2}) +([A-Z][a-z]{2}) +([0-9]{4}) +([0-9]{2}):([0-9]{2}):([0-9]{2}) +GMT *$/.exec(text);
    if (!found) return undefined;
    const [day, year, hour, minute, second] = [1, 3, 4, 5, 6].map((index) => Number(found[index]));
    const month = months.indexOf(found[2]);
    const date = new Date(Date.UTC(2000, month, day));
    date.setUTCFullYear(year, month, day);
    if (month < 0 || date.getUTCDate() !== day || hour > 23 || minute > 59 || second > 60 || year < 1970) return undefined;
    return date.getTime() + ((hour * 60 + minute) * 60 + second) * 1000;
}

/** The pause in a header `Retry-After`, in milliseconds; undefined if there is none. */
export function retryAfter(text, now) {
    if (/^[0-9]{1,9}$/.test(text)) return Number(text) * 1000;
    const date = serverDate(text);
    return date === undefined || now === undefined ? undefined : Math.max(0, date - now);
}
