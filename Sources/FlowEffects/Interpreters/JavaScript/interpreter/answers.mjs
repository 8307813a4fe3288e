// Converts Adobe's answer to the reply for the machine.
import { as, byBytes, clamped, Members, parse, spelled, Unreadable } from './json.mjs';
import { legacyFailure, legacyResult } from './legacy.mjs';
import { endpointOf } from './requests.mjs';
import { absolute, encoded, hosts, retryAfter, serverDate } from './text.mjs';

/** Thrown if the result of an answer is a failure, which the machine receives. */
export class Failed extends Error {
    constructor(failure) {
        super(failure.kind);
        this.failure = failure;
    }
}

const fits = (text, pattern, most) => typeof text === 'string' && pattern.test(text) && new TextEncoder().encode(text).length <= most;
const isMVPD = (text) => fits(text, /^[^]+$/, 128);
export const mvpdOf = (text) => (isMVPD(text) ? text : undefined);

/** Returns an object without the members that are undefined. */
export function compact(object) {
    return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined));
}

/** An answer, with the values that are needed to read it: its endpoint, the app's settings and the secrets. */
class Answer {
    constructor(contract, app, call, response, secrets) {
        const { endpoint, template } = endpointOf(contract, call);
        Object.assign(this, { app, endpoint, template, secrets, status: response.status, body: response.body });
        this.hosts = hosts(contract, app.settings.host);
    }

    header(response, name) {
        return response.headers.find(([key]) => key.toLowerCase() === name)?.[1];
    }

    /** The body as a JSON object, which is parsed once. */
    get object() {
        return (this.read ??= new Members(parse(this.body)));
    }

    /** Stores a secret under the next number of its kind, and returns its reference. */
    keep(kind, value) {
        const numbers = Object.keys(this.secrets).map((reference) => reference.split('#')).filter(([other]) => other === kind);
        const reference = `${kind}#${Math.max(0, ...numbers.map(([, number]) => Number(number))) + 1}`;
        this.secrets[reference] = value;
        return reference;
    }

    link(url) {
        const link = url === undefined ? undefined : absolute(url, this.hosts.restV2);
        return link && this.keep('link', link);
    }

    /** Returns the error for the machine from the result of `errorMembers`, and stores its texts. */
    error(object) {
        const { action = '' } = object;
        const words = ['none', 'configuration', 'applicationRegistration', 'authentication', 'authorization', 'retry'];
        const known = words.includes(action) ? action : 'none';
        const hasText = object.message !== undefined || object.details !== undefined;
        return compact({
            action: action === 'application-registration' ? 'applicationRegistration' : known,
            status: object.status ?? this.status,
            code: fits(object.code, /^[a-z0-9_]+$/, 64) ? object.code : undefined,
            text: hasText ? this.keep('text', compact({ message: object.message ?? '', details: object.details })) : undefined,
            trace: isUUID(object.trace) ? object.trace : undefined,
        });
    }
}

/** Returns the members of Adobe's error. A member of the wrong type is undefined. */
export function errorMembers(object) {
    const members = {};
    for (const name of ['action', 'code', 'message', 'details', 'trace']) members[name] = object.possibleText(name);
    let status;
    try {
        status = object.get('status', as.whole);
    } catch {
        // A status that cannot be read is undefined.
    }
    members.status = status >= 100n && status < 1000n ? Number(status) : undefined;
    return members;
}

const isError = (members) => members.action !== undefined || members.code !== undefined;

export function attributesOf(answer, map) {
    const attributes = [...map].sort(([left], [right]) => byBytes(left, right)).map(([name, value]) => {
        const attribute = new Members(value);
        return { name, json: spelled(attribute.map.get('value')), isEncrypted: attribute.get('state', as.text) === 'enc' };
    });
    return () => answer.keep('attributes', { attributes });
}

/** The first `most` entries of a map from MVPD by their keys. All of its entries must be readable. */
function byKeys(object, name, most, read) {
    const entries = [...object.required(name, as.object).map].sort(([left], [right]) => byBytes(left, right))
        .map(([key, value]) => [key, read(new Members(value))]).slice(0, most);
    if (entries.some(([key]) => !isMVPD(key))) throw new Unreadable();
    return entries;
}

function registered(answer) {
    const { object } = answer;
    const client = {
        id: object.required('client_id', as.text), secret: object.required('client_secret', as.text),
        grantTypes: object.get('grant_types', as.list(as.text)) ?? ['client_credentials'],
    };
    if (client.id === '' || client.secret === '') throw new Unreadable();
    if (!client.grantTypes.includes('client_credentials')) {
        throw new Failed({ kind: 'registrationRefused', code: 'unsupported_grant_type' });
    }
    return { client: answer.keep('client', client) };
}

function token(answer) {
    const { object } = answer;
    const text = object.required('access_token', as.text);
    const [created, seconds] = [object.required('created_at', as.whole), object.required('expires_in', as.whole)];
    const lifetime = 1000n * seconds;
    if (!/^[!-~]+$/.test(text) || lifetime < 0n || BigInt.asIntN(64, lifetime) !== lifetime) throw new Unreadable();
    return { token: { ref: answer.keep('token', text), notAfter: clamped(BigInt(clamped(created)) + lifetime) } };
}

export function configuration(answer) {
    const { object, app } = answer;
    const list = as.list((value) => value);
    // Reads both places of the list, because the answer is rejected if either of them cannot be read.
    const [inner, outer] = [object.get('requestor', as.object)?.get('mvpds', list), object.get('mvpds', list)];
    const listed = inner ?? outer;
    if (listed === undefined) throw new Unreadable();
    const entries = listed.slice(0, 2000).flatMap((value) => {
        try {
            const entry = new Members(value);
            const [text, flag] = [(name) => entry.get(name, as.text), (name) => entry.get(name, as.boolean)];
            return [{
                id: text('id'), displayName: text('displayName'), logoURL: text('logoUrl'), mapping: text('platformMappingId'),
                services: flag('enablePlatformServices'), picker: flag('displayInPlatformPicker'), permissions: flag('enforcePlatformPermissions'),
                boarding: text('boardingStatus'), isTemporary: flag('isTempPass') ?? false,
                fields: entry.get('requiredMetadataFields', as.list(as.text)) ?? [],
            }];
        } catch (error) {
            if (error instanceof Unreadable) return [];
            throw error;
        }
    });
    if (entries.length === 0 && listed.length > 0) throw new Unreadable();
    const offered = app.offeredProviders;
    const used = entries.filter(({ id }) => isMVPD(id) && (!offered || offered.includes(id) || id === app.settings.temporaryAccess));
    const providers = used.map((entry) => compact({
        mvpd: entry.id, mapping: fits(entry.mapping, /^[^]+$/, 128) ? entry.mapping : undefined, enablesPlatformServices: entry.services ?? false,
        showsInPlatformPicker: entry.picker ?? false, enforcesPlatformPermissions: entry.permissions ?? false,
        boarding: { SUPPORTED: 'supported', PICKER: 'picker' }[entry.boarding] ?? 'none', isTemporary: entry.isTemporary,
    }));
    const supported = providers.filter((provider) => provider.mapping && provider.enablesPlatformServices && provider.showsInPlatformPicker);
    const logo = (url) => {
        const link = url === undefined ? undefined : absolute(url, answer.hosts.restV2);
        return link === undefined ? undefined : encoded(link);
    };
    const ref = answer.keep('configuration', {
        entries: used.map(({ id, displayName, logoURL, isTemporary, fields }) =>
            compact({ mvpd: id, displayName: displayName ?? id, logoURL: logo(logoURL), isTemporary, requiredMetadataFields: fields })),
        supported: supported.map((provider) => provider.mapping),
        featured: supported.filter((provider) => provider.boarding === 'supported').map((provider) => provider.mapping),
        isLimited: offered !== undefined,
    });
    return { configuration: { ref, providers } };
}

function profiles(answer) {
    const read = byKeys(answer.object, 'profiles', 32, (value) => {
        const attributes = value.get('attributes', as.object);
        return { type: value.required('type', as.text), notAfter: value.required('notAfter', as.instant),
            keep: attributes && attributesOf(answer, attributes.map) };
    });
    if (read.some(([, { type }]) => !fits(type, /^[^]+$/, 64))) throw new Unreadable();
    return { profiles: read.map(([mvpd, { type, notAfter, keep }]) =>
        compact({ mvpd, type: /^[A-Za-z0-9_-]+$/.test(type) ? type : 'other', notAfter, attributes: keep?.() })) };
}

function session(answer) {
    const { object } = answer;
    const text = (name) => object.get(name, as.text);
    const [action, reason, url, code] = [object.required('actionName', as.text), text('reasonType'), text('url'), text('code')];
    const mvpd = mvpdOf(text('mvpd'));
    const missing = (object.get('missingParameters', as.list(as.text)) ?? []).slice(0, 8);
    const notAfter = object.get('notAfter', as.instant);
    const question = object.get('authenticationRequest', as.object);
    const [newNames, oldNames] = ['attributesNames', 'attributes'].map((name) => question?.get(name, as.list(as.text)));
    const request = question && {
        request: question.required('request', as.text), type: question.get('type', as.text), attributeNames: newNames ?? oldNames ?? [],
    };
    switch (action) {
        case 'authorize': {
            const known = ['authenticated', 'authenticatedSSO', 'degraded', 'temporary'];
            return { session: { kind: action, word: compact({ reason: known.includes(reason) ? reason : 'other', mvpd }) } };
        }
        case 'authenticate': case 'resume': case 'retry': {
            if (!code) throw new Unreadable();
            const names = { domain: 'domainName', mvpd: 'mvpd', domainName: 'domainName', redirectUrl: 'redirectUrl' };
            const reasons = { none: 'none', pfs_fallback: 'partnerStatusFallback', configuration_fallback: 'configurationFallback',
                missing_parameters_fallback: 'missingParametersFallback' };
            const own = (table, key) => (Object.hasOwn(table, key) ? table[key] : 'other');
            return { session: { kind: action, session: compact({
                code: answer.keep('code', code), notAfter, link: action === 'authenticate' ? answer.link(url) : undefined, mvpd,
                missing: missing.map((name) => own(names, name)), reason: own(reasons, reason ?? 'none'),
            }) } };
        }
        case 'partner_profile':
            if (!request?.request) throw new Unreadable();
            return { session: compact({ kind: 'partnerProfile', request: answer.keep('request', compact(request)), mvpd }) };
    }
    return { session: { kind: 'unsupported' } };
}

export const trimmed = (text) => text.replace(/^[ \t\r\n]+|[ \t\r\n]+$/g, '');

function decisions(answer) {
    const resources = answer.endpoint.resources ?? [answer.endpoint.resource];
    const isAuthorization = answer.endpoint.kind === 'authorize';
    // Reads all decisions, because the answer is rejected if any of them cannot be read.
    const entries = answer.object.required('decisions', as.list(as.object)).map((entry) => {
        const media = entry.get('token', as.object);
        let attributes;
        try {
            const map = entry.get('attributes', as.object);
            attributes = map && attributesOf(answer, map.map);
        } catch (error) {
            if (!(error instanceof Unreadable)) throw error;
        }
        return {
            authorized: entry.required('authorized', as.boolean), resource: entry.get('resource', as.text), source: entry.get('source', as.text),
            media: media && { text: media.required('serializedToken', as.text), notAfter: media.required('notAfter', as.instant) },
            notAfter: entry.get('notAfter', as.instant), error: entry.get('error', (value) => errorMembers(new Members(value))), attributes,
        };
    });
    const taken = new Set();
    const result = [];
    for (const [index, entry] of entries.slice(0, 64).entries()) {
        const name = entry.resource === undefined ? undefined : trimmed(entry.resource);
        const resource = name === undefined ? resources[index]
            : resources.find((reference) => !taken.has(reference) && trimmed(answer.secrets[reference] ?? '') === name);
        if (resource === undefined || taken.has(resource)) continue;
        taken.add(resource);
        const media = isAuthorization && entry.media?.text ? entry.media : undefined;
        const verdict = entry.authorized
            ? compact({ kind: 'permit', media: media && { ref: answer.keep('media', media.text), notAfter: media.notAfter } })
            : { kind: 'deny', error: entry.error ? answer.error(entry.error) : { action: 'none', status: answer.status } };
        result.push(compact({
            resource, verdict, source: ['mvpd', 'degradation', 'temppass', 'dummy'].includes(entry.source) ? entry.source : 'other',
            notAfter: entry.notAfter, attributes: entry.authorized ? entry.attributes?.() : undefined,
        }));
    }
    return { decisions: result };
}

function logouts(answer) {
    const read = byKeys(answer.object, 'logouts', 32, (value) => [value.required('actionName', as.text), value.get('url', as.text)]);
    const kinds = { logout: 'logout', partner_logout: 'partnerLogout', complete: 'complete', invalid: 'invalid' };
    return { logouts: read.map(([mvpd, [action, url]]) => {
        const kind = Object.hasOwn(kinds, action) ? kinds[action] : 'unsupported';
        return { mvpd, action: compact({ kind, link: kind === 'logout' ? answer.link(url) : undefined }) };
    }) };
}

const readers = { registered, token, configuration, profiles, session, decisions, logouts };

function failure(answer) {
    const { status, template } = answer;
    if (status === 429) return { kind: 'throttled' };
    if (template.api === 'restV1') return legacyFailure(answer);
    let object;
    try {
        object = answer.object;
    } catch (error) {
        if (!(error instanceof Unreadable)) throw error;
    }
    if (template.api === 'registration') {
        const code = object?.possibleText('error');
        return fits(code, /^[a-z0-9_]+$/, 64) ? { kind: 'registrationRefused', code } : { kind: 'status', http: status };
    }
    const members = object && errorMembers(object);
    const error = members && isError(members) ? answer.error(members) : undefined;
    if (status === 401) return compact({ kind: 'unauthorized', error });
    return error ? { kind: 'refused', http: status, error } : { kind: 'status', http: status };
}

function resultOf(answer) {
    const isSuccess = answer.status >= 200 && answer.status < 300;
    try {
        if (answer.template.api === 'restV1') {
            const result = legacyResult(answer, isSuccess);
            if (result) return result;
        } else if (isSuccess) {
            return { kind: answer.template.reply, ...readers[answer.template.reply](answer) };
        }
        return { kind: 'failed', failure: failure(answer) };
    } catch (error) {
        if (error instanceof Failed) return { kind: 'failed', failure: error.failure };
        if (error instanceof Unreadable) return { kind: 'failed', failure: { kind: 'transport', transport: 'unreadable' } };
        throw error;
    }
}

const isUUID = (text) => /^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$/.test(text);

/**
 * Converts an answer to a reply for the machine.
 * @param response the status, the headers as pairs, and the bytes of the body
 * @param secrets the values of the references, to which the secrets of the answer are added
 */
export function reply(contract, app, call, response, secrets) {
    const answer = new Answer(contract, app, call, response, secrets);
    const result = resultOf(answer);
    const serverTime = serverDate(answer.header(response, 'date') ?? '');
    const request = answer.header(response, 'adobe-request-id');
    const session = result.kind === 'session' && answer.template.api === 'restV2' ? answer.object.possibleText('sessionId') : undefined;
    const trace = compact({
        http: result.kind === 'failed' ? response.status : undefined,
        request: isUUID(request) ? request : undefined,
        session: isUUID(session) ? session : undefined,
    });
    return compact({
        result, serverTime, retryAfter: retryAfter(answer.header(response, 'retry-after') ?? '', serverTime),
        trace: Object.keys(trace).length ? trace : undefined,
    });
}
