// Signs a viewer in with a code and requests permission to play a channel. Usage: node client.mjs HOST CHANNEL [PROVIDER] [LOG]
// HOST is the address of Adobe Pass, for example http://127.0.0.1:8080 for `flow-trace serve`. LOG is the log's file; default: client.jsonl.
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const place = process.env.FLOWMACHINE_PACKAGE ?? fileURLToPath(new URL('../../../../.build/javascript/flowmachine', import.meta.url));
const load = (name) => import(pathToFileURL(path.join(place, name)));
const { FlowMachine } = await load('flowmachine.mjs');
const { Interpreter } = await load('interpreter/interpreter.mjs');
const { deviceIdentifier } = await load('interpreter/text.mjs');
const contract = JSON.parse(fs.readFileSync(path.join(place, 'interpreter/contract.json'), 'utf8'));

const [host, channel, provider, file = 'client.jsonl'] = process.argv.slice(2);
if (!channel) {
    console.error('usage: node client.mjs HOST CHANNEL [PROVIDER] [LOG]');
    process.exit(64);
}
const launch = {
    app: 'Client/1.0', support: 'client',
    settings: {
        serviceProvider: 'REF30', host, domainName: 'adobe.com', redirectURL: `${host}/done`, activationURL: `${host}/second-screen`, partner: 'none',
        platform: 'other', hasUserAgent: false,
    },
};
const flow = await FlowMachine.load();
const machine = flow.machine(launch);
const log = fs.openSync(file, 'w');
const app = {
    settings: JSON.parse(machine.headerLine).settings,
    softwareStatement: 'simulated.software.statement',
    deviceIdentifier: await deviceIdentifier('the device of this example'),
    device: {
        primaryHardwareType: 'SetTopBox', model: 'Box', version: '1', manufacturer: 'Example', osName: 'Linux', osVersion: '6', connectionType: 'LAN',
        applicationId: 'REF30', userAgent: 'Client/1.0',
    },
};
/** The maximum number of retries after problems in one run. Several are needed if a proxy answers some requests with a page of its own. */
const mostRetries = 5;
let retries = 0;
const interpreter = new Interpreter(machine, contract, app, {
    line: (line) => fs.writeSync(log, line),
    present(what, choose) {
        switch (what.kind) {
            case 'nothing': return;
            case 'providerPicker': {
                const { entries } = interpreter.secret(what.configuration);
                const chosen = entries.find(({ mvpd, isTemporary }) => (provider ? mvpd === provider : !isTemporary));
                console.log(`providers: ${entries.map(({ displayName }) => displayName).join(', ')}; chosen: ${chosen?.displayName ?? 'none'}`);
                return choose(chosen ? { kind: 'provider', mvpd: chosen.mvpd } : { kind: 'cancel' });
            }
            case 'providerConfirmation':
                console.log(`continuing with ${what.mvpd}`);
                return choose({ kind: 'provider', mvpd: what.mvpd });
            case 'profilePicker': {
                const mvpds = what.profiles.map(({ mvpd }) => mvpd);
                const chosen = mvpds.includes(provider) ? provider : mvpds[0];
                console.log(`signed in with ${mvpds.join(', ')}; continuing with ${chosen}`);
                return choose({ kind: 'profile', mvpd: chosen });
            }
            case 'code': return console.log(`code: ${interpreter.secret(what.code)}`);
            case 'codeExpired':
                console.log('the code has expired; a new one follows');
                return choose({ kind: 'newCode' });
            case 'problem': {
                // The machine itself has already retried the request if a retry can help.
                const way = what.problem.ways.includes('retry') && (retries += 1) <= mostRetries ? 'retry' : 'cancel';
                console.log(`problem: ${what.problem.reason}; ${way === 'retry' ? 'trying again' : 'giving up'}`);
                return choose({ kind: way });
            }
            // These screens are for devices with a browser or a partner framework, which this client's settings exclude.
            case 'userAgent': case 'signOutUserAgent': case 'legacySignOut': return choose({ kind: 'userAgentClosed' });
            case 'signOutInSettings': return choose({ kind: 'done' });
            default: return choose({ kind: 'cancel' });
        }
    },
});
interpreter.launch();
const answer = await interpreter.play(channel);
if (answer.kind === 'permitted') console.log(`permitted: a media token of ${interpreter.secret(answer.media.ref).length} characters`);
else console.log(`${answer.kind}: ${answer.refusal?.reason ?? interpreter.secret(answer.error?.text)?.message ?? answer.error?.code ?? ''}`);
interpreter.stop();
machine.free();
console.log(`${flow.verify(fs.readFileSync(file))} events, verified, in ${file}`);
process.exitCode = answer.kind === 'permitted' ? 0 : 1;
