import { expect } from 'chai';
import { nmea0183 } from '../../src/protocols/nmea0183/index.js';
import { runProtocol, locationsOf } from '../support/protocols/framing.js';
import { casesOf, createTally, inputOf } from './corpus.js';
import { hasFeet, judge, VALUES, type Fix } from './fix.js';

describe('NMEA epochs of gpsd', () => {
  const cases = casesOf<Fix>('gpsd-nmea-epoch.jsonl');
  const tally = createTally();
  after(() => {
    tally.print();
  });

  it('the corpus has epochs', () => {
    expect(cases).to.not.be.empty;
  });

  it('every epoch gives the fix of gpsd', () => {
    for (const testCase of cases.filter(({ expected }) => expected.valid)) {
      const { expected, suspect = [] } = testCase;
      const where = `${testCase.id} ${testCase.source}`;
      const fixes = locationsOf(runProtocol(nmea0183, [inputOf(testCase)]));
      const decoded = fixes.at(-1);
      if (!suspect.includes('position')) expect(fixes, where).to.have.length(1);
      if (decoded === undefined) continue;
      expect(decoded.dateTime, where).to.equal(expected.time);
      tally.add('times');
      for (const value of VALUES) {
        const verdict = judge(decoded, expected, value);
        if (value === 'altitude' && hasFeet(testCase.input)) continue;
        if (suspect.includes(value) || verdict === 'not asserted') continue;
        expect(verdict, `${where} ${value} ${JSON.stringify([decoded, expected])}`).to.equal('same');
        tally.add(value);
      }
    }
  });

  it('an epoch without a fix in gpsd gives none', () => {
    for (const testCase of cases.filter(({ expected }) => !expected.valid)) {
      if (testCase.suspect?.includes('valid') === true) continue;
      expect(runProtocol(nmea0183, [inputOf(testCase)]), `${testCase.id} ${testCase.source}`).to.deep.equal([]);
      tally.add('without a fix');
    }
  });
});
