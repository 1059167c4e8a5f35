import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { valueOf } from '../../../src/errors.js';
import type { Author } from '../../../src/schema/accounts/author.js';
import type { ProvisioningInput } from '../../../src/schema/provisioning/provisioning.js';
import type { Change } from '../../../src/schema/entry.js';
import { createLogBudgets, withLogBudgets } from '../../../src/services/system/log-budgets.js';
import type { Store } from '../../../src/store/store.js';
import { createTestClock, type TestClock } from '../../support/time/clock.js';
import { useFolder } from '../../support/store/folder.js';
import { provisioningOf, templateOf } from '../../support/provisioning/provisioning.js';
import { openTestStore } from '../../support/store/store.js';
import { createTestBench, type TestBench } from '../../support/provisioning/test-bench.js';
import { userOf } from '../../support/api/users.js';
import { NO_REFUSALS } from '../../support/api/no-refusals.js';
import { createTestTime } from '../../support/time/test-time.js';

const PORT = '/dev/ttyUSB0';
const FIRST = '860000000000017';
const SECOND = '860000000000025';
const vans = templateOf({ settings: { name: 'VAN{n}', sendInterval: 90 }, deviceName: 'Van {n}' });
const boxes = templateOf({ id: 'boxes', name: 'Boxes', protocol: 'wpt', settings: { int: 30 }, deviceId: 'box-{n}' });
const KEY = '0123456789ABCDEF0123456789ABCDEF';

describe('provisioning sessions', () => {
  const folder = useFolder();
  let store: Store;
  let clock: TestClock;
  let bench: TestBench;

  beforeEach(async () => {
    clock = createTestClock();
    store = await openTestStore(folder(), { clock });
    bench = createTestBench({ store, clock });
  });
  afterEach(async () => {
    await bench.provisionings.stop();
    await store.close();
  });

  const outcomes = (id: string): string[] => bench.look(id).results.map(({ outcome }) => outcome);

  it('a session sets up one tracker after the other until a user ends it', async () => {
    const { id } = await bench.begin(vans, { ports: [PORT] });
    await bench.pass(2_000);
    expect(bench.look(id).ports[0]).to.include({ step: 'waiting', path: PORT });
    bench.plug(PORT, 'queclink', FIRST);
    await bench.until('the first is done', id, ({ results }) => results.length === 1);
    bench.unplug(PORT);
    await bench.pass(3_000);
    bench.plug(PORT, 'queclink', SECOND);
    await bench.until('the second is done', id, ({ results }) => results.length === 2);
    expect(outcomes(id)).to.deep.equal(['verified', 'verified']);
    expect([...store.state.devices.values()].map((device) => [device.id, device.name])).to.deep.equal([
      [FIRST, 'Van 1'],
      [SECOND, 'Van 2'],
    ]);
    const ending = bench.provisionings.end(bench.technician, id);
    await bench.until('the session has ended', id, ({ ended }) => ended !== null);
    expect(valueOf(await ending).ended).to.equal('technician ended it');
    expect(bench.isLeased(PORT)).to.equal(false);
  });

  it('a finished tracker that stays plugged in is left alone', async () => {
    bench.plug(PORT, 'queclink', FIRST);
    const { id } = await bench.begin(vans, { ports: [PORT] });
    await bench.until('the tracker is done', id, ({ results }) => results.length === 1);
    const { n } = store.state;
    await bench.pass(60_000);
    expect(outcomes(id)).to.deep.equal(['verified']);
    expect(store.state.n).to.equal(n);
    expect(bench.look(id).ports[0]).to.deep.include({ step: 'done', hardwareId: FIRST });
  });

  it('the ports are released after fifteen minutes, and nothing is written to them from then on', async () => {
    const { id } = await bench.begin(vans, { ports: [PORT] });
    await bench.pass(15 * 60_000 - 1_000);
    expect(bench.look(id).ended).to.equal(null);
    await bench.until('the session has ended', id, ({ ended }) => ended !== null);
    expect(bench.look(id).ended).to.equal('time limit reached');
    expect(bench.isLeased(PORT)).to.equal(false);
    await bench.until('the end is stored', id, () => store.state.provisionings.size === 0);
    const count = bench.sent.length;
    bench.plug(PORT, 'queclink', FIRST);
    await bench.pass(30_000);
    expect(bench.sent).to.have.length(count);
  });

  it('a port is in one session at a time, and a session gets all its ports or none', async () => {
    await bench.begin(vans, { ports: [PORT] });
    const more = await bench.provisionings.create(bench.technician, {
      template: 'vans',
      ports: ['/dev/ttyUSB1', PORT],
    });
    expect(more).to.include({ ok: false, code: 'conflict' });
    expect(bench.isLeased('/dev/ttyUSB1')).to.equal(false);
    expect(store.state.provisionings.size).to.equal(1);
  });

  it('no tracker is set up once the technician has lost the privilege', async () => {
    const { id } = await bench.begin(vans, { ports: [PORT] });
    await store.append([{ kind: 'user', v: { ...bench.technician, privileges: [] } }]);
    bench.plug(PORT, 'queclink', FIRST);
    await bench.until('the tracker is refused', id, ({ results }) => results.length === 1);
    expect(bench.look(id).results[0]).to.include({ outcome: 'failed', code: 'forbidden' });
    expect(store.state.devices.size).to.equal(0);
    expect(bench.sent.some((text) => /AT\+GT(FRI|CFG)/.test(text))).to.equal(false);
  });

  it('whatever a session stores counts against its user, and without room it writes to no tracker', async () => {
    await bench.provisionings.stop();
    const time = createTestTime(clock);
    const budgets = createLogBudgets({
      store,
      retention: { days: 400, bytes: 20 * 1_048_576, uplinkBytes: 0 },
      time,
      refusals: NO_REFUSALS,
    });
    const owners: unknown[] = [];
    const counting: typeof budgets = {
      ...budgets,
      take(by, changes) {
        owners.push(...changes.map(({ kind }) => [by, kind]));
        return budgets.take(by, changes);
      },
      count(by, changes) {
        owners.push(...changes.map(({ kind }) => [by, kind]));
        budgets.count(by, changes);
      },
    };
    bench = createTestBench({ store: withLogBudgets(store, counting), clock });
    const { id } = await bench.begin(vans, { ports: [PORT] });
    bench.plug(PORT, 'queclink', FIRST);
    await bench.until('the first is done', id, ({ results }) => results.length === 1);
    expect(outcomes(id)).to.deep.equal(['verified']);
    const by = { user: bench.technician.id };
    expect(owners).to.deep.equal(
      ['provisioning', 'provisioning-begun', 'device', 'provisioning-receipt'].map((kind) => [by, kind]),
    );
    const large: Change = { kind: 'user', v: userOf('technician', { description: 'x'.repeat(1_000) }) };
    while (budgets.take(by, [large]) === undefined);
    while (budgets.take(by, [{ kind: 'group-removed', v: { id: '' } }]) === undefined);
    const count = bench.sent.filter((text) => /AT\+GT(FRI|CFG)/.test(text)).length;
    bench.unplug(PORT);
    await bench.pass(3_000);
    bench.plug(PORT, 'queclink', SECOND);
    await bench.until('the second is refused', id, ({ results }) => results.length === 2);
    expect(bench.look(id).results[1]).to.include({ hardwareId: SECOND, outcome: 'failed', code: 'rate_limited' });
    expect(bench.sent.filter((text) => /AT\+GT(FRI|CFG)/.test(text))).to.have.lengthOf(count);
    expect(store.state.devices.has(SECOND)).to.equal(false);
  });

  it('no tracker is set up once the account of the technician has ended by the time of the receivers', async () => {
    await bench.provisionings.stop();
    let aheadMs = 0;
    bench = createTestBench({ store, clock, accountNow: () => clock.now() + aheadMs });
    const { id } = await bench.begin(vans, { ports: [PORT] });
    const expires = new Date(clock.now() + 60 * 60_000).toISOString();
    await store.append([{ kind: 'user', v: { ...bench.technician, expires } }]);
    aheadMs = 2 * 60 * 60_000;
    bench.plug(PORT, 'queclink', FIRST);
    await bench.until('the tracker is refused', id, ({ results }) => results.length === 1);
    expect(bench.look(id).results[0]).to.include({ outcome: 'failed', code: 'forbidden' });
  });

  it('a session with once ends after one tracker per port, even if one port has none', async () => {
    bench.plug(PORT, 'queclink', FIRST);
    const { id } = await bench.begin(vans, { ports: [PORT, '/dev/ttyUSB1'], once: true });
    await bench.until('the session has ended', id, ({ ended }) => ended !== null);
    expect(bench.look(id).results.map(({ outcome, code, port }) => [outcome, code, port])).to.have.deep.members([
      ['verified', null, PORT],
      ['failed', 'lost', '/dev/ttyUSB1'],
    ]);
  });

  it('a dry run names what would change, and writes, registers and stores nothing', async () => {
    bench.plug(PORT, 'queclink', FIRST);
    const { n } = store.state;
    const trial = await bench.begin(vans, { ports: [PORT], once: true, dryRun: true });
    const afterStart = store.state.n;
    await bench.until('the tracker is compared', trial.id, ({ results }) => results.length === 1);
    const [result] = bench.look(trial.id).results;
    expect(result).to.include({ outcome: 'differs', hardwareId: FIRST, receipt: null });
    expect(result?.differences).to.deep.include.members([{ name: 'name', present: 'GL300', desired: 'VAN1' }]);
    await bench.until('the session has ended', trial.id, ({ ended }) => ended !== null);
    expect([store.state.n, store.state.devices.size, store.state.receipts.size]).to.deep.equal([afterStart, 0, 0]);
    expect(store.state.provisionings.size).to.equal(0);
    expect(n).to.be.at.most(afterStart);
    const real = await bench.begin(vans, { ports: [PORT], once: true });
    await bench.until('the tracker is set up', real.id, ({ results }) => results.length === 1);
    expect(store.state.devices.get(FIRST)?.name).to.equal('Van 1');
    const again = await bench.begin(vans, { ports: [PORT], once: true, dryRun: true });
    await bench.until('the tracker is compared again', again.id, ({ results }) => results.length === 1);
    expect(outcomes(again.id)).to.deep.equal(['unchanged']);
  });

  it('undo restores the settings before a receipt, only on the same tracker', async () => {
    bench.plug(PORT, 'queclink', FIRST);
    const { id } = await bench.begin(vans, { ports: [PORT], once: true });
    await bench.until('the tracker is done', id, ({ ended }) => ended !== null);
    const receipt = bench.look(id).results[0]?.receipt ?? '';
    const undo = async (): Promise<string> =>
      valueOf(await bench.provisionings.create(bench.technician, { undo: receipt, ports: [PORT], once: true })).id;
    bench.plug(PORT, 'queclink', SECOND);
    const wrong = await undo();
    await bench.until('the other tracker is refused', wrong, ({ ended }) => ended !== null);
    expect(bench.look(wrong).results[0]).to.include({ outcome: 'failed', code: 'conflict' });
    bench.unplug(PORT);
    const again = await undo();
    bench.plug(PORT, 'queclink', FIRST);
    // The simulated tracker is new: it has its previous settings already.
    await bench.until('the session has ended', again, ({ ended }) => ended !== null);
    expect(outcomes(again)).to.deep.equal(['undone']);
  });

  it('a secret is never stored, returned or logged', async () => {
    const keyed = { ...boxes, settings: { int: 30, key: '{key}' } };
    bench.plug(PORT, 'wpt', 'tracker-1');
    const { id } = await bench.begin(keyed, {
      ports: [PORT],
      once: true,
      csv: `identity,key\ntracker-1,${KEY}\n`,
      secrets: { key: KEY.toLowerCase() },
    });
    await bench.until('the tracker is done', id, ({ ended }) => ended !== null);
    expect(bench.look(id).results[0]).to.include({ outcome: 'verified', deviceId: 'box-1', previousId: 'tracker-1' });
    const receipts = bench.provisionings.receipts(bench.technician, {});
    expect(receipts[0]).to.deep.include({ secrets: ['key'], deviceId: 'box-1', row: { identity: 'tracker-1' } });
    expect(bench.sent.some((text) => text.includes(KEY))).to.equal(true);
    const again = await bench.begin(keyed, {
      ports: [PORT],
      once: true,
      csv: `identity,key\nbox-1,${KEY}\n`,
      secrets: { key: KEY.toLowerCase() },
    });
    await bench.until('the tracker is done again', again.id, ({ ended }) => ended !== null);
    expect(bench.look(again.id).results[0]).to.include({ outcome: 'unchanged' });
    await store.close();
    const files = readdirSync(folder(), { withFileTypes: true, recursive: true }).filter((entry) => entry.isFile());
    const stored = files.map(({ parentPath, name }) => readFileSync(join(parentPath, name), 'latin1')).join('\n');
    const output = JSON.stringify([receipts, bench.look(id), bench.log]);
    expect(stored).to.include('provisioning-receipt');
    for (const text of [stored, output]) expect(text.toUpperCase()).to.not.include(KEY);
    store = await openTestStore(folder(), { clock });
  });

  it('a session continues after a restart, unless its time limit passed or it had secrets', async () => {
    const author: Author = {
      ...{ type: 'user', id: bench.technician.id, name: 'technician', via: 'password', address: '192.168.1.30' },
    };
    const authors = new Map<string, unknown>();
    store.subscribe((entries) => {
      for (const { kind, by } of entries) authors.set(kind, by);
    });
    const soon = new Date(clock.now() + 60_000).toISOString();
    await store.append([
      { kind: 'user', v: bench.technician },
      { kind: 'template', v: vans },
      ...[
        { id: 'continues', until: soon, paths: [PORT], author },
        { id: 'is-over', until: new Date(clock.now()).toISOString(), paths: ['/dev/ttyUSB1'] },
        { id: 'had-secrets', until: soon, paths: ['/dev/ttyUSB2'], hadSecrets: true },
      ].map((change) => ({
        kind: 'provisioning' as const,
        v: provisioningOf({ by: { id: bench.technician.id, name: 'technician' }, template: vans, ...change }),
      })),
    ]);
    bench.provisionings.start();
    bench.plug(PORT, 'queclink', FIRST);
    await bench.until('the tracker is done', 'continues', ({ results }) => results.length === 1);
    expect(outcomes('continues')).to.deep.equal(['verified']);
    expect(['/dev/ttyUSB1', '/dev/ttyUSB2'].map(bench.isLeased)).to.deep.equal([false, false]);
    expect([...store.state.provisionings.keys()]).to.deep.equal(['continues']);
    // What it goes on to do has the author who started it, whom the API does not show twice.
    for (const kind of ['provisioning-begun', 'provisioning-receipt', 'device'])
      expect(authors.get(kind), kind).to.deep.equal(author);
    expect(bench.look('continues')).to.not.have.property('author');
  });

  it('a restricted user and a user without the privilege see no session and start none', async () => {
    await bench.begin(vans, { ports: [PORT] });
    for (const user of [
      userOf('looker'),
      userOf('bound', { privileges: ['provision'], group: 'north' }),
      userOf('other', { privileges: ['devices:write'] }),
    ]) {
      expect(bench.provisionings.list(user), user.name).to.be.empty;
      const created = await bench.provisionings.create(user, { template: 'vans', ports: ['/dev/ttyUSB1'] });
      expect(created, user.name).to.include({ ok: false, code: 'forbidden' });
    }
  });

  it('a request without an existing template or receipt, or with an unreadable list, is refused', async () => {
    await bench.begin(vans, { ports: [PORT] });
    const wrong: readonly (readonly [Partial<ProvisioningInput>, string])[] = [
      [{}, 'either /template or /undo'],
      [{ template: 'vans', undo: 'r' }, 'either /template or /undo'],
      [{ template: 'none' }, '/template'],
      [{ undo: 'none' }, '/undo'],
      [{ template: 'vans', csv: 'a,b\n"1' }, '/csv'],
      [{ template: 'vans', csv: 'a', units: [] }, 'either /units or /csv'],
    ];
    for (const [input, where] of wrong) {
      const created = await bench.provisionings.create(bench.technician, { ports: ['/dev/ttyUSB1'], ...input });
      expect(created).to.include({ ok: false, code: 'validation_failed' });
      expect(created).to.have.property('message').that.includes(where);
    }
  });
});
