import { expect } from 'chai';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Change } from '../../../src/schema/entry.js';
import { appendChecksum, verifyChecksum } from '../../../src/store/state/snapshot.js';
import type { Store } from '../../../src/store/store.js';
import { applyEntry } from '../../../src/store/state/fold.js';
import { refoldMissing } from '../../../src/store/state/refold.js';
import { emptyState } from '../../../src/store/state/state.js';
import { accessKeyOf, userOf } from '../../support/api/users.js';
import { entryOf } from '../../support/changes/change-case.js';
import { ENTITY_CASES } from '../../support/changes/entity-cases.js';
import { EVENT_CASES } from '../../support/changes/event-cases.js';
import { eventually } from '../../support/gateway/eventually.js';
import { useFolder } from '../../support/store/folder.js';
import { fixAt, locationOf } from '../../support/store/records.js';
import { openTestStore } from '../../support/store/store.js';

/** Fields of the state that version 1.0.0 does not know, so it leaves them out of the snapshot that it writes. */
const UNKNOWN_TO_1_0_0 = ['accessKeys', 'depots', 'depotDevices', 'jumps', 'configured', 'started'];

const user = (id: string): Change => ({ kind: 'user', v: userOf(id) });
const key = (id: string, owner = 'boss'): Change => ({ kind: 'access-key', v: accessKeyOf(owner, { id }) });
const depot = (id: string): Change => ({
  kind: 'depot',
  v: {
    ...{ id, gateway: id, name: id, userId: 'id-of-boss', group: null, unknownDevices: 'refuse', acknowledges: true },
    ...{ creation: '2026-11-21T08:00:00.000Z', lastModified: '2026-11-21T08:00:00.000Z' },
  },
});

describe('the state that an older version wrote', () => {
  const folder = useFolder();
  let store: Store;
  const opened = new Set<Store>();
  afterEach(async () => {
    for (const one of opened) await one.close();
    opened.clear();
  });

  /** Between two starts of this version, version 1.0.0 ran and appended `between`, which it knows. */
  async function afterDetour(before: readonly Change[], between: readonly Change[] = []): Promise<void> {
    store = await openTestStore(folder());
    for (const change of before) await store.append([change]);
    for (const change of between) await store.append([change]);
    await store.close();
    const path = join(folder(), 'state.json');
    const state = JSON.parse(verifyChecksum(await readFile(path, 'utf8'))) as Record<string, unknown>;
    expect(state).to.include.keys(UNKNOWN_TO_1_0_0);
    const known = Object.entries(state).filter(([field]) => !UNKNOWN_TO_1_0_0.includes(field));
    await writeFile(path, appendChecksum(JSON.stringify(Object.fromEntries(known))));
    store = await openTestStore(folder());
    opened.add(store);
  }

  const keys = (): readonly string[] => [...store.state.accessKeys.keys()];

  it('what it ignored is folded again from the log, in order of arrival', async () => {
    const used = { at: '2026-11-21T09:00:00.000Z', address: '192.168.1.20' };
    await afterDetour([
      ...[
        user('boss'),
        user('clerk'),
        key('kept'),
        key('gone'),
        key('of-clerk', 'clerk'),
        depot('north'),
        depot('south'),
      ],
      { kind: 'access-keys-used', v: { used: [{ id: 'kept', ...used }] } },
      { kind: 'access-key-removed', v: { id: 'gone', userId: 'id-of-boss', name: 'gone' } },
      { kind: 'depot-removed', v: { id: 'south' } },
      { kind: 'depot-device', v: { deviceId: 'bus', depot: 'north', name: 'Bus', description: '', groups: [] } },
      { kind: 'configuration', v: { values: { 'http.port': 80, timeZone: 'UTC' }, removed: [] } },
      { kind: 'configuration', v: { values: {}, removed: ['timeZone'] } },
    ]);
    expect(keys()).to.deep.equal(['kept', 'of-clerk']);
    expect(store.state.accessKeys.get('kept')).to.include({ lastUsed: used.at, address: used.address });
    expect([...store.state.depots.keys()]).to.deep.equal(['north']);
    expect([...store.state.depotDevices.keys()]).to.deep.equal(['bus']);
    expect([...store.state.configured]).to.deep.equal([['http.port', 80]]);
    expect(store.status().losses).to.deep.equal([]);
  });

  it('a key of a user whom the older version removed stays gone', async () => {
    await afterDetour(
      [user('boss'), user('clerk'), key('kept'), key('of-clerk', 'clerk')],
      [{ kind: 'user-removed', v: { id: 'id-of-clerk' } }],
    );
    expect(keys()).to.deep.equal(['kept']);
  });

  it('many segments, sorted or not, count, and the next snapshot has it again', async () => {
    const fixes = Array.from({ length: 200 }, (_, second) => locationOf('bus', fixAt(second)));
    const middle = fixes.flatMap((fix, at): Change[] => (at % 40 === 0 ? [key(`k${at}`), fix] : [fix]));
    await afterDetour([user('boss'), key('first'), ...middle]);
    const expected = ['first', 'k0', 'k40', 'k80', 'k120', 'k160'];
    expect((await readdir(join(folder(), 'log'))).filter((name) => name.endsWith('.jsonl'))).to.have.length.above(5);
    expect(keys()).to.deep.equal(expected);
    // The first append afterwards writes the snapshot, so a start after a crash does not fold again.
    await store.append([key('last')]);
    await eventually('the snapshot has them', async () => {
      const text = verifyChecksum(await readFile(join(folder(), 'state.json'), 'utf8'));
      const { accessKeys = {} } = JSON.parse(text) as { accessKeys?: object };
      return Object.keys(accessKeys).join() === [...expected, 'last'].join();
    });
  });

  it('no other entry changes the collections that are folded again', async () => {
    const described: Change = {
      kind: 'depot-device',
      v: { deviceId: 'bus', depot: 'dp1', name: 'Bus', description: '', groups: [] },
    };
    const configured: Change = { kind: 'configuration', v: { values: { 'http.port': 80 }, removed: [] } };
    const before = [user('reader'), user('gone'), key('k1', 'reader'), depot('dp1'), described, configured];
    for (const { change } of [...ENTITY_CASES, ...EVENT_CASES]) {
      const entries = [...before, change].map((one, at) => entryOf(one, { n: at + 1 }));
      const whole = emptyState();
      for (const entry of entries) applyEntry(whole, entry);
      const completed = { ...emptyState(), users: whole.users };
      const read = async function* () {
        yield await Promise.resolve(entries.map((entry) => ({ ms: 0, bytes: 1, entry })));
      };
      await refoldMissing(completed, UNKNOWN_TO_1_0_0, [{ read }]);
      const { accessKeys, depots, depotDevices, configured: values } = whole;
      expect(completed, change.kind).to.deep.include({ accessKeys, depots, depotDevices, configured: values });
    }
  });

  it('a damaged line costs its own change and is named', async () => {
    store = await openTestStore(folder());
    for (const change of [user('boss'), key('one'), key('two'), key('three')]) await store.append([change]);
    await store.close();
    const [name = ''] = (await readdir(join(folder(), 'log'))).filter((one) => one.endsWith('.jsonl'));
    const path = join(folder(), 'log', name);
    await writeFile(path, (await readFile(path, 'utf8')).replace('"id":"two"', '"id":"owt"'));
    await afterDetour([key('four')]);
    expect(keys()).to.deep.equal(['one', 'three', 'four']);
  });

  it('a store without such entries, or without any, is as before', async () => {
    await afterDetour([user('boss'), locationOf('bus', fixAt(1))]);
    expect(keys()).to.deep.equal([]);
    expect([...store.state.users.keys()]).to.deep.equal(['id-of-boss']);
    expect(store.state.lastLocations.size).to.equal(1);
  });
});
