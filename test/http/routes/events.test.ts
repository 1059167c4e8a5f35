import { expect } from 'chai';
import { useApp } from '../../support/gateway/app.js';
import { request, signIn } from '../../support/api/client.js';
import { expectFailure } from '../../support/api/envelope.js';
import { NO_TIMEOUTS } from '../../support/api/no-timeouts.js';
import { openEvents, type TestEventSource } from '../../support/api/event-source.js';
import { eventually } from '../../support/gateway/eventually.js';
import { groupOf } from '../../support/api/examples.js';
import { TEST_KEY } from '../../support/gateway/gateway.js';
import { deviceOf, fixAt, longFixAt } from '../../support/store/records.js';
import { createTestTimers } from '../../support/time/test-timers.js';
import { userOf, usersWithKey } from '../../support/api/users.js';

const guest = userOf('guest', { group: 'north' });
const numbersOf = ({ received }: TestEventSource): number[] =>
  received.filter(({ type }) => type === 'location').map(({ lastEventId }) => Number(lastEventId));
const secondsOf = ({ received }: TestEventSource): string[] =>
  received.flatMap(({ type, data }) =>
    type === 'location' ? (data as { location: { dateTime: string } }).location.dateTime : [],
  );

describe('GET /api/events', () => {
  const { timers, advance } = createTestTimers();
  const app = useApp({
    timers,
    limits: NO_TIMEOUTS,
    // Small segments, so that the log of a test has many.
    config: { store: { segmentBytes: 65_536 } },
    seed: async () => [
      { kind: 'device', v: deviceOf('bus') },
      { kind: 'device', v: deviceOf('van') },
      { kind: 'group', v: groupOf('north', ['bus']) },
      ...(await usersWithKey(guest)),
    ],
  });
  const opened: TestEventSource[] = [];
  let second = 0;

  async function open(lastEventId?: number | string, token = app.admin().token, query = ''): Promise<TestEventSource> {
    const path = `/api/events${query}`;
    const source = await openEvents(app.url(), { token, path, ...(lastEventId === undefined ? {} : { lastEventId }) });
    opened.push(source);
    await eventually('the stream has started', () => source.others.length > 0 || source.status !== 200);
    return source;
  }
  const guestToken = async (): Promise<string> =>
    (await signIn(app.url(), { userName: 'guest', apiKey: TEST_KEY })).token;
  const move = (deviceId: string, fix = fixAt) => app.call('POST', `/api/devices/${deviceId}/locations`, fix(second++));

  afterEach(() => {
    for (const source of opened.splice(0)) source.close();
  });

  it('the stream is uncacheable, has a retry interval and sends locations, alerts and device changes', async () => {
    const source = await open();
    expect(source.headers).to.include({
      'content-type': 'text/event-stream',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    });
    expect(source.others).to.deep.equal(['retry: 3000']);
    await move('bus');
    const { data, lastEventId } = await source.next('location');
    expect(data).to.deep.equal({ deviceId: 'bus', location: fixAt(second - 1) });
    expect(lastEventId).to.match(/^\d+$/);
    await app.call('POST', '/api/devices/bus/alerts', { alertName: 'SOSButton', dateTime: fixAt(second).dateTime });
    const alert = (await source.next('alert')).data as { deviceId: string; alert: { id: string; alerts: string[] } };
    expect(alert.deviceId).to.equal('bus');
    expect(alert.alert).to.deep.include({ alerts: ['SOSButton'], email: false, sms: false });
    expect(Number(alert.alert.id)).to.be.greaterThan(Number(lastEventId));
    const { body } = await app.call('PATCH', '/api/devices/bus', { name: 'Line 7' });
    expect((await source.next('device')).data).to.deep.equal({ deviceId: 'bus', device: body.device });
  });

  it('a call without a token is refused', async () => {
    expectFailure(await request(app.url(), 'GET', '/api/events'), 'token_missing');
  });

  it('an event id that is no number counts as absent', async () => {
    const sources = [await open('x'), await open(undefined, undefined, '?after=x')];
    await move('bus');
    for (const source of sources) {
      await source.next('location');
      expect(source.received.map(({ data }) => data)).to.deep.equal([{ deviceId: 'bus', location: fixAt(second - 1) }]);
    }
  });

  it('`after` starts at an entry or at a page of records, and Last-Event-ID counts before it', async () => {
    await move('bus');
    await move('bus');
    const next = String((await app.call('GET', '/api/records')).body.next);
    await move('bus');
    const n = Number(next.split('.')[1]);
    const cases: [string, number | undefined, number][] = [
      [`?after=${n}`, undefined, 1],
      [`?after=${next}`, undefined, 1],
      [`?after=${n}`, n - 1, 2],
    ];
    for (const [query, lastEventId, count] of cases) {
      const source = await open(lastEventId, undefined, query);
      await eventually(`${query}: the events have arrived`, () => source.received.length === count);
      expect(secondsOf(source).at(-1)).to.equal(fixAt(second - 1).dateTime);
    }
    const other = await open(undefined, undefined, `?after=aaaaaaaa.${n}`);
    expect((await other.next('gap')).data).to.include({ from: 1 });
  });

  it('everything since the first entry is sent, without a gap', async () => {
    await move('bus');
    const source = await open(undefined, undefined, '?after=0');
    await eventually('the newest location has arrived', () => secondsOf(source).at(-1) === fixAt(second - 1).dateTime);
    expect(source.received.map(({ type }) => type)).to.include.members(['device', 'location']);
    expect(source.received.map(({ type }) => type)).not.to.include('gap');
    expect(secondsOf(source)).to.have.lengthOf(second);
  });

  it('a restricted user gets only the events of visible devices', async () => {
    const source = await open(undefined, await guestToken());
    await move('van');
    await move('bus');
    await source.next('location');
    expect(source.received.map(({ data }) => data)).to.deep.equal([{ deviceId: 'bus', location: fixAt(second - 1) }]);
  });

  it('a heartbeat advances the last event id', async () => {
    const source = await open(undefined, await guestToken());
    const before = Number(source.lastEventId());
    await move('van');
    await advance(15_000);
    await eventually('a heartbeat arrives', () => source.others.includes(': '));
    await eventually('the event id has advanced', () => Number(source.lastEventId()) > before);
    expect(source.received).to.deep.equal([]);
  });

  it('the stream ends when the user is disabled or deleted, or gets a new key', async () => {
    for (const change of [
      () => app.call('PATCH', `/api/users/${guest.id}`, { disabled: true }),
      () => app.call('POST', `/api/users/${guest.id}/apiKey`),
      () => app.call('DELETE', `/api/users/${guest.id}`),
    ]) {
      await app.change([{ kind: 'group', v: groupOf('north', ['bus']) }, ...(await usersWithKey(guest))]);
      const source = await open(undefined, await guestToken());
      await change();
      await eventually('the stream has ended', source.isOver);
    }
  });

  it('a stream resumes at its last event, across a restart and many segments', async () => {
    const first = await open();
    const firstSecond = second;
    for (let i = 0; i < 30; i++) await move('bus', longFixAt);
    await eventually('all events are received', () => first.received.length === 30);
    const lastEventId = first.lastEventId();
    first.close();
    for (let i = 0; i < 40; i++) await move('bus', longFixAt);
    await app.change([]);
    for (let i = 0; i < 40; i++) await move('van', longFixAt);
    const [resumed] = await Promise.all([
      open(lastEventId),
      (async () => {
        for (let i = 0; i < 40; i++) await move('bus', longFixAt);
      })(),
    ]);
    await eventually('all events are received', () => resumed.received.length >= 120);
    const all = [...secondsOf(first), ...secondsOf(resumed)];
    expect(all).to.deep.equal(Array.from({ length: 150 }, (_, i) => fixAt(firstSecond + i).dateTime));
    expect(resumed.received.map(({ type }) => type)).not.to.include('gap');
    const numbers = numbersOf(resumed);
    expect(numbers).to.deep.equal([...numbers].sort((a, b) => a - b));
  });

  it('an event id that is not in the log gives a gap and the newest state', async () => {
    await move('bus');
    const source = await open(999_999_999);
    const { data } = await source.next('gap');
    expect(data).to.include({ from: 1 });
    expect(source.received.map(({ type }) => type)).to.deep.equal([
      'gap',
      ...source.received.slice(1).map(() => 'location'),
    ]);
    await eventually(
      'the event id is the end of the gap',
      () => source.lastEventId() === String((data as { to: number }).to),
    );
  });

  it('a hundred clients may read, and one more after a client has left', async () => {
    const canOpen = async (): Promise<boolean> => (await open()).status === 200;
    // Clients of earlier tests may not have left yet.
    for (let i = 0; i < 100; i++) await eventually('there is room', canOpen);
    const refused = await app.call('GET', '/api/events');
    expectFailure(refused, 'rate_limited');
    expect(refused.headers.get('Retry-After')).to.equal('30');
    opened.pop()?.close();
    opened[0]?.close();
    await eventually('there is room again', canOpen);
  });

  it('a HEAD request leaves no client behind', async () => {
    for (let i = 0; i < 101; i++) {
      const answer = await fetch(`${app.url()}/api/events`, {
        method: 'HEAD',
        headers: { Authorization: `Bearer ${app.admin().token}` },
      });
      expect(answer.status).to.equal(200);
    }
    await move('bus');
  });

  it('a stop waits for no stream, even if its client does not read', async () => {
    const [reading, stuck] = [await open(), await open()];
    stuck.pause();
    // More than the kernel buffers: the rest waits in the gateway.
    for (let i = 0; i < 12; i++) {
      const locations = Array.from({ length: 300 }, () => longFixAt(second++));
      await app.call('POST', '/api/devices/bus/locations', { locations });
    }
    await app.stop();
    await eventually('the stream has ended', reading.isOver);
    await app.change([]);
  });
});

describe('GET /api/events over midnight', () => {
  const { timers, advance } = createTestTimers();
  const app = useApp({ timers, config: { timeZone: 'Europe/Madrid' } });

  it('a day event marks midnight, and the stream ends with the token', async () => {
    const source = await openEvents(app.url(), { token: app.admin().token });
    await eventually('the stream has started', () => source.others.length > 0);
    app.clock.advance(Date.parse('2026-11-21T23:00:00Z') - app.clock.now());
    await advance(10_000);
    const { data, lastEventId } = await source.next('day');
    expect(data).to.deep.equal({ date: '2026-11-22', timeZone: 'Europe/Madrid' });
    expect(lastEventId).to.match(/^\d+$/);
    app.clock.advance(86_400_000);
    await advance(15_000);
    await eventually('the stream has ended', source.isOver);
  });
});
