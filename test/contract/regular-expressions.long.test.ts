import { expect } from 'chai';
import { pumpRegex } from '../support/regexes/pump-regex.js';
import { sourceRegexes } from '../support/regexes/source-regexes.js';

/** ms for a text of 1 MB: usual are 2 to 20. */
const MAX_MS = 1_000;
const SHOWN = 10;

describe('regular expressions', () => {
  it('an expression takes no more time for a character of a long text than for one of a short text', function () {
    this.timeout(10 * this.timeout());
    const regexes = sourceRegexes();
    expect(regexes.length).to.be.greaterThan(300);
    const measured = regexes.map(({ where, regex }) => ({ where, regex, ...pumpRegex(regex) }));
    const line = ({ where, regex, ms, text }: (typeof measured)[number]): string =>
      `${ms.toFixed(1)} ms  ${where}  ${String(regex)}  ${text}`;
    const slowest = measured.toSorted((a, b) => b.ms - a.ms).slice(0, SHOWN);
    console.log(
      [`      ${regexes.length} expressions, the slowest for 1 MB:`, ...slowest.map(line)].join('\n        '),
    );
    expect(measured.filter(({ isSuperlinear, ms }) => isSuperlinear || ms > MAX_MS).map(line)).to.deep.equal([]);
  });
});
