import { expect } from 'chai';
import { freshnessOf } from '../../../src/web/live/freshness.js';
import { markerStateOf } from '../../../src/web/live/marker-state.js';
import { mercator } from '../../../src/web/live/mercator.js';
import { matchesSearch } from '../../../src/web/live/search.js';
import { emptyDevice, withDevice, withHistory, withLocation } from '../../../src/web/live/device-state.js';
import { extendTrail, TRAIL_MS, type TrailPoint } from '../../../src/web/live/trail.js';
import { deviceView, fix, NOW } from '../support.js';

const bus = withDevice(emptyDevice('bus'), deviceView('bus'));

describe('the state of a device', () => {
  it('a device becomes live, stale, never seen or expired by the clock alone', () => {
    expect(freshnessOf(bus, NOW)).to.equal('silent');
    const received = withLocation(bus, fix(0), NOW);
    expect(freshnessOf(received, NOW + 300_000)).to.equal('live');
    expect(freshnessOf(received, NOW + 300_001)).to.equal('stale');
    const temporary = withDevice(received, deviceView('bus', { expires: fix(60).dateTime }));
    expect(freshnessOf(temporary, NOW + 59_999)).to.equal('live');
    expect(freshnessOf(temporary, NOW + 60_000)).to.equal('expired');
    expect(freshnessOf(withDevice(received, deviceView('bus', { state: 'expired' })), NOW)).to.equal('expired');
  });

  it('a device is stale after three of its usual intervals, but not within five minutes', () => {
    const HOUR = 3_600_000;
    const hourly = [0, 1, 2, 3].reduce((tracked, hour) => withLocation(tracked, fix(hour), NOW + hour * HOUR), bus);
    expect(freshnessOf(hourly, NOW + 6 * HOUR)).to.equal('live');
    expect(freshnessOf(hourly, NOW + 6 * HOUR + 1)).to.equal('stale');
    const fast = withLocation(withLocation(bus, fix(0), NOW), fix(1), NOW + 1_000);
    expect(freshnessOf(fast, NOW + 301_000)).to.equal('live');
    expect(freshnessOf(fast, NOW + 301_001)).to.equal('stale');
    // A night does not make it a slow one.
    const morning = withLocation(fast, fix(2), NOW + 14 * HOUR);
    expect(freshnessOf(morning, NOW + 14 * HOUR + 20 * 60_000)).to.equal('stale');
  });

  it('a freshly loaded page knows the usual interval from the gateway', () => {
    const HOUR = 3_600_000;
    const loaded = withDevice(
      emptyDevice('bus'),
      deviceView('bus', { lastSeen: fix(0).dateTime, usualInterval: 3_600 }),
    );
    expect(freshnessOf(loaded, NOW + 3 * HOUR)).to.equal('live');
    expect(freshnessOf(loaded, NOW + 3 * HOUR + 1)).to.equal('stale');
    const later = withLocation(loaded, fix(0), NOW + HOUR);
    expect(freshnessOf(later, NOW + 4 * HOUR)).to.equal('live');
  });

  it('a device whose port is closed is stale until it reports over another port', () => {
    const received = withLocation(bus, fix(0), NOW);
    expect(freshnessOf({ ...received, portClosedAt: NOW }, NOW)).to.equal('stale');
    expect(freshnessOf(withLocation({ ...received, portClosedAt: NOW }, fix(1), NOW + 1), NOW + 1)).to.equal('live');
  });

  it('a marker shows attention first, then whether the device is live, then whether it moves', () => {
    const at = (speed: number) => withLocation(bus, { ...fix(0), speed }, NOW);
    expect(markerStateOf(at(5), NOW)).to.equal('moving');
    expect(markerStateOf(at(0.2), NOW)).to.equal('stopped');
    expect(markerStateOf(at(5), NOW + 600_000)).to.equal('stale');
    expect(markerStateOf({ ...at(5), needsAttention: true }, NOW + 600_000)).to.equal('attention');
    expect(markerStateOf(withDevice(at(5), deviceView('bus', { state: 'expired' })), NOW)).to.equal('expired');
  });

  it('the trail of the last minutes is bounded, ascending and ends at the current position', () => {
    const trail = Array.from({ length: 3600 }, (_, second) => fix(second)).reduce<TrailPoint[]>(extendTrail, []);
    expect(trail.length).to.be.within(50, 80);
    expect(trail.at(-1)).to.deep.equal({ at: NOW + 3_599_000, ...mercator(fix(3599).latitude, 2) });
    expect(trail.every(({ at }, index) => index === 0 || at > (trail[index - 1]?.at ?? at))).to.equal(true);
    expect((trail.at(-1)?.at ?? 0) - (trail[0]?.at ?? 0)).to.be.lessThan(TRAIL_MS);
    expect(extendTrail(trail, fix(10))).to.deep.equal(trail);
  });

  it('the trail joins stored fixes and the fixes received since', () => {
    const received = [fix(20), fix(30)].reduce((tracked, location) => withLocation(tracked, location, NOW), bus);
    const joined = withHistory(received, [fix(0), fix(10), fix(20)]);
    expect(joined.trail.map(({ at }) => (at - NOW) / 1000)).to.deep.equal([0, 10, 20, 30]);
  });

  it('search finds a device by any of its words, ignoring case and accents', () => {
    const line = withDevice(
      bus,
      deviceView('bus', {
        name: 'Línea 7',
        tags: { depot: 'North' },
        source: { protocol: 'wpt', port: '/dev/ttyUSB0' },
      }),
    );
    for (const words of ['', 'linea', 'NORTH 7', 'ttyusb0', ' wpt  bus ']) {
      expect(matchesSearch(line, { words, freshness: 'any' }, NOW), words).to.equal(true);
    }
    expect(matchesSearch(line, { words: 'linea 8', freshness: 'any' }, NOW)).to.equal(false);
    expect(matchesSearch(line, { words: '', freshness: 'live' }, NOW)).to.equal(false);
    expect(matchesSearch(line, { words: 'north', freshness: 'silent' }, NOW)).to.equal(true);
  });

  it('a position is drawn at its projected point', () => {
    expect(mercator(0, 0)).to.deep.equal({ x: 0.5, y: 0.5 });
    expect(mercator(90, -180).x).to.equal(0);
    expect(mercator(90, -180).y).to.be.closeTo(0, 1e-9);
    expect(mercator(-90, 180).y).to.be.closeTo(1, 1e-9);
    // 2 tan⁻¹(e^π/2) − 90°: a quarter of the way down.
    expect(mercator(66.51326044, 0).y).to.be.closeTo(0.25, 1e-9);
  });
});
