// Builds the request of a call from the contract's templates.
import { quoted } from './json.mjs';
import { base64, hosts, percent } from './text.mjs';

/** Thrown for a call that cannot be sent, with the reply in place of an answer. */
export class Unsent extends Error {
    constructor(reply) {
        super('not sent');
        this.reply = reply;
    }
}

/** Returns the endpoint of a call (for the legacy API, the endpoint inside of that one) and its entry in the contract. */
export function endpointOf(contract, call) {
    const isLegacy = call.endpoint.kind === 'restV1';
    const endpoint = isLegacy ? call.endpoint.endpoint : call.endpoint;
    const template = contract.endpoints.find((entry) => entry.kind === endpoint.kind && (entry.api === 'restV1') === isLegacy);
    return { endpoint, template };
}

export function deviceJSON(device) {
    const maker = device.manufacturer ?? 'Apple';
    const family = ['Mac OS', 'OS X'].includes(device.osName) ? 'macOS' : device.osName;
    const members = [
        ['primaryHardwareType', device.primaryHardwareType], ['model', device.model], ['version', device.version], ['manufacturer', maker],
        ['vendor', maker], ['osName', device.osName], ['osFamily', family], ['osVendor', maker], ['osVersion', device.osVersion],
        ['displayWidth', device.displayWidth], ['displayHeight', device.displayHeight], ['displayPpi', device.displayPpi],
        ['connectionIp', device.connectionIp], ['connectionPort', device.connectionPort], ['connectionType', device.connectionType],
        ['connectionSecure', device.connectionSecure], ['applicationId', device.applicationId],
    ];
    return asObject(members.filter(([, value]) => value !== undefined));
}

function asObject(members) {
    const text = (value) => (Array.isArray(value) ? `[${value.map(quoted).join(',')}]` : typeof value === 'string' ? quoted(value) : String(value));
    return `{${members.map(([name, value]) => `${quoted(name)}:${text(value)}`).join(',')}}`;
}

function statusJSON(status) {
    const provider = [];
    if (status.provider !== undefined) provider.push(['id', status.provider]);
    if (status.expiry !== undefined) provider.push(['expirationDate', String(status.expiry)]);
    return `{"frameworkPermissionInfo":${asObject([['accessStatus', status.permission]])},"frameworkProviderInfo":${asObject(provider)}}`;
}

/** Returns the text of one of the contract's values; undefined if it is absent. */
function valueOf(name, { settings, device, ...app }, call, endpoint, secret) {
    switch (name) {
        case 'serviceProvider': case 'domainName': case 'redirectURL': return settings[name];
        case 'partner': return 'Apple';
        case 'deviceType': return settings.platform === 'tvOS' ? 'tvOS' : 'iOS';
        case 'softwareStatement': case 'deviceIdentifier': case 'visitor': case 'serviceToken': return app[name];
        case 'deviceInformation': return device && deviceJSON(device);
        case 'userAgent': return device?.userAgent;
        case 'mvpd': return endpoint.mvpd;
        case 'partnerStatus': return endpoint.status && statusJSON(endpoint.status);
        case 'accessToken': return call.token === undefined ? undefined : secret(call.token);
        case 'clientID': return secret(endpoint.client).id;
        case 'clientSecret': return secret(endpoint.client).secret;
        case 'grantType': {
            const { grantTypes = [] } = secret(endpoint.client);
            return grantTypes.length === 0 || grantTypes.includes('client_credentials') ? 'client_credentials' : grantTypes[0];
        }
        case 'code': case 'saml': case 'resource': return secret(endpoint[name]);
        case 'identity': return endpoint.identity === undefined ? undefined : secret(endpoint.identity);
        case 'resources': return (endpoint.resources ?? [endpoint.resource]).map(secret);
        case 'resourceList': return endpoint.resources.map(secret).filter((resource) => !resource.includes(',')).join(',');
    }
    throw new Error(`the contract has the value ${name}, which this interpreter does not know`);
}

const encodings = { base64, percent };

/**
 * Returns the request of a call: method, URL, headers in order, body.
 * @param app the configuration of the app: a context of vectors.json
 * @param secrets the secrets by reference
 */
export function request(contract, app, call, secrets) {
    const { endpoint, template } = endpointOf(contract, call);
    const secret = (reference) => {
        const value = secrets[reference];
        if (value === undefined) throw new Unsent({ result: { kind: 'failed', failure: { kind: 'transport', transport: 'secretMissing' } } });
        return value;
    };
    const value = (name) => valueOf(name, app, call, endpoint, secret);
    const resolved = (parts) =>
        (parts ?? []).flatMap((part) => {
            if (part.if && !app[part.if]) return [];
            let text = part.text ?? value(part.value);
            if (text === undefined) return [];
            for (const encoding of part.encodings ?? []) text = encodings[encoding](text);
            return [[part.name, (part.prefix ?? '') + text]];
        });
    const pairs = (parts) => parts.map(([name, text]) => `${percent(name)}=${percent(text)}`).join('&');

    if (template.api === 'restV1' && endpoint.kind === 'preauthorize' && endpoint.resources.length > 0 && value('resourceList') === '') {
        const denied = endpoint.resources.map((resource) => ({
            resource, verdict: { kind: 'deny', error: { action: 'none', status: 200 } }, source: 'other',
        }));
        throw new Unsent({ result: { kind: 'decisions', decisions: denied } });
    }
    const segments = template.path.split('/').map((segment) => (segment.startsWith('{') ? value(segment.slice(1, -1)) : segment));
    // A URL parser would resolve these segments, even if their dots are percent-encoded.
    if (segments.includes('.') || segments.includes('..')) {
        throw new Unsent({ result: { kind: 'failed', failure: { kind: 'transport', transport: 'unreadable' } } });
    }
    const path = segments.map(percent);
    const query = pairs(resolved(template.query));
    const url = hosts(contract, app.settings.host)[template.api] + path.join('/') + (query && `?${query}`);
    const body = template.form ? pairs(resolved(template.form)) : template.json && asObject(template.json.map((part) => [part.name, value(part.value)]));
    return { method: template.method, url, headers: resolved(template.headers), ...(body === undefined ? {} : { body }) };
}

/** Returns the link to the sign-out page of the legacy API. */
export function signOutLink(contract, { settings, device, deviceIdentifier }) {
    const parts = [['requestor', settings.serviceProvider], ['deviceId', base64(deviceIdentifier)]];
    if (device) parts.push(['device_info', base64(deviceJSON(device))]);
    parts.push(['redirect_url', settings.redirectURL]);
    const query = parts.map(([name, text]) => `${name}=${percent(text)}`).join('&');
    return `${hosts(contract, settings.host).restV1}/api/v1/logout?${query}`;
}
