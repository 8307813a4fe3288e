// Signs in by a code and plays a channel: node client.mjs HOST CHANNEL [PROVIDER] [LOG]
// HOST: for example http://127.0.0.1:8080, where `flow-trace serve` listens. LOG: the file for the log, client.jsonl by default.
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
/** How many times it tries again at problems, all together. A proxy that answers some requests with a page of its own needs several. */
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
                // The machine has already tried again where that helps.
                const way = what.problem.ways.includes('retry') && (retries += 1) <= mostRetries ? 'retry' : 'cancel';
                console.log(`problem: ${what.problem.reason}; ${way === 'retry' ? 'trying again' : 'giving up'}`);
                return choose({ kind: way });
            }
            // This client has no browser and no settings to show, and the settings that it gives to the machine say so.
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
