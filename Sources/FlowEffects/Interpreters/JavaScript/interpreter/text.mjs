// Encodes the values of requests, and reads the links and dates of answers.
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

/** Returns a SAML response of the partner framework, normalized as Adobe requires. */
export function normalizedSAML(text) {
    return text.replace(/[ \t]+/g, ' ').replace(/[\r\n]/g, '').replace(/^ +| +$/g, '');
}

/** Returns the identifier of this device for Adobe: the SHA-256 hash, in hexadecimal, of any text that identifies the device. */
export async function deviceIdentifier(text) {
    const digest = await crypto.subtle.digest('SHA-256', utf8.encode(text));
    return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Returns the URL with https in place of http, unless its host is this machine. */
function secured(url) {
    const number = '0*(?:25[0-5]|2[0-4][0-9]|1?[0-9]?[0-9])';
    const loopback = `(?:[^/?#:]*\\.)?localhost|127(?:\\.${number}){3}|\\[::1\\][^/?#]*`;
    if (!/^http:\/\//i.test(url) || new RegExp(`^(?:${loopback})(?:[:/?#]|$)`, 'i').test(url.slice(7))) return url;
    return `https://${url.slice(7)}`;
}

/** Returns the scheme and host of a URL, without trailing slashes and without user information. */
const baseOf = (host) => secured(host.replace(/\/+$/, '').replace(/^([^/?#]*\/\/)[^/?#]*@/, '$1'));

/** Returns the hosts of Adobe's three APIs: those of the environment to which `host` belongs, or `host` itself. */
export function hosts(contract, host) {
    const bare = baseOf(host);
    for (const environment of Object.values(contract.hosts)) {
        if (environment.restV2 === bare.toLowerCase()) return environment;
    }
    return { restV2: bare, registration: bare, restV1: bare };
}

/** Returns the absolute form of a URL from Adobe; undefined if a user agent must not open the URL. */
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

/** Returns the instant in a header `Date`, in milliseconds since 1970; undefined if the text has another form. */
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

/** Returns the wait that a header `Retry-After` requests, in milliseconds; undefined if the text has another form. */
export function retryAfter(text, now) {
    if (/^[0-9]{1,9}$/.test(text)) return Number(text) * 1000;
    const date = serverDate(text);
    return date === undefined || now === undefined ? undefined : Math.max(0, date - now);
}
