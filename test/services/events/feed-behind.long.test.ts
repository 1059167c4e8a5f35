import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import type { Change } from '../../../src/schema/entry.js';
import type { Store } from '../../../src/store/store.js';
import { eventually } from '../../support/gateway/eventually.js';
import { groupOf } from '../../support/api/examples.js';
import { useFolder } from '../../support/store/folder.js';
import { deviceOf, fixAt, locationOf } from '../../support/store/records.js';
import { openTestStore } from '../../support/store/store.js';
import { createTestFeed, portOf } from '../../support/api/test-feed.js';
import { userOf } from '../../support/api/users.js';

const everyone = userOf('admin');
const northUser = userOf('north', { group: 'north' });
const group = (...devices: string[]): Change => ({ kind: 'group', v: groupOf('north', devices) });
const numbers = (from: number, to: number): number[] => Array.from({ length: to - from + 1 }, (_, i) => from + i);

describe('the feed for a client that is behind', () => {
  const folder = useFolder();
  let store: Store;
  let second = 0;
  const move = (deviceId: string): Change => locationOf(deviceId, fixAt(second++));

  beforeEach(async () => {
    store = await openTestStore(folder());
    await store.append([{ kind: 'device', v: deviceOf('bus') }, { kind: 'device', v: deviceOf('van') }, group('bus')]);
  });
  afterEach(() => store.close());

  it('a client that resumes gets the log after its last number, over many segments, and then live entries without a gap', async () => {
    const { read } = createTestFeed(store);
    for (let i = 0; i < 700; i++) await store.append([move('bus'), move('van')]);
    const { received } = read(everyone, 100);
    // New entries arrive during the replay.
    for (let i = 0; i < 50; i++) await store.append([move('bus')]);
    await eventually('everything was received', () => received().at(-1) === `location bus@${store.state.n}`);
    await store.append([move('bus')]);
    expect(received().map((event) => Number(event.split('@')[1]))).to.deep.equal(numbers(101, 3 + 1400 + 51));
  });

  it('a replay has only what the user may see', async () => {
    const { read } = createTestFeed(store);
    await store.append([move('bus'), move('van'), { kind: 'device', v: deviceOf('van') }]);
    await store.append([{ kind: 'device-removed', v: { id: 'van' } }]);
    await store.append([move('bus')]);
    const north = read(northUser, 3);
    await eventually('the client has caught up', () => north.received().length === 2);
    expect(north.received()).to.deep.equal(['location bus@4', 'location bus@8']);
    const all = read(everyone, 6);
    await eventually('the client has caught up', () => all.received().length === 2);
    expect(all.received()).to.deep.equal(['device van gone@7', 'location bus@8']);
  });

  it('a client that missed nothing gets no entry twice, and the state of the ports', async () => {
    const { read, statuses } = createTestFeed(store);
    statuses.push(portOf('/dev/bus', 'bus', 'absent'));
    const { received } = read(everyone, 3);
    await store.append([move('bus')]);
    expect(received()).to.deep.equal(['@3', 'port /dev/bus absent', 'location bus@4']);
  });

  for (const [why, after, gap] of [
    ['is further back than it wants to read', 2, 'gap 3-24'],
    ['does not exist yet', 1_000, 'gap 1-24'],
  ] as const) {
    it(`a gap is reported with the last locations when the number of the client ${why}`, async () => {
      const { read } = createTestFeed(store);
      await store.append(numbers(4, 24).map(() => move('bus')));
      const { received, sent } = read(everyone, after, 20);
      await eventually('the client has caught up', () => received().at(-1) === '@24');
      await store.append([move('bus')]);
      expect(received()).to.deep.equal([gap, 'location bus', '@24', 'location bus@25']);
      expect(sent[1]).to.deep.equal({ type: 'location', data: { deviceId: 'bus', location: fixAt(second - 2) } });
    });
  }

  it('a client gets everything that was stored since its number, however far back that is', async () => {
    const { read } = createTestFeed(store);
    for (let i = 0; i < 24; i++) await store.append(numbers(1, 500).map(() => move('bus')));
    const { received } = read(everyone, 3);
    await eventually('the client has caught up', () => received().length === 12_000);
    expect(received()).to.deep.equal(numbers(4, 12_003).map((n) => `location bus@${n}`));
  });

  it('entries that retention has deleted are a gap, and those that are kept follow', async () => {
    await store.close();
    store = await openTestStore(folder(), { retention: { days: 0, bytes: 6_000 }, snapshotBytes: 1_000 });
    for (let i = 0; i < 60; i++) await store.append([move('van')]);
    await eventually('retention drops a segment', () => {
      store.applyRetention();
      return store.status().segments < 3;
    });
    const oldest = store.history.firstNumber() ?? 0;
    const { received } = createTestFeed(store).read(everyone, 3);
    await eventually('the client has caught up', () => received().at(-1) === 'location van@63');
    expect(received()).to.deep.equal([`gap 4-${oldest - 1}`, ...numbers(oldest, 63).map((n) => `location van@${n}`)]);
  });

  it('a damaged entry is a gap at its place', async () => {
    await store.append([move('bus'), move('bus'), move('bus')]);
    const log = join(folder(), 'log', '000000000001.jsonl');
    const bytes = readFileSync(log);
    bytes[bytes.indexOf('{"n":5,') + 40] = 0x7e;
    writeFileSync(log, bytes);
    const { received } = createTestFeed(store).read(everyone, 3);
    await eventually('the client has caught up', () => received().length === 3);
    expect(received()).to.deep.equal(['location bus@4', 'gap 5-5', 'location bus@6']);
  });

  it('a change of the scope of the user while the client was away is one gap, and nothing else is left out', async () => {
    const { read } = createTestFeed(store);
    await store.append([move('bus'), move('van')]);
    await store.append([group('van')]);
    await store.append([move('bus'), move('van'), group('bus', 'van')]);
    await store.append([group('van')]);
    const { received } = read(northUser, 3);
    await eventually('the client has caught up', () => received().at(-1) === '@10');
    expect(received()).to.deep.equal(['location van@5', 'gap 6-6', 'location van@8', '@10']);
    const other = read(everyone, 3);
    await eventually('the other client has caught up', () => other.received().at(-1) === '@10');
    expect(other.received()).to.deep.equal([
      'location bus@4',
      'location van@5',
      'location bus@7',
      'location van@8',
      '@10',
    ]);
  });

  it('a client that starts with the first entry gets all that it may see, without a gap for its own account', async () => {
    const { read } = createTestFeed(store);
    await store.append([{ kind: 'user', v: northUser }, move('bus'), move('van')]);
    await store.append([{ kind: 'user', v: everyone }, move('bus')]);
    const north = read(northUser, 0);
    await eventually('the client has caught up', () => north.received().at(-1) === 'location bus@8');
    expect(north.received()).to.deep.equal(['device bus active@1', 'location bus@5', 'location bus@8']);
    const all = read(everyone, 0);
    await eventually('the client has caught up', () => all.received().at(-1) === 'location bus@8');
    expect(all.received()).to.deep.equal([
      'device bus active@1',
      'device van active@2',
      'location bus@5',
      'location van@6',
      'location bus@8',
    ]);
  });

  it('a slow client follows a change of its scope, because its previous scope is known', async () => {
    const { read } = createTestFeed(store);
    const { received, jam, drain } = read(northUser);
    jam();
    await store.append([move('bus')]);
    await store.append([group('van')]);
    await store.append([move('bus'), move('van')]);
    drain();
    await eventually('the client has caught up', () => received().at(-1) === 'location van@7');
    expect(received()).to.deep.equal(['@3', 'device bus gone', 'device van active@5', 'location van@7']);
  });

  it('nothing is buffered for a client that does not read; it gets the missed entries from the log', async () => {
    const { read } = createTestFeed(store);
    const reader = read(everyone);
    reader.jam();
    await store.append([move('bus'), move('van')]);
    expect(reader.received()).to.deep.equal(['@3']);
    reader.drain();
    await eventually('the client has caught up', () => reader.received().length === 3);
    await store.append([move('van')]);
    expect(reader.received()).to.deep.equal(['@3', 'location bus@4', 'location van@5', 'location van@6']);
  });

  it('a client further behind than it wants to read gets a gap and the last locations of the devices that moved', async () => {
    const { read } = createTestFeed(store);
    await store.append([move('bus'), move('van')]);
    const reader = read(everyone, undefined, 2);
    await store.append([move('bus')]);
    reader.jam();
    await store.append([move('bus'), move('bus')]);
    await store.append([move('bus')]);
    expect(reader.received()).to.deep.equal(['@5', 'location bus@6']);
    reader.drain();
    await eventually('the client has caught up', () => reader.received().at(-1) === '@9');
    await store.append([move('van')]);
    expect(reader.received().slice(2)).to.deep.equal(['gap 7-9', 'location bus', '@9', 'location van@10']);
  });

  it('a port that changed while the client was slow is sent once it reads', async () => {
    const { read, changePort, statuses } = createTestFeed(store);
    const reader = read(everyone);
    reader.jam();
    statuses.push(portOf('/dev/bus', 'bus', 'busy'));
    changePort('/dev/bus');
    expect(reader.received()).to.deep.equal(['@3']);
    reader.drain();
    await eventually('the client has caught up', () => reader.received().length === 2);
    expect(reader.received()).to.deep.equal(['@3', 'port /dev/bus busy']);
  });

  it('a replay waits while the receiver is full', async () => {
    const { read } = createTestFeed(store);
    await store.append(numbers(4, 9).map(() => move('bus')));
    const reader = read(everyone, 3);
    reader.jam();
    await store.append([move('bus')]);
    expect(reader.received()).to.deep.equal([]);
    reader.drain();
    await eventually('the client has caught up', () => reader.received().length === 7);
    expect(reader.received()).to.deep.equal(numbers(4, 10).map((n) => `location bus@${n}`));
  });

  it('a client that accepts nothing for a minute is disconnected; a slow one is not', async () => {
    const { read, pass } = createTestFeed(store);
    const [stuck, slow] = [read(everyone), read(everyone)];
    stuck.jam();
    slow.jam();
    await store.append([move('bus')]);
    await pass(15_000);
    await pass(15_000);
    slow.drain();
    await pass(15_000);
    slow.jam();
    expect(stuck.isOver()).to.equal(false);
    await pass(15_000);
    await pass(15_000);
    expect([stuck.isOver(), slow.isOver()]).to.deep.equal([true, false]);
  });
});
