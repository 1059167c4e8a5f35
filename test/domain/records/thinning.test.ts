import { expect } from 'chai';
import fc from 'fast-check';
import { thin, type ThinningState } from '../../../src/domain/records/thinning.js';
import type { Location } from '../../../src/schema/records/location.js';

const START = Date.UTC(2026, 10, 21, 10);
const at = (second: number, more: Partial<Location> = {}): Location => ({
  dateTime: new Date(START + 1000 * second).toISOString(),
  latitude: 52.8,
  longitude: 5.7,
  ...more,
});

/** The seconds of the fixes that are kept of one device. */
function keptSeconds(interval: number, locations: readonly Location[]): number[] {
  let previous: ThinningState | undefined;
  const seconds: number[] = [];
  for (const location of locations) {
    const { keep, next } = thin(location, previous, interval);
    previous = next;
    if (keep) seconds.push((Date.parse(location.dateTime) - START) / 1000);
  }
  return seconds;
}

describe('thin', () => {
  it('the first fix is kept, and then one per interval', () => {
    expect(
      keptSeconds(
        10,
        Array.from({ length: 35 }, (_, second) => at(second)),
      ),
    ).to.deep.equal([0, 10, 20, 30]);
  });

  it('every change of a text, a boolean or the warnings is kept, and no change of a number', () => {
    const states: Partial<Location>[] = [
      { attributes: { status: 'moored', hdop: 1 } },
      { attributes: { status: 'moored', hdop: 2 } },
      { attributes: { status: 'under way', hdop: 2 } },
      { attributes: { status: 'under way', hdop: 2, test: true } },
      { warningTexts: ['door'] },
      { warningTexts: ['door'] },
    ];
    expect(
      keptSeconds(
        600,
        states.map((more, second) => at(second, more)),
      ),
    ).to.deep.equal([0, 2, 3, 4]);
  });

  it('a fix after 0,0 is kept, and so is the first 0,0 after a fix', () => {
    const none = { latitude: 0, longitude: 0 };
    const kept = keptSeconds(10, [at(0, none), at(1, none), at(2), at(3), at(4, none), at(5, none)]);
    expect(kept).to.deep.equal([0, 2, 4]);
  });

  it('the start and the end of a movement are kept, and the noise of a receiver is no movement', () => {
    const speeds = [0, 0.3, 0.9, 0.2, 1.2, 1.6, 1.1, 0.7, 9, 0.4, 0.8, 0];
    expect(
      keptSeconds(
        600,
        speeds.map((speed, second) => at(second, { speed })),
      ),
    ).to.deep.equal([0, 5, 9]);
  });

  it('a constant state keeps one fix per interval, and no gap is longer than needed', () => {
    const gaps = fc.array(fc.integer({ min: 1, max: 30 }), { minLength: 1, maxLength: 60 });
    fc.assert(
      fc.property(gaps, fc.integer({ min: 1, max: 100 }), (steps, interval) => {
        let now = 0;
        const seconds = steps.map((step) => (now += step));
        const left = keptSeconds(
          interval,
          seconds.map((second) => at(second)),
        );
        expect(left[0]).to.equal(seconds[0]);
        for (const [index, second] of left.slice(1).entries()) {
          expect(second - (left[index] ?? 0)).to.be.at.least(interval);
          // no fix in between could have been kept
          expect(seconds.some((other) => other < second && other - (left[index] ?? 0) >= interval)).to.equal(false);
        }
      }),
      { seed: 20_261_121 },
    );
  });
});
