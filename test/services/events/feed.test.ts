import { expect } from 'chai';
import type { Change } from '../../../src/schema/entry.js';
import type { User } from '../../../src/schema/accounts/user.js';
import type { Store } from '../../../src/store/store.js';
import { eventually } from '../../support/eventually.js';
import { groupOf } from '../../support/examples.js';
import { useFolder } from '../../support/folder.js';
import { benchOf } from '../../support/provisioning.js';
import { deviceOf, fixAt, locationOf, quarantinedOf } from '../../support/records.js';
import { openTestStore } from '../../support/store.js';
import { createTestFeed, portOf } from '../../support/test-feed.js';
import { userOf } from '../../support/users.js';

const everyone = userOf('admin');
const ofNorth = userOf('north', { group: 'north' });
const ofBus = userOf('bus', { deviceId: 'bus' });
const alertOf = (deviceId: string, second: number): Change => ({
  kind: 'alert',
  v: { deviceId, alert: { dateTime: fixAt(second).dateTime, alerts: ['SOSButton'] }, source: { protocol: 'http' } },
});
const device = (id: string, expires: string | null = null): Change => ({ kind: 'device', v: deviceOf(id, expires) });
const group = (...devices: string[]): Change => ({ kind: 'group', v: groupOf('north', devices) });

describe('the feed', () => {
  const folder = useFolder();
  let store: Store;
  let second = 0;
  const move = (deviceId: string): Change => locationOf(deviceId, fixAt(second++));

  beforeEach(async () => {
    store = await openTestStore(folder());
    // Entries 1 to 3.
    await store.append([device('bus'), device('van'), group('bus')]);
  });
  afterEach(() => store.close());

  it('tells locations, alerts and devices by the number of their entry, in order, once stored', async () => {
    const { read } = createTestFeed(store);
    const { received, sent } = read(everyone);
    await store.append([move('bus'), alertOf('bus', 1)]);
    await store.append([device('bus')]);
    await store.append([{ kind: 'device-removed', v: { id: 'bus' } }]);
    expect(received()).to.deep.equal([
      '@3',
      'location bus@4',
      'alert bus@5',
      'device bus active@6',
      'device bus gone@7',
    ]);
    expect(sent[1]?.type === 'location' && sent[1].data.location).to.deep.equal(fixAt(second - 1));
    const { dateTime } = fixAt(1);
    expect(sent[2]?.type === 'alert' && sent[2].data.alert).to.deep.equal({
      id: '5',
      dateTime,
      alerts: ['SOSButton'],
      email: false,
      sms: false,
    });
  });

  it('tells nobody of a device outside his scope', async () => {
    const { read } = createTestFeed(store);
    const [north, bus] = [read(ofNorth), read(ofBus)];
    await store.append([move('van'), alertOf('van', 2), device('van')]);
    await store.append([{ kind: 'device-removed', v: { id: 'van' } }]);
    await store.append([move('bus')]);
    for (const { received } of [north, bus]) expect(received()).to.deep.equal(['@3', 'location bus@8']);
  });

  it('tells who may register any device what is heard and is none yet: first, and when it is over', async () => {
    const { read } = createTestFeed(store);
    const registrar = userOf('registrar', { privileges: ['devices:write'] });
    const [all, none, north] = [read(registrar), read(everyone), read({ ...registrar, group: 'north' })];
    await store.append([quarantinedOf('cab', fixAt(1))]);
    await store.append([quarantinedOf('cab', fixAt(2))]);
    await store.append([device('cab'), { kind: 'quarantine-removed', v: { id: 'cab', reason: 'adopted' } }]);
    expect(all.received()).to.deep.equal(['@3', 'unknown cab received@4', 'device cab active@6', 'unknown cab gone@7']);
    expect(none.received()).to.deep.equal(['@3', 'device cab active@6']);
    expect(north.received()).to.deep.equal(['@3']);
    // Who comes back is told of it as it is by now.
    const { received } = read(registrar, 3);
    await eventually('it has caught up', () => received().length === 2);
    expect(received()).to.deep.equal(['device cab active@6', 'unknown cab gone@7']);
  });

  it('tells a device to whom a change of his group brings it in sight, or takes it out, each once', async () => {
    const { read } = createTestFeed(store);
    const north = read(ofNorth);
    await store.append([group('bus', 'van')]);
    await store.append([move('van')]);
    await store.append([group('van')]);
    await store.append([move('bus')]);
    await store.append([device('cab'), group('van', 'cab')]);
    await store.append([{ kind: 'device-removed', v: { id: 'cab' } }, group('van')]);
    await store.append([{ kind: 'group-removed', v: { id: 'north' } }]);
    expect(north.received()).to.deep.equal([
      '@3',
      'device van active@4',
      'location van@5',
      'device bus gone@6',
      'device cab active@8',
      'device cab gone@10',
      'device van gone@12',
    ]);
  });

  it('gives the number to the last alone of the events that one entry brings about', async () => {
    const { read } = createTestFeed(store);
    const north = read(ofNorth);
    await store.append([device('cab'), device('tram')]);
    await store.append([group('van', 'cab', 'tram')]);
    expect(north.received()).to.deep.equal([
      '@3',
      'device bus gone',
      'device van active',
      'device cab active',
      'device tram active@6',
    ]);
  });

  it('follows a user whose own scope changes', async () => {
    const { read } = createTestFeed(store);
    const users = store.state.users;
    await store.append([{ kind: 'user', v: everyone }]);
    const { received } = read(() => users.get(everyone.id));
    await store.append([{ kind: 'user', v: { ...everyone, deviceId: 'van' } }]);
    await store.append([move('bus'), move('van')]);
    await store.append([{ kind: 'user', v: everyone }]);
    expect(received()).to.deep.equal(['@4', 'device bus gone@5', 'location van@7', 'device bus active@8']);
  });

  it('tells at a heartbeat which devices have expired by then', async () => {
    const { read, pass } = createTestFeed(store);
    await store.append([device('bus', '2026-11-21T08:00:20.000Z')]);
    const [all, van] = [read(everyone), read(userOf('van', { deviceId: 'van' }))];
    await pass(15_000);
    expect(all.received()).to.deep.equal(['@4']);
    await pass(15_000);
    expect(all.received()).to.deep.equal(['@4', 'device bus expired']);
    expect(van.received()).to.deep.equal(['@4']);
    expect(all.beats()).to.equal(2);
  });

  it('marks at a heartbeat how far it has come for who was told nothing', async () => {
    const { read, pass } = createTestFeed(store);
    const { received } = read(ofBus);
    await store.append([move('van')]);
    await pass(15_000);
    await pass(15_000);
    expect(received()).to.deep.equal(['@3', '@4']);
  });

  it('ends for a user who may read no more: at the next event, or the next heartbeat', async () => {
    const { read, pass } = createTestFeed(store);
    let user: User | undefined = everyone;
    const [first, second_] = [read(() => user), read(() => user)];
    user = undefined;
    await store.append([move('bus')]);
    expect([first.isOver(), second_.isOver()]).to.deep.equal([true, true]);
    expect(first.received()).to.deep.equal(['@3']);
    user = everyone;
    const third = read(() => user);
    user = undefined;
    await pass(15_000);
    expect(third.isOver()).to.equal(true);
  });

  it('tells ports in provisioning to who may provision and is not bound, without a number, also when he comes back', () => {
    const { read, benches, changeBench } = createTestFeed(store);
    benches.push(benchOf('/dev/a', 'read'), benchOf('/dev/b', 'write'));
    const technician = userOf('technician', { privileges: ['provision'] });
    const readers = [technician, userOf('looker'), userOf('bound', { privileges: ['provision'], deviceId: 'bus' })].map(
      (user) => read(user),
    );
    changeBench('/dev/b');
    expect(readers.map(({ received }) => received().slice(1))).to.deep.equal([['provisioning /dev/b write'], [], []]);
    const back = read(technician, store.state.n);
    expect(back.received().slice(1)).to.deep.equal(['provisioning /dev/a read', 'provisioning /dev/b write']);
  });

  it('tells ports to whom they are shown, without a number', () => {
    const { read, changePort, statuses } = createTestFeed(store);
    statuses.push(portOf('/dev/bus', 'bus'), portOf('/dev/van', 'van'), portOf('/dev/all', null));
    const [all, north] = [read(everyone), read(ofNorth)];
    for (const { path } of statuses) changePort(path);
    expect(all.received()).to.deep.equal(['@3', 'port /dev/bus open', 'port /dev/van open', 'port /dev/all open']);
    expect(north.received()).to.deep.equal(['@3', 'port /dev/bus open']);
  });

  it('refuses more readers than it may have, until one leaves', () => {
    const { feed, read } = createTestFeed(store, { maxSubscribers: 2 });
    const [first] = [read(everyone), read(everyone)];
    const subscribe = (): ReturnType<typeof feed.subscribe> => feed.subscribe({ ...first, caller: () => everyone });
    expect(subscribe()).to.deep.include({ ok: false, code: 'rate_limited', retryAfter: 30 });
    first.leave();
    expect(subscribe()).to.include({ ok: true });
  });

  it('lets a reader who fails go, and no other, nor the writer', async () => {
    const { feed, read } = createTestFeed(store);
    let ended = false;
    const receiver = {
      ...read(everyone).receiver,
      send() {
        throw new Error('broken');
      },
      end: () => (ended = true),
    };
    feed.subscribe({ receiver, caller: () => everyone });
    const { received } = read(everyone);
    await store.append([move('bus')]);
    await eventually('the broken one is let go', () => ended);
    expect(received()).to.deep.equal(['@3', 'location bus@4']);
  });

  it('stops with all its readers, listens to nothing and waits for nothing', () => {
    const { feed, read, listeners, waiting } = createTestFeed(store);
    const reader = read(everyone);
    expect([listeners.size, waiting()]).to.deep.equal([1, 1]);
    feed.stop();
    expect(reader.isOver()).to.equal(true);
    expect([listeners.size, waiting()]).to.deep.equal([0, 0]);
    expect(feed.subscribe({ ...reader, caller: () => everyone })).to.include({ code: 'store_unavailable' });
  });
});
