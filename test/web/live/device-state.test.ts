import { expect } from 'chai';
import { freshnessOf } from '../../../src/web/live/freshness.js';
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
