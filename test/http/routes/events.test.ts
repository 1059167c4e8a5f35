import { expect } from 'chai';
import { createClock } from '../../../src/time/clock.js';
import { useApp } from '../../support/app.js';
import { request, signIn } from '../../support/client.js';
import { expectFailure } from '../../support/envelope.js';
import { openEvents, type TestEventSource } from '../../support/event-source.js';
import { eventually } from '../../support/eventually.js';
import { groupOf } from '../../support/examples.js';
import { TEST_KEY } from '../../support/gateway.js';
import { deviceOf, fixAt, longFixAt } from '../../support/records.js';
import { createTestTimers } from '../../support/test-timers.js';
import { userOf, usersWithKey } from '../../support/users.js';

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
    // Small segments: the log of a test has many.
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

  async function open(lastEventId?: number | string, token = app.admin().token): Promise<TestEventSource> {
    const source = await openEvents(app.url(), { token, ...(lastEventId === undefined ? {} : { lastEventId }) });
    opened.push(source);
    await eventually('it has begun', () => source.others.length > 0 || source.status !== 200);
    return source;
  }
  const guestToken = async (): Promise<string> =>
    (await signIn(app.url(), { userName: 'guest', apiKey: TEST_KEY })).token;
  const move = (deviceId: string, fix = fixAt) => app.call('POST', `/api/devices/${deviceId}/locations`, fix(second++));

  afterEach(() => {
    for (const source of opened.splice(0)) source.close();
  });

  it('is a stream that nothing on the way may keep, and that says when to come back', async () => {
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

  it('refuses who has no token, and a number that is none', async () => {
    expectFailure(await request(app.url(), 'GET', '/api/events'), 'token_missing');
    const answer = await app.call('GET', '/api/events', undefined, { 'Last-Event-ID': 'x' });
    expectFailure(answer, 'validation_failed', /^header Last-Event-ID/);
  });

  it('tells a user of his own devices alone', async () => {
    const source = await open(undefined, await guestToken());
    await move('van');
    await move('bus');
    await source.next('location');
    expect(source.received.map(({ data }) => data)).to.deep.equal([{ deviceId: 'bus', location: fixAt(second - 1) }]);
  });

  it('beats, and says then how far it has come', async () => {
    const source = await open(undefined, await guestToken());
    const before = Number(source.lastEventId());
    await move('van');
    await advance(15_000);
    await eventually('the heart beats', () => source.others.includes(': '));
    await eventually('it has come further', () => Number(source.lastEventId()) > before);
    expect(source.received).to.deep.equal([]);
  });

  it('ends when the token does, when the user is disabled, and when his key is replaced', async () => {
    for (const change of [
      () => app.call('PATCH', `/api/users/${guest.id}`, { disabled: true }),
      () => app.call('POST', `/api/users/${guest.id}/apiKey`),
      () => app.call('DELETE', `/api/users/${guest.id}`),
    ]) {
      await app.change([{ kind: 'group', v: groupOf('north', ['bus']) }, ...(await usersWithKey(guest))]);
      const source = await open(undefined, await guestToken());
      await change();
      await eventually('the stream is over', source.isOver);
    }
  });

  it('goes on exactly where it was, over a restart and many segments', async function () {
    this.timeout(60_000);
    const first = await open();
    const begin = second;
    for (let i = 0; i < 30; i++) await move('bus', longFixAt);
    await eventually('all were heard', () => first.received.length === 30);
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
    await eventually('all were heard', () => resumed.received.length >= 120, 10_000);
    const all = [...secondsOf(first), ...secondsOf(resumed)];
    expect(all).to.deep.equal(Array.from({ length: 150 }, (_, i) => fixAt(begin + i).dateTime));
    expect(resumed.received.map(({ type }) => type)).not.to.include('gap');
    const numbers = numbersOf(resumed);
    expect(numbers).to.deep.equal([...numbers].sort((a, b) => a - b));
  });

  it('begins with a gap and the newest state when the number is not one of this log', async () => {
    await move('bus');
    const source = await open(999_999_999);
    const { data } = await source.next('gap');
    expect(data).to.include({ from: 1 });
    expect(source.received.map(({ type }) => type)).to.deep.equal(['gap', ...source.received.slice(1).map(() => 'location')]);
    await eventually('it says where to go on from', () => source.lastEventId() === String((data as { to: number }).to));
  });

  it('has room for a hundred readers, and for another once one has left', async () => {
    const enter = async (): Promise<boolean> => (await open()).status === 200;
    // Those of the tests before may not all be gone yet.
    for (let i = 0; i < 100; i++) await eventually('there is room', enter);
    const refused = await app.call('GET', '/api/events');
    expectFailure(refused, 'rate_limited');
    expect(refused.headers.get('Retry-After')).to.equal('30');
    opened.pop()?.close();
    opened[0]?.close();
    await eventually('there is room again', enter);
  });

  it('leaves no reader behind for who asks for its headers alone', async () => {
    for (let i = 0; i < 101; i++) {
      const answer = await fetch(`${app.url()}/api/events`, {
        method: 'HEAD',
        headers: { Authorization: `Bearer ${app.admin().token}` },
      });
      expect(answer.status).to.equal(200);
    }
    await move('bus');
  });

  it('ends at once when the gateway stops, also for who does not read', async () => {
    const [reading, stuck] = [await open(), await open()];
    stuck.pause();
    // More than the kernel takes: the rest waits in the gateway.
    for (let i = 0; i < 12; i++) {
      const locations = Array.from({ length: 300 }, () => longFixAt(second++));
      await app.call('POST', '/api/devices/bus/locations', { locations });
    }
    const clock = createClock();
    const begin = clock.monotonic();
    await app.stop();
    expect(clock.monotonic() - begin).to.be.lessThan(3_000);
    await eventually('the stream is over', reading.isOver);
    await app.change([]);
  });
});

describe('GET /api/events over midnight', () => {
  const { timers, advance } = createTestTimers();
  const app = useApp({ timers, config: { timeZone: 'Europe/Madrid' } });

  it('tells that a day has begun, and ends when the token does', async () => {
    const source = await openEvents(app.url(), { token: app.admin().token });
    await eventually('it has begun', () => source.others.length > 0);
    app.clock.advance(Date.parse('2026-11-21T23:00:00Z') - app.clock.now());
    await advance(10_000);
    const { data, lastEventId } = await source.next('day');
    expect(data).to.deep.equal({ date: '2026-11-22', timeZone: 'Europe/Madrid' });
    expect(lastEventId).to.match(/^\d+$/);
    app.clock.advance(86_400_000);
    await advance(15_000);
    await eventually('the stream is over', source.isOver);
  });
});
