"""The store: log and vault in one database."""
import cases
import kills


class Store(cases.BrowserCase):
    def setUp(self):
        super().setUp()
        self.tab = self.page()
        self.tab.js("""void (window.begin = async (name, limits) => {
            const store = await library.FlowStore.open(name, limits);
            const read = await store.read('one');
            const machine = core.machine({ app: 'Test/1.0', support: 'test', settings });
            const writer = await store.begin(read, machine.headerLine, { support: 'test', installation: '0'.repeat(32), deviceIdentifier: 'device' });
            return { store, read, machine, writer };
        })""")
        self.tab.js("""void (window.record = (number, ...effects) =>
            ({ line: JSON.stringify({ number, effects }) + '\\n', number, effects }))""")

    def test_each_write_is_strict_and_contains_the_line_and_the_facts(self):
        self.assertEqual(self.tab.js("""(async () => {
            const options = [], original = IDBDatabase.prototype.transaction;
            IDBDatabase.prototype.transaction = function (stores, mode, more) {
                if (mode === 'readwrite') options.push([[...stores].join(), more?.durability]);
                return original.call(this, stores, mode, more);
            };
            const { writer } = await begin('strict');
            const keep = { kind: 'keep', fact: { kind: 'client', client: 'client#1' } };
            await writer.write(record(1, keep), valueOf);
            IDBDatabase.prototype.transaction = original;
            return options;
        })()"""), [["log,vault", "strict"], ["log,vault", "strict"]])

    def test_facts_and_secrets_come_and_go_with_the_records(self):
        self.assertEqual(self.tab.js("""(async () => {
            const { writer, store } = await begin('facts');
            const token = { ref: 'token#4', notAfter: 7 };
            await writer.write(record(1, { kind: 'keep', fact: { kind: 'client', client: 'client#2' } },
                { kind: 'keep', fact: { kind: 'token', token } }, { kind: 'call', request: 3 }, { kind: 'arm', timer: 8 }), valueOf);
            await writer.write(record(2, { kind: 'keep', fact: { kind: 'provider', provider: { mvpd: 'Cox' } } },
                { kind: 'keep', fact: { kind: 'profile', profile: { mvpd: 'Cox', type: 'regular', notAfter: 9, attributes: 'attributes#1' } } },
                { kind: 'present', presentation: 5 }), valueOf, (mvpd) => ({ mvpd, displayName: 'Cox!' }));
            await writer.write(record(3, { kind: 'forget', what: { kind: 'fact', fact: 'client' } },
                { kind: 'forget', what: { kind: 'secret', secret: 'client#2' } }), valueOf);
            const { kept, secrets, providers, position, deviceIdentifier } = await store.read('one');
            const other = await store.read('another statement');
            return { kept, secrets, providers, position, deviceIdentifier, other: other.kept.token ?? null, profile: other.kept.profile.mvpd,
                numbers: Object.keys(secrets).sort() };
        })()"""), {
            "kept": {"owedLogouts": [], "first": {"request": 4, "timer": 9, "presentation": 6}, "token": {"ref": "token#4", "notAfter": 7},
                     "provider": {"mvpd": "Cox"}, "profile": {"mvpd": "Cox", "type": "regular", "notAfter": 9, "attributes": "attributes#1"}},
            "secrets": {"token#4": "the value of token#4", "attributes#1": "the value of attributes#1"},
            "providers": [{"mvpd": "Cox", "displayName": "Cox!"}], "position": 4, "deviceIdentifier": "device", "other": None, "profile": "Cox",
            "numbers": ["attributes#1", "client#2", "token#4"]})

    def test_a_second_writer_is_refused_also_when_its_lines_are_gone(self):
        self.assertEqual(self.tab.js("""(async () => {
            const outcome = (promise) => promise.then(() => 'written', (error) => error.name);
            const first = await begin('fence');
            await first.writer.write(record(1), valueOf);
            const second = await begin('fence');
            const refused = [await outcome(first.writer.write(record(2), valueOf)), await outcome(first.writer.write(record(3), valueOf))];
            const taken = await outcome(second.writer.write(record(1), valueOf));
            // Two tabs that have read the same begin at once.
            const read = await second.store.read('one');
            const begun = await Promise.all([1, 2].map(() => outcome(second.store.begin(read, second.machine.headerLine, { support: 'test' }))));
            // The launch of a writer that was frozen for long is deleted, with the lines that followed it.
            const frozen = await begin('retention', { segment: 2, most: 2 });
            for (let launch = 0; launch < 4; launch += 1) await begin('retention', { segment: 2, most: 2 });
            const kept = (await frozen.store.segments()).map(({ name }) => name);
            return { refused, taken, begun, kept, late: await outcome(frozen.writer.write(record(1), valueOf)) };
        })()"""), {
            "refused": ["FencedError", "FencedError"], "taken": "written", "begun": ["written", "FencedError"],
            "kept": ["launch-000000000004.jsonl", "launch-000000000005.jsonl"], "late": "FencedError"})

    def test_a_long_launch_gets_segments_and_old_ones_go(self):
        self.assertEqual(self.tab.js("""(async () => {
            const { store, writer, machine } = await begin('segments', { segment: 4, most: 11 });
            const time = 1767225600000;
            const first = { request: 1, timer: 1, presentation: 1 };
            const write = (app, index) => writer.write(machine.decide({ time: time + index, origin: { kind: 'app', app } }), valueOf);
            await write({ kind: 'launched', kept: { owedLogouts: [], first } }, 0);
            for (let index = 1; index < 15; index += 1) {
                write({ kind: index % 2 ? 'backgrounded' : 'foregrounded' }, index);
                if (writer.wantsSegment) await writer.beginSegment(machine.rotate());
            }
            await write({ kind: 'shutDown' }, 20);
            const segments = await store.segments();
            return segments.map(({ text }) => [lines(text).length, core.verify(text), lines(text).some((line) => line.startsWith('{"snapshot"'))]);
        })()"""), [[4, 2, True], [4, 2, True], [3, 1, True]])

    def test_what_cannot_be_written_is_an_error_and_nothing_follows_it(self):
        self.assertEqual(self.tab.js("""(async () => {
            const outcome = (promise) => promise.then(() => 'written', (error) => `${error.name} ${error.kind}`);
            const { writer, store } = await begin('full');
            const original = IDBObjectStore.prototype.add;
            IDBObjectStore.prototype.add = function () { throw new DOMException('no room', 'QuotaExceededError'); };
            const full = await outcome(writer.write(record(1), valueOf));
            IDBObjectStore.prototype.add = original;
            const after = await outcome(writer.write(record(2), valueOf));
            const again = await begin('full');
            again.store.close();
            return { full, after, closed: await outcome(again.writer.write(record(1), valueOf)), position: (await store.read('one')).position };
        })()"""), {"full": "StoreError writing", "after": "StoreError writing", "closed": "StoreError closed", "position": 2})

    def test_a_fact_that_cannot_be_read_is_lost_and_the_others_are_not(self):
        self.tab.js("open('damaged').then((flow) => void (window.flow = flow))")
        self.tab.wait("flow.view.status.kind === 'signedOut'")
        self.tab.js("flow.stop()")
        self.site.received.clear()
        self.tab.js("""(async () => {
            const database = await new Promise((done) => (indexedDB.open('damaged').onsuccess = ({ target }) => done(target.result)));
            const vault = database.transaction('vault', 'readwrite').objectStore('vault');
            vault.put({ kind: 'profile', profile: { mvpd: 7, unknown: 'field' } }, 'fact profile');
            vault.put('no fact at all', 'fact code');
            await new Promise((done) => (vault.transaction.oncomplete = done));
            database.close();
        })()""")
        self.tab.js("open('damaged').then((flow) => void (window.flow = flow))")
        self.tab.wait("flow.view.status.kind === 'signedOut' && flow.view.supportID")
        # The credentials and the token were readable.
        self.assertEqual((self.site.received["register"], self.site.received["token"]), (0, 0))
        self.tab.js("flow.stop()")
        self.tab.js("check('damaged')")

    def test_cleared_data_ends_the_flow_and_it_begins_again_from_nothing(self):
        self.tab.js("open('cleared').then((flow) => void (window.flow = flow))")
        self.tab.wait("flow.view.status.kind === 'signedOut'")
        self.tab.js("new Promise((done) => Object.assign(indexedDB.deleteDatabase('cleared'), { onsuccess: () => done(true) }))")
        self.site.received.clear()
        self.tab.js("void flow.preview(['news']).catch(() => {})")
        self.assertEqual(self.tab.wait("flow.view.failure && [flow.view.failure.name, flow.view.failure.kind]"), ["StoreError", "closed"])
        self.tab.js("flow.restart()")
        self.tab.wait("!flow.view.failure && flow.view.status.kind === 'signedOut'")
        self.assertEqual(self.site.received["register"], 1)
        self.tab.js("flow.stop()")
        self.tab.js("check('cleared')")

    def test_random_events_and_kills_leave_the_bytes_of_the_runtimes_log(self):
        events, killed = kills.random_events(self.browser, self.site, events=400, distance=80, name=f"random {self.name}")
        self.assertGreaterEqual(events, 400)
        # How often depends on how fast the machine writes; the full form of kills.py kills a hundred times.
        self.assertGreaterEqual(killed, 1)


cases.in_each_browser(globals(), Store)
