import { expect } from 'chai';
import fc from 'fast-check';
import { createPrng } from '../../../src/simulator/prng.js';
import { shownTime } from '../../../src/simulator/faults/clock.js';
import { cut } from '../../../src/simulator/faults/cut.js';
import { createFaultInjector, type Faults } from '../../../src/simulator/faults/index.js';
import { noise } from '../../../src/simulator/faults/noise.js';
import { shuffled } from '../../../src/simulator/faults/shuffle.js';
import { isWithin } from '../../../src/simulator/faults/windows.js';

const T0 = Date.UTC(2026, 10, 21, 8);
const lines = Buffer.from('first line\nsecond line\nthird\n');
const text = (bytes: Uint8Array): string => Buffer.from(bytes).toString('latin1');

const rate = fc.double({ min: 0, max: 1, noNaN: true });
const windows = fc.record({ every: fc.integer({ min: 1, max: 60 }), lasts: fc.integer({ min: 1, max: 60 }) });
const anyFaults: fc.Arbitrary<Faults> = fc.record(
  { noise: rate, cut: rate, resend: rate, silence: windows },
  { requiredKeys: [] },
);

describe('createFaultInjector', () => {
  it('the faults depend only on seed, tracker, time and bytes', () => {
    const sent = fc.record({ elapsed: fc.nat(), index: fc.nat({ max: 5 }), bytes: fc.uint8Array({ maxLength: 80 }) });
    fc.assert(
      fc.property(anyFaults, fc.integer(), fc.array(sent, { maxLength: 10 }), (faults, seed, all) => {
        const forwards = all.map(createFaultInjector(faults, seed, 'trk-1'));
        const backwards = [...all]
          .reverse()
          .map(createFaultInjector(faults, seed, 'trk-1'))
          .reverse();
        expect(backwards).to.deep.equal(forwards);
      }),
      { seed: 20_261_121 },
    );
  });

  it('the faults differ between seeds and between trackers', () => {
    const one = { elapsed: 1_000, index: 1, bytes: Buffer.alloc(200, 'x') };
    const received = [1, 2].flatMap((seed) =>
      ['a', 'b'].map((name) => createFaultInjector({ noise: 0.1 }, seed, name)(one)),
    );
    expect(new Set(received.map(({ arrives: [bytes = lines] }) => text(bytes))).size).to.equal(4);
  });

  it('a transmission without faults is unchanged', () => {
    expect(createFaultInjector({}, 1, 'a')({ elapsed: 5, index: 0, bytes: lines })).to.deep.equal({
      arrives: [lines],
      faults: [],
    });
  });

  it('several faults are combined, and each is reported', () => {
    const inject = createFaultInjector({ noise: 1, cut: 1, resend: 1 }, 1, 'a');
    const { arrives, faults } = inject({ elapsed: 5, index: 0, bytes: lines });
    expect(arrives).to.have.length(2);
    expect(faults).to.deep.equal(['resend', 'cut', 'noise', 'cut', 'noise']);
  });

  it('no transmission arrives during a silence', () => {
    const inject = createFaultInjector({ silence: { every: 10, lasts: 10 } }, 1, 'a');
    const received = Array.from({ length: 20 }, (_, second) =>
      inject({ elapsed: second * 1000, index: 0, bytes: lines }),
    );
    expect(received.filter(({ arrives }) => arrives.length === 0)).to.have.length(10);
    expect(received.filter(({ faults }) => faults.includes('silence'))).to.have.length(10);
  });
});

describe('noise', () => {
  it('the number of damaged bytes matches the rate', () => {
    const { hits, bytes } = noise(new Uint8Array(10_000), 0.1, createPrng(1));
    expect(hits).to.be.within(900, 1_100);
    expect(bytes.length).to.be.within(10_400, 10_600);
    expect(noise(lines, 0, createPrng(1))).to.deep.equal({ bytes: Uint8Array.from(lines), hits: 0 });
  });
});

describe('cut', () => {
  it('a cut line loses its start or its end, but not all of it', () => {
    fc.assert(
      fc.property(fc.integer(), (seed) => {
        const { bytes, hits } = cut(Buffer.from('abcdef\n'), 1, createPrng(seed));
        expect(hits).to.equal(1);
        expect(bytes.length).to.be.within(1, 6);
        expect('abcdef\n'.startsWith(text(bytes)) || 'abcdef\n'.endsWith(text(bytes))).to.equal(true);
      }),
      { seed: 20_261_121 },
    );
  });

  it('the number of cut lines matches the rate, and the other lines are unchanged', () => {
    expect(cut(lines, 0, createPrng(1))).to.deep.equal({ bytes: lines, hits: 0 });
    const many = Buffer.from('a line\n'.repeat(1_000));
    const { bytes, hits } = cut(many, 0.2, createPrng(1));
    expect(hits).to.be.within(150, 250);
    expect(text(bytes).match(/(?<=^|\n)a line(?=\n)/g)?.length).to.be.at.least(1_000 - 2 * hits);
  });

  it('empty bytes and a line without a line ending can be cut', () => {
    expect(cut(new Uint8Array(0), 1, createPrng(1)).hits).to.equal(0);
    expect(cut(Buffer.from('abc'), 1, createPrng(1)).bytes.length).to.be.within(1, 2);
  });
});

describe('isWithin', () => {
  it('a window is active for `lasts` after each `every`, shifted by its phase', () => {
    const on = Array.from({ length: 24 }, (_, second) => isWithin({ every: 10, lasts: 2 }, 0, second * 1000));
    expect(on.flatMap((isOn, second) => (isOn ? [second] : []))).to.deep.equal([10, 11, 22, 23]);
    expect(isWithin({ every: 10, lasts: 2 }, 0.5, 5_000)).to.equal(true);
  });
});

describe('shuffled', () => {
  it('the order contains each number once', () => {
    fc.assert(
      fc.property(fc.nat({ max: 50 }), fc.integer(), (count, seed) => {
        const order = shuffled(count, createPrng(seed));
        expect([...order].sort((a, b) => a - b)).to.deep.equal(Array.from({ length: count }, (_, n) => n));
      }),
      { seed: 20_261_121 },
    );
    expect(shuffled(10, createPrng(1))).to.not.deep.equal(Array.from({ length: 10 }, (_, n) => n));
  });
});

describe('shownTime', () => {
  it('a clock can be off, gain time, or start in 1970', () => {
    const day = 86_400_000;
    expect(shownTime({}, T0 + 5, T0)).to.equal(T0 + 5);
    expect(shownTime({ offset: -3_600 }, T0, T0)).to.equal(T0 - 3_600_000);
    expect(shownTime({ drift: 2 }, T0 + day / 2, T0)).to.equal(T0 + day / 2 + 1_000);
    expect(shownTime({ offset: 'unset' }, T0 + 7_000, T0)).to.equal(7_000);
  });
});
