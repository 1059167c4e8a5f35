import { expect } from 'chai';
import { failure, success } from '../../../src/errors.js';
import type { TripFix } from '../../../src/domain/trips/trip-fix.js';
import { MAX_TRIP_ITEMS } from '../../../src/schema/records/trips.js';
import { createTrips } from '../../../src/services/history/trips.js';
import { emptyState } from '../../../src/store/state/state.js';
import { userOf } from '../../support/api/users.js';
import { deviceOf } from '../../support/store/records.js';
import { zoneOf } from '../../support/store/zones.js';
import { createTestClock } from '../../support/time/clock.js';
import { createTestTime } from '../../support/time/test-time.js';

const ZONES = 100;
const STEP = 10_000;
const START = Date.UTC(2026, 10, 20);
const DAY = 86_400_000;

/** Fixes that enter and leave all zones this many times. */
const shuttle = (visits: number): TripFix[] =>
  Array.from({ length: 2 * visits }, (_, index) => ({
    ...{ ms: START + index * STEP, latitude: 52.5, longitude: index % 2 === 0 ? 5 : 5.015 },
    ...{ speed: 20, accuracy: undefined },
  }));

function tripsOf(fixes: readonly TripFix[], sliceLength: number, onSlice: () => void = () => undefined) {
  const state = emptyState();
  for (let index = 0; index < ZONES; index += 1) state.zones.set(`zone-${index}`, zoneOf(`zone-${index}`));
  const clock = createTestClock();
  async function* track({ from, to }: { readonly from: number; readonly to: number }) {
    const found = fixes.filter(({ ms }) => ms >= from && ms <= to);
    for (let at = 0; at < found.length; at += sliceLength) {
      onSlice();
      yield await Promise.resolve(found.slice(at, at + sliceLength));
    }
  }
  const trips = createTrips({
    store: { state, history: { track } },
    devices: { find: (_, id) => (id === 'bus' ? success(deviceOf(id)) : failure('not_found', 'device not found')) },
    time: createTestTime(clock),
  });
  return (from = START, to = START + DAY) => trips.range(userOf('admin'), 'bus', { from, to });
}

const refusalOf = (result: Awaited<ReturnType<ReturnType<typeof tripsOf>>>) =>
  result.ok ? undefined : { code: result.code, message: result.message };
/** The last of the trips, stops, gaps and visits is the movement itself. */
const MAX_SHUTTLES = Math.floor((MAX_TRIP_ITEMS - 1) / ZONES);

describe('createTrips', () => {
  it('a range with more than 20,000 items is refused, also if one slice has them all', async () => {
    for (const sliceLength of [100, Infinity]) {
      const answer = await tripsOf(shuttle(MAX_SHUTTLES), sliceLength)();
      expect(answer.ok && answer.value.zoneVisits.length).to.equal(MAX_SHUTTLES * ZONES);
      for (const visits of [MAX_SHUTTLES + 1, MAX_SHUTTLES + 2])
        expect(refusalOf(await tripsOf(shuttle(visits), sliceLength)())).to.deep.equal({
          code: 'validation_failed',
          message: 'the range has more than 20000 trips, stops, gaps and zone visits: ask for less at a time',
        });
    }
  });

  it('a range with too many items is not read to its end', async () => {
    let slices = 0;
    const result = await tripsOf(shuttle(4 * MAX_SHUTTLES), 100, () => (slices += 1))();
    expect(refusalOf(result)?.code).to.equal('validation_failed');
    expect(slices).to.be.within(4, 8);
  });

  it('32 days are read, and a millisecond more is refused before anything is read', async () => {
    let slices = 0;
    const range = tripsOf(shuttle(10), 100, () => (slices += 1));
    expect(refusalOf(await range(START, START + 32 * DAY + 1))).to.deep.equal({
      code: 'validation_failed',
      message: '/to must be at most 32 days after /from: ask for less at a time',
    });
    expect(slices).to.equal(0);
    expect((await range(START, START + 32 * DAY)).ok).to.equal(true);
    expect(slices).to.be.greaterThan(0);
  });

  it('an unknown device is not found', async () => {
    const trips = createTrips({
      store: { state: emptyState(), history: { track: () => expect.fail('nothing must be read') } },
      devices: { find: () => failure('not_found', 'device bus not found') },
      time: createTestTime(),
    });
    expect(refusalOf(await trips.range(userOf('admin'), 'bus', { from: 0, to: DAY }))?.code).to.equal('not_found');
  });
});
