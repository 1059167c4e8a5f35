import { expect } from 'chai';
import type { Change } from '../../../src/schema/entry.js';
import type { User } from '../../../src/schema/accounts/user.js';
import type { Store } from '../../../src/store/store.js';
import { eventually } from '../../support/gateway/eventually.js';
import { groupOf } from '../../support/api/examples.js';
import { useFolder } from '../../support/store/folder.js';
import { benchOf } from '../../support/provisioning/provisioning.js';
import { deviceOf, fixAt, locationOf, quarantinedOf } from '../../support/store/records.js';
import { openTestStore } from '../../support/store/store.js';
import { createTestFeed, portOf } from '../../support/api/test-feed.js';
import { userOf } from '../../support/api/users.js';

const everyone = userOf('admin');
const northUser = userOf('north', { group: 'north' });
const busUser = userOf('bus', { deviceId: 'bus' });
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

  it('locations, alerts and devices are sent once stored, in order, with the number of their entry', async () => {
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
      webhook: false,
      notifications: [],
      acknowledged: null,
    });
  });

  it('a device outside the scope of the user causes no event', async () => {
    const { read } = createTestFeed(store);
    const [north, bus] = [read(northUser), read(busUser)];
    await store.append([move('van'), alertOf('van', 2), device('van')]);
    await store.append([{ kind: 'device-removed', v: { id: 'van' } }]);
    await store.append([move('bus')]);
    for (const { received } of [north, bus]) expect(received()).to.deep.equal(['@3', 'location bus@8']);
  });

  it('the feed notifies users with devices:write when an unknown device appears, and when it leaves the quarantine', async () => {
    const { read } = createTestFeed(store);
    const registrar = userOf('registrar', { privileges: ['devices:write'] });
    const [all, none, north] = [read(registrar), read(everyone), read({ ...registrar, group: 'north' })];
    await store.append([quarantinedOf('cab', fixAt(1))]);
    await store.append([quarantinedOf('cab', fixAt(2))]);
    await store.append([device('cab'), { kind: 'quarantine-removed', v: { id: 'cab', reason: 'adopted' } }]);
    expect(all.received()).to.deep.equal(['@3', 'unknown cab received@4', 'device cab active@6', 'unknown cab gone@7']);
    expect(none.received()).to.deep.equal(['@3', 'device cab active@6']);
    expect(north.received()).to.deep.equal(['@3']);
    // A client that reconnects gets the current state.
    const { received } = read(registrar, 3);
    await eventually('the client has caught up', () => received().length === 2);
    expect(received()).to.deep.equal(['device cab active@6', 'unknown cab gone@7']);
  });

  it('a change of the user’s group sends each device that becomes visible or invisible once', async () => {
    const { read } = createTestFeed(store);
    const north = read(northUser);
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

  it('only the last of several events caused by one entry has its number', async () => {
    const { read } = createTestFeed(store);
    const north = read(northUser);
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

  it('the feed follows a change of the user’s own scope', async () => {
    const { read } = createTestFeed(store);
    const users = store.state.users;
    await store.append([{ kind: 'user', v: everyone }]);
    const { received } = read(() => users.get(everyone.id));
    await store.append([{ kind: 'user', v: { ...everyone, deviceId: 'van' } }]);
    await store.append([move('bus'), move('van')]);
    await store.append([{ kind: 'user', v: everyone }]);
    expect(received()).to.deep.equal(['@4', 'device bus gone@5', 'location van@7', 'device bus active@8']);
  });

  it('a heartbeat sends the devices that have expired since the last one', async () => {
    const { read, pass } = createTestFeed(store);
    await store.append([device('bus', '2026-11-21T08:00:20.000Z')]);
    const [all, van] = [read(everyone), read(userOf('van', { deviceId: 'van' }))];
    await pass(15_000);
    expect(all.received()).to.deep.equal(['@4']);
    await pass(15_000);
    expect(all.received()).to.deep.equal(['@4', 'device bus expired']);
    expect(van.received()).to.deep.equal(['@4']);
    expect(all.beats()).to.equal(3);
  });

  it('a heartbeat sends the current number to a client that got no event', async () => {
    const { read, pass } = createTestFeed(store);
    const { received } = read(busUser);
    await store.append([move('van')]);
    await pass(15_000);
    await pass(15_000);
    expect(received()).to.deep.equal(['@3', '@4']);
  });

  it('a stream ends at the next event or heartbeat once its user may no longer read', async () => {
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

  it('ports in provisioning are sent to unrestricted users with the privilege, without a number, and again after a reconnect', () => {
    const { read, benches, changeBench } = createTestFeed(store);
    benches.push(benchOf('/dev/a', 'read'), benchOf('/dev/b', 'write'));
    const technician = userOf('technician', { privileges: ['provision'] });
    const readers = [
      technician,
      userOf('viewer'),
      userOf('restricted', { privileges: ['provision'], deviceId: 'bus' }),
    ].map((user) => read(user));
    changeBench('/dev/b');
    expect(readers.map(({ received }) => received().slice(1))).to.deep.equal([['provisioning /dev/b write'], [], []]);
    const back = read(technician, store.state.n);
    expect(back.received().slice(1)).to.deep.equal(['provisioning /dev/a read', 'provisioning /dev/b write']);
  });

  it('the state of an uplink, and its end, is sent to users without a restriction', () => {
    const { read, changeUplink, uplinkViews } = createTestFeed(store);
    uplinkViews.push({
      ...{ name: 'center', type: 'rest', source: 'settings', settings: {}, secrets: {}, state: 'idle', reason: null },
      ...{ connected: true, lastAcknowledgement: null, lastError: null, forwarded: 0, repeated: 0, dropped: 0 },
      ...{ deadLetters: 0, behind: { records: 0, oldest: null } },
    });
    const [all, restricted] = [read(userOf('all')), read(userOf('bound', { deviceId: 'bus' }))];
    changeUplink('center');
    uplinkViews.pop();
    changeUplink('center');
    expect(all.received().filter((event) => event.startsWith('uplink'))).to.deep.equal([
      'uplink center idle',
      'uplink center gone',
    ]);
    expect(restricted.received().filter((event) => event.startsWith('uplink'))).to.deep.equal([]);
  });

  it('the status of a port is sent to users who may see it, without a number', () => {
    const { read, changePort, statuses } = createTestFeed(store);
    statuses.push(portOf('/dev/bus', 'bus'), portOf('/dev/van', 'van'), portOf('/dev/all', null));
    const [all, north] = [read(everyone), read(northUser)];
    for (const { path } of statuses) changePort(path);
    expect(all.received()).to.deep.equal(['@3', 'port /dev/bus open', 'port /dev/van open', 'port /dev/all open']);
    expect(north.received()).to.deep.equal(['@3', 'port /dev/bus open']);
  });

  it('a stream beyond the limit is refused until another one ends', () => {
    const { feed, read } = createTestFeed(store, { maxSubscribers: 2 });
    const [first] = [read(everyone), read(everyone)];
    const subscribe = (): ReturnType<typeof feed.subscribe> =>
      feed.subscribe({ ...first, caller: () => everyone, address: '10.0.0.1' });
    expect(subscribe()).to.deep.include({ ok: false, code: 'rate_limited', retryAfter: 30 });
    first.leave();
    expect(subscribe()).to.include({ ok: true });
  });

  it('an error in one subscriber ends only its stream', async () => {
    const { feed, read } = createTestFeed(store);
    let ended = false;
    const receiver = {
      ...read(everyone).receiver,
      send() {
        throw new Error('broken');
      },
      end: () => (ended = true),
    };
    feed.subscribe({ receiver, caller: () => everyone, address: '10.0.0.1' });
    const { received } = read(everyone);
    await store.append([move('bus')]);
    await eventually('the broken stream has ended', () => ended);
    expect(received()).to.deep.equal(['@3', 'location bus@4']);
  });

  it('a stopped feed has no streams, subscriptions or timers left', () => {
    const { feed, read, listeners, waiting } = createTestFeed(store);
    const reader = read(everyone);
    expect([listeners.size, waiting()]).to.deep.equal([1, 1]);
    feed.stop();
    expect(reader.isOver()).to.equal(true);
    expect([listeners.size, waiting()]).to.deep.equal([0, 0]);
    expect(feed.subscribe({ ...reader, caller: () => everyone, address: '10.0.0.1' })).to.include({
      code: 'store_unavailable',
    });
  });
});
