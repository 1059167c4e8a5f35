import { expect } from 'chai';
import { formatAge } from '../../../src/web/format/age.js';
import { fromLocalInput, toLocalInput } from '../../../src/web/format/local-input.js';
import { formatSpeed } from '../../../src/web/format/quantity.js';
import { formatTimestamp } from '../../../src/web/format/time.js';
import { formatDegrees, gridLines, gridStep } from '../../../src/web/map/grid-lines.js';
import { NOW } from '../support.js';

describe('formatting', () => {
  it('a time is shown in the viewer’s zone, followed by the depot’s time where it differs', () => {
    const zones = { viewer: 'America/New_York', gateway: 'Europe/Madrid' };
    expect(formatTimestamp(NOW, 'en', zones)).to.deep.equal({
      text: '22 Nov 2026, 03:00:00',
      gateway: '22 Nov 2026, 09:00:00',
    });
    expect(formatTimestamp(NOW, 'es', zones).text).to.equal('22 nov 2026, 03:00:00');
    expect(formatTimestamp(NOW, 'en', { viewer: 'Europe/Paris', gateway: 'Europe/Madrid' }).gateway).to.equal(
      undefined,
    );
    expect(formatTimestamp(NOW, 'en', { viewer: 'UTC', gateway: undefined }).gateway).to.equal(undefined);
    expect(formatTimestamp(NOW, 'en', { viewer: 'UTC', gateway: 'No/Such' }).gateway).to.equal(undefined);
  });

  it('an age is in the largest fitting unit, and a slightly fast clock gives no future time', () => {
    expect(formatAge(-500, 'en')).to.equal('now');
    expect(formatAge(4_999, 'es')).to.equal('ahora');
    expect(formatAge(5_000, 'en')).to.match(/^5 sec/);
    expect(formatAge(59_999, 'en')).to.match(/^59 sec/);
    expect(formatAge(60_000, 'en')).to.match(/^1 min/);
    expect(formatAge(3 * 86_400_000, 'es')).to.match(/^hace 3 d/);
  });

  it('a speed is shown in the units of the viewer', () => {
    expect(formatSpeed(10, 'en', 'metric')).to.equal('36 km/h');
    expect(formatSpeed(10, 'en', 'imperial')).to.equal('22 mph');
  });

  it('date and time fields keep their value to the minute', () => {
    expect(fromLocalInput(toLocalInput(NOW + 59_000))).to.equal(NOW);
    for (const odd of ['', 'x', '2026-13-01T00:00', '2026-01-01']) expect(fromLocalInput(odd)).to.equal(undefined);
  });

  it('grid lines are never too close, and zooming in keeps all lines', () => {
    let before: number | undefined;
    for (let zoom = 2; zoom <= 19; zoom++) {
      const step = gridStep((256 * 2 ** zoom) / 360);
      if (zoom > 7) expect(step * ((256 * 2 ** zoom) / 360)).to.be.within(90, 900);
      if (before !== undefined) expect(step).to.be.at.most(before);
      before = step;
    }
    expect(gridLines(-11, 21, 10)).to.deep.equal([-10, 0, 10, 20]);
    expect(gridLines(1, 2, 10)).to.deep.equal([]);
    expect(formatDegrees(-41.5, 0.5, ['N', 'S'])).to.equal('41.5° S');
    expect(formatDegrees(0.0000001, 0.01, ['N', 'S'])).to.equal('0°');
    expect(formatDegrees(2, 1, ['E', 'W'])).to.equal('2° E');
  });
});
