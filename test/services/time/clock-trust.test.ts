import { expect } from 'chai';
import { english } from '../../../src/messages/english.js';
import { userOf } from '../../support/api/users.js';
import { valueOf } from '../../../src/errors.js';
import type { Time } from '../../../src/services/time/time.js';
import type { Store } from '../../../src/store/store.js';
import { createTestClock, type TestClock } from '../../support/time/clock.js';
import { useFolder } from '../../support/store/folder.js';
import { deviceOf, fixAt, locationOf } from '../../support/store/records.js';
import { openTestStore } from '../../support/store/store.js';
import { startTime, type RunningTime } from '../../support/time/running-time.js';

const TRUE_TIME = '2026-11-25T12:00:00.000Z';
const source = { protocol: 'nmea0183', port: '/dev/gps' };

const reasonOf = (time: Pick<Time, 'reason'>): string => {
  const reason = time.reason();
  return reason === null ? '' : english(reason);
};

describe('createClockTrust', () => {
  const folder = useFolder();
  let clock: TestClock;
  let store: Store;
  let time: Time;
  let set: RunningTime['set'];
  let pass: RunningTime['pass'];

  async function boot(name: string, at: string): Promise<void> {
    clock = createTestClock(at, name);
    store = await openTestStore(folder(), { clock });
    ({ time, set, pass } = await startTime(clock, store));
  }
  async function end(): Promise<void> {
    await time.stop();
    await store.close();
  }
  const fix = (instant: number): void => {
    const dateTime = new Date(instant).toISOString();
    time.observe({ deviceId: 'bus', locations: [{ dateTime, latitude: 0, longitude: 0 }], source });
  };
  afterEach(end);

  it('the quality is saved without other evidence, and none before the build time or the stored data', async () => {
    await boot('a', TRUE_TIME);
    expect(time.quality()).to.equal('saved');
    await store.append([{ kind: 'device', v: deviceOf('bus') }]);
    await end();
    await boot('b', '2026-11-25T11:00:00Z');
    expect(time.quality()).to.equal('none');
    expect(reasonOf(time)).to.match(
      /^the clock shows 2026-11-25T11:00:00Z, but the newest stored time is 2026-11-25T12:/,
    );
    await end();
    await boot('c', '1970-01-01T00:00:07Z');
    expect(reasonOf(time)).to.match(/^the clock shows 1970-01-01T00:00:07Z, but this program was built on .*: set it/);
  });

  it('a user accepts the clock after a start whose clock was ten years ahead', async () => {
    await boot('a', '2036-11-26T12:00:00Z');
    await store.append([locationOf('bus', { ...fixAt(0), dateTime: '2036-11-26T12:00:00.000Z' })]);
    await end();
    await boot('b', TRUE_TIME);
    expect(time.quality()).to.equal('none');
    expect(reasonOf(time)).to.match(
      /newest stored time is 2036-\S+: if the clock is right, run `waypost clock accept`/,
    );
    expect(time.date()).to.equal('2036-11-26');

    expect(await time.accept(userOf('u1', { id: 'u1' }))).to.have.property('ok', true);
    expect([time.quality(), time.reason(), time.date()]).to.deep.equal(['saved', null, '2026-11-25']);
    expect(store.state.latestTrustedTime.slice(0, 10)).to.equal('2026-11-25');
    expect(store.state.lastLocations.has('bus'), 'a fix of 2036 is no last location').to.equal(false);
    const { n } = store.state;
    await pass(60_000);
    expect(time.quality()).to.equal('saved');
    await end();
    await boot('c', '2026-11-25T13:00:00Z');
    expect([time.quality(), time.date()]).to.deep.equal(['saved', '2026-11-25']);
    expect(store.state.n - n, 'the new date is the only further entry').to.be.at.most(1);
  });

  it('a clock that the program or the trackers contradict cannot be accepted', async () => {
    await boot('a', '1970-01-01T00:00:07Z');
    const before = store.state.n;
    expect(await time.accept(userOf('u1', { id: 'u1' }))).to.deep.include({ ok: false, code: 'conflict' });
    expect(store.state.n).to.equal(before);
    await end();
    await boot('b', TRUE_TIME);
    for (let count = 0; count < 3; count++) {
      fix(clock.now() + 7_200_000);
      await pass(10_000);
    }
    expect(time.quality()).to.equal('none');
    expect(await time.accept(userOf('u1', { id: 'u1' })))
      .to.have.property('message')
      .that.match(/trackers report the GNSS time/);
    expect(time.quality()).to.equal('none');
  });

  it('a clock that was behind stays untrusted until it is set, however long it runs', async () => {
    await boot('a', TRUE_TIME);
    await store.append([{ kind: 'device', v: deviceOf('bus') }]);
    await end();
    await boot('b', '2026-11-25T11:59:00Z');
    await pass(600_000);
    expect(time.quality()).to.equal('none');
    clock.step(3_600_000);
    await pass(10_000);
    expect(time.quality()).to.equal('saved');
  });

  it('the quality rises with a battery-backed clock that agrees, and with time servers', async () => {
    await boot('a', TRUE_TIME);
    set.rtc = clock.now() + 12_000;
    await pass(10_000);
    expect(time.quality()).to.equal('rtc');
    set.rtc = Date.UTC(2000, 0, 1);
    await pass(10_000);
    expect(time.quality()).to.equal('saved');
    set.ntp = true;
    await pass(60_000);
    expect(time.quality()).to.equal('ntp');
    set.ntp = false;
    await pass(60_000);
    expect(time.quality()).to.equal('saved');
  });

  it('the quality rises with three fixes that agree, not with two, and not with old fixes sent together', async () => {
    await boot('a', TRUE_TIME);
    for (let second = 0; second < 3; second++) fix(clock.now() - 86_400_000 + second * 10_000);
    await pass(10_000);
    expect(time.quality()).to.equal('saved');
    for (const expected of ['saved', 'saved', 'gps']) {
      fix(clock.now() - 400);
      await pass(10_000);
      expect(time.quality()).to.equal(expected);
    }
    await pass(700_000);
    expect(time.quality()).to.equal('saved');
  });

  it('the clock is untrusted when satellites contradict it, unless time servers synchronize it, until it is set', async () => {
    await boot('a', TRUE_TIME);
    const ahead = 3_600_000;
    const observe = async (by: number): Promise<void> => {
      for (let count = 0; count < 3; count++) {
        fix(clock.now() + by);
        await pass(10_000);
      }
    };
    await observe(10_000);
    expect(time.quality()).to.equal('saved');
    await observe(ahead);
    expect(time.quality()).to.equal('none');
    expect(reasonOf(time)).to.match(/but trackers report the GNSS time 2026-11-25T13:.*: set it/);
    const before = time.trustedNow();
    await pass(60_000);
    expect(time.trustedNow()).to.equal(before);
    clock.step(ahead);
    await pass(10_000);
    expect(time.quality()).to.equal('saved');
    await observe(0);
    expect(time.quality()).to.equal('gps');
    await observe(-ahead);
    set.ntp = true;
    await pass(60_000);
    expect(time.quality()).to.equal('ntp');
  });

  it('the trusted time stands still while the clock is untrusted', async () => {
    await boot('a', TRUE_TIME);
    await store.append([{ kind: 'device', v: deviceOf('bus') }]);
    await end();
    await boot('b', '1970-01-01T00:00:00Z');
    expect(time.trustedNow()).to.equal(Date.parse(TRUE_TIME));
    const today = time.date();
    await pass(5 * 86_400_000);
    await store.append([locationOf('bus', fixAt(1))]);
    expect(time.trustedNow()).to.equal(Date.parse(TRUE_TIME));
    expect(time.earliestNow()).to.equal(Date.parse(TRUE_TIME) + 5 * 86_400_000);
    expect(time.date()).to.equal(today);
    expect(time.view()).to.include({ quality: 'none', nextMidnight: null, localDate: today, bootId: 'b' });
  });

  describe('a clock that becomes trusted', () => {
    const undated = (deviceId: string, extra: object = {}) =>
      ({
        kind: 'location',
        v: {
          deviceId,
          location: { ...fixAt(0), dateTime: new Date(clock.now()).toISOString(), ...extra },
          source,
        },
      }) as const;
    const hour = { from: Date.parse('2026-11-25T11:00:00Z'), to: Date.parse('2026-11-25T13:00:00Z'), limit: 10 };
    const storedRecords = async (deviceId: string) =>
      valueOf(await store.history.locations({ deviceId, ...hour })).records;

    /** Stores a record without its own time 20 minutes before the clock is set, one with its own time, and an alert. */
    async function recordUntrusted(): Promise<void> {
      await boot('a', '2026-11-20T12:00:00Z');
      await store.append([locationOf('bus', fixAt(1)), locationOf('van', fixAt(1))]);
      await end();
      await boot('b', '1970-01-01T00:00:10Z');
      await store.append([undated('bus', { attributes: { timeSource: 'gateway', clockQuality: 'none' } })]);
      const own = { ...fixAt(0), dateTime: '2026-11-25T11:50:00.000Z' };
      const alert = { dateTime: new Date(clock.now()).toISOString(), alerts: ['SOSButton'] };
      await store.append([locationOf('van', own), { kind: 'alert', v: { deviceId: 'cab', alert, source } }]);
      await pass(1_200_000);
      clock.step(Date.parse(TRUE_TIME) - clock.now());
      // Written after the step and before its detection, so its time is right already.
      await store.append([undated('tram')]);
      set.ntp = true;
      await pass(10_000);
    }

    it('records stamped in this run are restamped and marked, and records with their own time stay', async () => {
      await recordUntrusted();
      const check = async (): Promise<void> => {
        const [bus, ...more] = await storedRecords('bus');
        expect(more).to.deep.equal([]);
        expect(bus).to.deep.include({ dateTime: '2026-11-25T11:40:00.000Z' });
        expect(bus?.attributes).to.include({ timeSource: 'gateway', restamped: true });
        expect(
          (await storedRecords('van')).map(({ dateTime, attributes }) => [dateTime, attributes?.restamped]),
        ).to.deep.equal([['2026-11-25T11:50:00.000Z', undefined]]);
        expect((await storedRecords('tram')).map(({ dateTime }) => dateTime)).to.deep.equal([TRUE_TIME]);
        const alerts = valueOf(await store.history.alerts({ deviceId: 'cab', ...hour })).records;
        expect(alerts).to.have.lengthOf(1);
        expect(alerts[0]).to.include({ dateTime: '2026-11-25T11:40:00.000Z', restamped: true });
        const long = { from: 0, to: Date.parse('2026-11-01T00:00:00Z'), limit: 10 };
        expect(valueOf(await store.history.locations({ deviceId: 'bus', ...long })).records).to.deep.equal([]);
        expect(store.state.lastLocations.get('bus')?.dateTime).to.equal('2026-11-25T11:40:00.000Z');
        expect(store.state.lastLocations.get('van')?.dateTime).to.equal('2026-11-25T11:50:00.000Z');
        expect(store.state.lastSeen.get('bus')?.at).to.equal('2026-11-25T11:40:00.000Z');
      };
      await check();
      await end();
      await boot('c', '2026-11-25T12:30:00Z');
      await check();
    });

    it('pages of restamped records are in the order of their new times', async () => {
      await recordUntrusted();
      await store.append([locationOf('bus', { ...fixAt(0), dateTime: '2026-11-25T11:30:00.000Z' })]);
      await store.append([locationOf('bus', { ...fixAt(0), dateTime: '2026-11-25T11:45:00.000Z' })]);
      const found: string[] = [];
      let cursor: string | undefined;
      do {
        const query = { deviceId: 'bus', ...hour, limit: 1, ...(cursor !== undefined && { cursor }) };
        const page = valueOf(await store.history.locations(query));
        found.push(...page.records.map(({ dateTime }) => dateTime.slice(11, 16)));
        cursor = page.next;
      } while (cursor !== undefined);
      expect(found).to.deep.equal(['11:30', '11:40', '11:45']);
    });

    it('records stamped in 1970 by another run are not restamped', async () => {
      await boot('a', '1970-01-01T00:00:10Z');
      await store.append([undated('bus')]);
      await end();
      await boot('b', '1970-01-01T00:00:10Z');
      clock.step(Date.parse(TRUE_TIME) - clock.now());
      await pass(10_000);
      expect(await storedRecords('bus')).to.deep.equal([]);
      expect(store.state.untrusted).to.deep.equal([]);
    });
  });
});
