import { expect } from 'chai';
import { nmea0183 } from '../../src/protocols/nmea0183/index.js';
import { createCounters } from '../../src/protocols/protocol.js';
import { chunksOf, runProtocol, locationsOf } from '../support/protocols/framing.js';
import { createTally, inputOf } from './corpus.js';
import { judge } from './fix.js';
import { byTime, createJudgement, gpsdStreams } from './gpsd-judgement.js';

const CHUNK_SIZES = [1, 7, 64, 13, 256, 3, 1021];

describe('NMEA streams of gpsd', () => {
  const streams = gpsdStreams().filter(({ protocol }) => protocol === 'nmea0183');
  const tally = createTally();
  const judgement = createJudgement(tally);
  after(() => {
    tally.print();
  });

  it('the corpus has streams', () => {
    expect(streams).to.not.be.empty;
  });

  for (const stream of streams) {
    it(`the stream ${stream.source} gives the fixes of gpsd`, () => {
      const decoded = locationsOf(runProtocol(nmea0183, chunksOf(inputOf(stream), CHUNK_SIZES)));
      expect(judgement.mismatchesOf(stream, decoded)).to.deep.equal([]);
    });
  }

  it('every sentence with a valid checksum is found and every byte counted', () => {
    for (const stream of streams) {
      const input = inputOf(stream);
      const counters = createCounters();
      runProtocol(nmea0183, chunksOf(input, CHUNK_SIZES), counters);
      expect(counters.frames, stream.source).to.be.at.least(stream.facts?.validSentences ?? 0);
      expect(counters.bytes, stream.source).to.equal(input.length);
      tally.add('sentences', counters.frames);
    }
  });
});

describe('gpsd streams of NMEA mixed with binary data', () => {
  const streams = gpsdStreams().filter(({ protocol }) => /nmea.+|.+nmea/.test(protocol));

  for (const stream of streams.filter(({ protocol }) => protocol !== 'nmea0183')) {
    it(`the sentences of ${stream.source} are found and contradict no position`, () => {
      const input = inputOf(stream);
      const counters = createCounters();
      const decoded = byTime(stream, locationsOf(runProtocol(nmea0183, chunksOf(input, CHUNK_SIZES), counters)));
      expect(counters.frames).to.be.at.least(stream.facts?.validSentences ?? 0);
      expect(decoded.size).to.be.above(0);
      for (const asserted of stream.expected.epochs.filter(({ valid }) => valid)) {
        const fix = decoded.get(asserted.time ?? '');
        if (fix !== undefined) expect(judge(fix, asserted, 'position')).to.equal('same');
      }
    });
  }
});
