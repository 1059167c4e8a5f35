import { expect } from 'chai';
import { nmea0183 } from '../../src/protocols/nmea0183/index.js';
import { runProtocol, locationsOf } from '../support/framing.js';
import { casesOf, createTally, inputOf } from './corpus.js';
import { hasFeet, judge, values, type Fix } from './fix.js';

describe('gpsd: the sentences of one instant', () => {
  const cases = casesOf<Fix>('gpsd-nmea-epoch.jsonl');
  const tally = createTally();
  after(() => {
    tally.print();
  });

  it('has cases', () => {
    expect(cases).to.not.be.empty;
  });

  it('gives the fix that gpsd gives', () => {
    for (const one of cases.filter(({ expected }) => expected.valid)) {
      const { expected, suspect = [] } = one;
      const where = `${one.id} ${one.source}`;
      const fixes = locationsOf(runProtocol(nmea0183, [inputOf(one)]));
      const ours = fixes.at(-1);
      if (!suspect.includes('position')) expect(fixes, where).to.have.length(1);
      if (ours === undefined) continue;
      expect(ours.dateTime, where).to.equal(expected.time);
      tally.add('times');
      for (const value of values) {
        const verdict = judge(ours, expected, value);
        if (value === 'altitude' && hasFeet(one.input)) continue;
        if (suspect.includes(value) || verdict === 'not asserted') continue;
        expect(verdict, `${where} ${value} ${JSON.stringify([ours, expected])}`).to.equal('same');
        tally.add(value);
      }
    }
  });

  it('gives no fix where gpsd gives none', () => {
    for (const one of cases.filter(({ expected }) => !expected.valid)) {
      if (one.suspect?.includes('valid') === true) continue;
      expect(runProtocol(nmea0183, [inputOf(one)]), `${one.id} ${one.source}`).to.deep.equal([]);
      tally.add('without a fix');
    }
  });
});
