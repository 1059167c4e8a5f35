import { expect } from 'chai';
import fc from 'fast-check';
import { highestOf, isUsedTwice, MAX_MARKS, noteRecord, type Sender } from '../../../src/domain/records/sender.js';

const printAt = (n: number): number => (n * 2_654_435_761) >>> 0;
const after = (numbers: Iterable<number>): Sender => {
  let sender: Sender = { marks: [] };
  for (const n of numbers) sender = noteRecord(sender, n, printAt(n));
  return sender;
};

describe('what is known of a gateway that forwards', () => {
  it('the marks are ascending and bounded, and the highest number is there, in any order of arrival', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 1e12 }), { minLength: 1, maxLength: 400 }), (numbers) => {
        const sender = after(numbers);
        const marks = sender.marks.map(([n]) => n);
        expect(marks).to.deep.equal([...new Set(marks)].sort((a, b) => a - b));
        expect(marks.length).to.be.at.most(MAX_MARKS);
        expect(highestOf(sender)).to.equal(numbers.reduce((a, b) => Math.max(a, b)));
      }),
    );
  });

  it('a number that repeats with its own content is never used twice', () => {
    const sender = after(Array.from({ length: 5_000 }, (_, n) => n + 1));
    for (let n = 1; n <= 6_000; n += 1) expect(isUsedTwice(sender, n, printAt(n)), String(n)).to.equal(false);
  });

  it('a store that was put back is noticed before a third of the lost numbers is used again', () => {
    const sender = after(Array.from({ length: 100_000 }, (_, n) => n + 1));
    for (const lost of [1, 10, 100, 1_000, 50_000]) {
      const from = 100_000 - lost + 1;
      let used = 0;
      while (used < lost && !isUsedTwice(sender, from + used, printAt(from + used) + 1)) used += 1;
      expect(used, `${lost} lost`).to.be.at.most(lost / 3);
    }
  });
});
