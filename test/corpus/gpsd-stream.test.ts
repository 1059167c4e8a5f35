import { expect } from 'chai';
import { nmea0183 } from '../../src/protocols/nmea0183/index.js';
import { createCounters } from '../../src/protocols/protocol.js';
import { chunksOf, runProtocol, locationsOf } from '../support/framing.js';
import { createTally, inputOf } from './corpus.js';
import { judge } from './fix.js';
import { byTime, createJudgement, gpsdStreams } from './gpsd-judgement.js';

const cuts = [1, 7, 64, 13, 256, 3, 1021];

describe('gpsd: whole streams', () => {
  const streams = gpsdStreams().filter(({ protocol }) => protocol === 'nmea0183');
  const tally = createTally();
  const judgement = createJudgement(tally);
  after(() => {
    tally.print();
  });

  it('has streams', () => {
    expect(streams).to.not.be.empty;
  });

  for (const one of streams) {
    it(`gives the fixes of ${one.source}`, () => {
      const ours = locationsOf(runProtocol(nmea0183, chunksOf(inputOf(one), cuts)));
      expect(judgement.faultsOf(one, ours)).to.deep.equal([]);
    });
  }

  it('finds every sentence whose checksum is right, and counts every byte', () => {
    for (const one of streams) {
      const input = inputOf(one);
      const counters = createCounters();
      runProtocol(nmea0183, chunksOf(input, cuts), counters);
      expect(counters.frames, one.source).to.be.at.least(one.facts?.validSentences ?? 0);
      expect(counters.bytes, one.source).to.equal(input.length);
      tally.add('sentences', counters.frames);
    }
  });
});

describe('gpsd: streams that mix NMEA with binary', () => {
  const streams = gpsdStreams().filter(({ protocol }) => /nmea.+|.+nmea/.test(protocol));

  for (const one of streams.filter(({ protocol }) => protocol !== 'nmea0183')) {
    it(`finds the sentences of ${one.source} and contradicts no position`, () => {
      const input = inputOf(one);
      const counters = createCounters();
      const ours = byTime(one, locationsOf(runProtocol(nmea0183, chunksOf(input, cuts), counters)));
      expect(counters.frames).to.be.at.least(one.facts?.validSentences ?? 0);
      expect(ours.size).to.be.above(0);
      for (const asserted of one.expected.epochs.filter(({ valid }) => valid)) {
        const fix = ours.get(asserted.time ?? '');
        if (fix !== undefined) expect(judge(fix, asserted, 'position')).to.equal('same');
      }
    });
  }
});
