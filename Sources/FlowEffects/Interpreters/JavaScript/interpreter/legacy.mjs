// Reads the answers of the legacy REST API V1.
import { attributesOf, compact, configuration, errorMembers, Failed, mvpdOf, trimmed } from './answers.mjs';
import { as, byBytes, Members, parse, spelled, Unreadable } from './json.mjs';
import { percent } from './text.mjs';

/** Returns the members of the error in a body; 'empty' if the body is empty, and 'other' if it contains no error. */
function bodyOf(answer) {
    if (answer.body.every((byte) => byte === 0x20 || (byte >= 0x09 && byte <= 0x0d))) return 'empty';
    try {
        const members = errorMembers(answer.object);
        const isError = members.action !== undefined || members.code !== undefined;
        return isError || (members.status !== undefined && members.message !== undefined) ? members : 'other';
    } catch (error) {
        if (!(error instanceof Unreadable)) throw error;
    }
    return xmlError(answer.body) ?? 'other';
}

/** Reads an error in XML, which servers send that ignore `Accept`; undefined if the body contains none. */
function xmlError(body) {
    if (body.length > 65536) return undefined;
    // A byte order mark is no white space: `trimStart`, and a decoder that is asked for nothing else, would remove it.
    const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(body)
        .replace(/^\p{White_Space}+/u, '').replace(/^<\?xml[^]*?\?>\p{White_Space}*/u, '');
    if (!/^<error[> ]/.test(text)) return undefined;
    const unescape = (value) => [['&lt;', '<'], ['&gt;', '>'], ['&quot;', '"'], ['&apos;', "'"], ['&amp;', '&']]
        .reduce((result, [escape, character]) => result.replaceAll(escape, character), value);
    const members = {};
    for (const name of ['action', 'status', 'code', 'message', 'details', 'trace']) {
        const start = text.indexOf(`<${name}>`);
        const end = text.indexOf(`</${name}>`, start);
        if (start >= 0 && end >= 0) members[name] = unescape(text.slice(start + name.length + 2, end));
    }
    const status = /^[+-]?[0-9]+$/.test(members.status) ? Number(members.status) : 0;
    members.status = status >= 100 && status < 1000 ? status : undefined;
    return (members.action ?? members.code ?? members.message) === undefined ? undefined : members;
}

/** Returns the action that a status implies if Adobe's error has no code. */
function impliedAction(status, kind) {
    if (status === 412) return 'authentication';
    if (status === 404 || status === 410) return kind === 'mediaToken' ? 'authorization' : status === 410 ? 'authentication' : 'none';
    return 'none';
}

function errorOf(answer, members) {
    const error = answer.error(members);
    if (error.code !== undefined || error.action !== 'none') return error;
    const implied = [answer.status, error.status].map((status) => impliedAction(status, answer.endpoint.kind));
    return { ...error, action: implied.find((action) => action !== 'none') ?? 'none' };
}

export function legacyFailure(answer) {
    const { status } = answer;
    const body = bodyOf(answer);
    if (status === 401) return compact({ kind: 'unauthorized', error: typeof body === 'string' ? undefined : answer.error(body) });
    if (typeof body !== 'string' && status >= 400 && status < 600) return { kind: 'refused', http: status, error: errorOf(answer, body) };
    const action = body === 'empty' ? impliedAction(status, answer.endpoint.kind) : 'none';
    return action === 'none' ? { kind: 'status', http: status } : { kind: 'refused', http: status, error: { action, status } };
}

const actionOf = (members) => (members.action === 'application-registration' ? 'applicationRegistration' : members.action);
const isNamed = (members, actions) => actions.includes(actionOf(members));

/** Returns whether a negative answer means that no viewer is signed in. */
function saysNobody(answer) {
    const body = bodyOf(answer);
    if (typeof body === 'string') return body === 'empty';
    const others = ['configuration', 'applicationRegistration', 'authorization', 'retry'];
    return isNamed(body, ['authentication']) || (!isNamed(body, others) && answer.error({ code: body.code }).code === undefined && body.code === undefined);
}

function denial(answer) {
    const body = bodyOf(answer);
    if (body === 'empty') return { action: 'none', status: answer.status };
    if (body === 'other' || isNamed(body, ['configuration', 'applicationRegistration'])) return undefined;
    return answer.error(body);
}

function refuseBody(answer) {
    if (bodyOf(answer) !== 'empty') throw new Unreadable();
    return { kind: 'done' };
}

function refusePage(answer) {
    if (/<html|<!doctype/i.test(new TextDecoder().decode(answer.body.subarray(0, 1024)))) throw new Unreadable();
}

function refuseOther(answer) {
    const named = answer.object.possibleText('resource');
    if (named !== undefined && trimmed(named) !== trimmed(answer.secrets[answer.endpoint.resource] ?? '')) throw new Unreadable();
}

const decided = (answer, verdict, source) => ({ kind: 'decisions', decisions: [{ resource: answer.endpoint.resource, verdict, source }] });

function source(answer, name) {
    const mvpd = answer.object.possibleText(name);
    return mvpd !== undefined && mvpd === answer.app.settings.temporaryAccess ? 'temppass' : 'mvpd';
}

function codeLink(answer, code, mvpd) {
    const { settings } = answer.app;
    const parts = [['reg_code', code], ['requestor_id', settings.serviceProvider], ['mso_id', mvpd], ['domain_name', settings.domainName],
        ['noflash', 'true'], ['no_iframe', 'true'], ['redirect_url', settings.redirectURL]];
    return `${answer.hosts.restV1}/api/v1/authenticate?${parts.map(([name, text]) => `${name}=${percent(text)}`).join('&')}`;
}

const readers = {
    checkAuthentication(answer) {
        refusePage(answer);
        return { kind: 'authentication', word: { reason: 'legacyToken' } };
    },
    configuration: (answer) => ({ kind: 'configuration', ...configuration(answer) }),
    profileRequest(answer) {
        refusePage(answer);
        let request;
        try {
            request = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(answer.body);
        } catch {
            throw new Unreadable();
        }
        if (request === '' || answer.body.length > 4 << 20) throw new Unreadable();
        const { mvpd, configuration: reference } = answer.endpoint;
        const entry = answer.secrets[reference]?.entries.find((each) => each.mvpd === mvpd);
        return { kind: 'partnerRequest', request: answer.keep('request', { request, attributeNames: entry?.requiredMetadataFields ?? [] }) };
    },
    authenticationToken({ object }) {
        const mvpd = mvpdOf(object.possibleText('mvpd'));
        return { kind: 'authentication', word: compact({ reason: 'legacyToken', mvpd, notAfter: object.get('expires', as.instant) }) };
    },
    createCode(answer) {
        const { object, endpoint } = answer;
        const code = object.required('code', as.text);
        const mvpd = endpoint.mvpd ?? mvpdOf(object.possibleText('mvpd'));
        const notAfter = object.get('expires', as.instant);
        if (code === '') throw new Unreadable();
        return { kind: 'session', session: { kind: 'authenticate', session: compact({
            code: answer.keep('code', code), notAfter, link: mvpd && answer.keep('link', codeLink(answer, code, mvpd)), mvpd, missing: [], reason: 'none',
        }) } };
    },
    authorize(answer) {
        refuseOther(answer);
        return decided(answer, { kind: 'permit' }, source(answer, 'mvpd'));
    },
    mediaToken(answer) {
        const [notAfter, text] = [answer.object.required('expires', as.instant), answer.object.required('serializedToken', as.text)];
        if (text === '') throw new Unreadable();
        refuseOther(answer);
        return decided(answer, { kind: 'permit', media: { ref: answer.keep('media', text), notAfter } }, source(answer, 'mvpdId'));
    },
    preauthorize(answer) {
        const entries = answer.object.required('resources', as.list((value) => {
            const entry = new Members(value);
            return { id: entry.required('id', as.text), authorized: entry.required('authorized', as.boolean),
                error: entry.get('error', (error) => errorMembers(new Members(error))) };
        }));
        return { kind: 'decisions', decisions: answer.endpoint.resources.map((resource) => {
            const entry = entries.find(({ id }) => trimmed(id) === trimmed(answer.secrets[resource] ?? ''));
            const error = entry?.error ? answer.error(entry.error) : { action: 'none', status: answer.status };
            return { resource, verdict: entry?.authorized ? { kind: 'permit' } : { kind: 'deny', error }, source: entry ? 'mvpd' : 'other' };
        }) };
    },
    userMetadata(answer) {
        const encrypted = answer.object.get('encrypted', as.list(as.text)) ?? [];
        const data = answer.object.required('data', as.object);
        const attributes = [...data.map].sort(([left], [right]) => byBytes(left, right))
            .map(([name, value]) => ({ name, json: spelled(value), isEncrypted: encrypted.includes(name) }));
        return { kind: 'userMetadata', metadata: { attributes: answer.keep('attributes', { attributes }), isFromPartner: data.possibleText('tokenSource') === 'Apple' } };
    },
    exchange: refuseBody, logout: refuseBody, freePreview: refuseBody,
};

/** Returns the result of an answer; undefined if the answer is a failure. */
export function legacyResult(answer, isSuccess) {
    const { status, endpoint: { kind } } = answer;
    if (isSuccess) {
        const body = bodyOf(answer);
        if (typeof body !== 'string' && body.status >= 400) throw new Failed({ kind: 'refused', http: status, error: errorOf(answer, body) });
        return readers[kind](answer);
    }
    switch (`${kind} ${status}`) {
        case 'checkAuthentication 403': case 'authenticationToken 404':
            return saysNobody(answer) ? { kind: 'authentication' } : undefined;
        case 'userMetadata 404': case 'userMetadata 412':
            return saysNobody(answer) ? { kind: 'userMetadata', metadata: { isFromPartner: false } } : undefined;
        case 'authorize 403': case 'mediaToken 403': {
            const error = denial(answer);
            return error && decided(answer, { kind: 'deny', error }, 'mvpd');
        }
    }
    return undefined;
}
