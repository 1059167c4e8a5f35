import { expect } from 'chai';
import { createCounters } from '../../src/protocols/protocol.js';
import { bytes, locationsOf, sentence } from '../support/protocols/framing.js';
import {
  decodeInput,
  mismatchesOf,
  POSITION_REPORT_TYPES,
  recordsOf,
  staticDataMismatchesOf,
  staticDataOf,
  typeOf,
  type Asserted,
} from './ais.js';
import { casesOf, createTally, inputOf, type Case } from './corpus.js';

const isStatic = ({ shipname, callsign, imo, ship_type }: Asserted): boolean =>
  [shipname, callsign, imo, ship_type].some((value) => value !== undefined);

/** Part B of message 24 has no name: gpsd adds that of part A, received before. */
const hasNameOfPartA = ({ type, callsign }: Asserted): boolean => type === 24 && callsign !== undefined;

/** Compares one message with all asserted values that a record can hold. */
function judge(testCase: Case<unknown>, asserted: Asserted, add: (what: string) => void): void {
  const where = `${testCase.id} ${testCase.source} ${testCase.input}`;
  const counters = createCounters();
  const messages = decodeInput(inputOf(testCase), counters);
  expect(counters.badChecksums, where).to.equal(0);
  expect(messages, where).to.have.length.below(2);
  add('messages');
  const [record] = recordsOf(messages);
  const [location] = record?.locations ?? [];
  // Other messages have positions too, but not of their sender.
  if (!POSITION_REPORT_TYPES.includes(typeOf(testCase.input))) expect(messages, where).to.deep.equal([]);
  else if (testCase.source.startsWith('gpsd'))
    expect(location === undefined, where).to.equal(asserted.latitude === undefined);
  if (location === undefined) {
    expect(messages, where).to.deep.equal([]);
    add('without a position');
  } else {
    if (asserted.deviceId !== undefined) expect(record?.deviceId, where).to.equal(asserted.deviceId);
    expect(mismatchesOf(location, asserted, add), where).to.deep.equal([]);
  }
  if (!isStatic(asserted)) return;
  const { shipname, ...rest } = asserted;
  const comparable = hasNameOfPartA(asserted) || shipname === undefined ? rest : asserted;
  expect(
    staticDataMismatchesOf(staticDataOf(asserted.deviceId ?? '', inputOf(testCase)), comparable, add),
    where,
  ).to.deep.equal([]);
}

describe('AIS messages of gpsd', () => {
  const tally = createTally();
  after(() => {
    tally.print();
  });

  it('every message has the asserted values', () => {
    const cases = casesOf<Asserted>('gpsd-ais-message.jsonl');
    expect(cases).to.not.be.empty;
    for (const testCase of cases)
      judge(testCase, testCase.expected, (what) => {
        tally.add(what);
      });
  });
});

describe('AIS messages of pyais', () => {
  type Expected = { readonly deviceId?: string; readonly all: Record<string, unknown> };
  const cases = casesOf<Expected>('pyais.jsonl');
  const tally = createTally();
  after(() => {
    tally.print();
  });

  it('every message has the asserted values', () => {
    expect(cases).to.not.be.empty;
    for (const testCase of cases) {
      const { lat, lon, ...all } = testCase.expected.all as { lat?: number; lon?: number } & Asserted;
      const { deviceId } = testCase.expected;
      const position = POSITION_REPORT_TYPES.includes(typeOf(testCase.input)) && { latitude: lat, longitude: lon };
      const corrected = { ...testCase, input: withValidChecksums(testCase.input) };
      if (corrected.input !== testCase.input) {
        expect(decodeInput(inputOf(testCase)), testCase.input).to.deep.equal([]);
        tally.add('rejected for their checksum');
      }
      const asserted = { ...all, ...position, ...(deviceId !== undefined && { deviceId }) };
      judge(corrected, asserted, (what) => {
        tally.add(what);
      });
      tally.add(
        'asserted values that records do not hold',
        Object.keys(testCase.expected.all).filter(isNotStored).length,
      );
    }
  });

  it('base station reports have the asserted date and time', () => {
    for (const testCase of cases.filter(({ expected }) => expected.all.year !== undefined)) {
      const { year, month, day, minute, second } = testCase.expected.all as Record<string, number>;
      const time = new Date(locationsOf(decodeInput(inputOf(testCase)))[0]?.dateTime ?? '');
      expect([time.getUTCFullYear(), time.getUTCMonth() + 1, time.getUTCDate()]).to.deep.equal([year, month, day]);
      expect([time.getUTCMinutes(), time.getUTCSeconds()]).to.deep.equal([minute, second]);
      tally.add('times');
    }
  });
});

/** With correct checksums: pyais also accepts wrong ones. */
const withValidChecksums = (input: string): string =>
  input.replace(/!([^*]*)\*..\r\n/g, (_, body: string) => sentence(body, '!'));

/** Addressed content, areas, channel management, dimensions, vendors. */
const isNotStored = (name: string): boolean =>
  /^(?:dest_mmsi|data|text|seqno|retransmit|dac|fid|offset.*|mmsi1|ne_.*|sw_.*|interval|quiet|vendorid|model|mothership_mmsi|to_.*|reserved.*|spare.*|cs|display|dsc|band|msg22|dte|assigned|partno|virtual_aid|repeat)$/.test(
    name,
  );

describe('invalid AIS messages of go-nmea', () => {
  it('every invalid message is rejected', () => {
    const cases = casesOf<{ error?: string }>('go-nmea.jsonl').filter(({ protocol }) => protocol === 'ais');
    expect(cases).to.not.be.empty;
    for (const testCase of cases.filter(({ expected }) => expected.error !== undefined)) {
      expect(decodeInput(Buffer.concat([inputOf(testCase), bytes('\r\n')]))).to.have.nested.property(
        '[0].type',
        'rejected',
      );
    }
  });
});

describe('AIS packets of Traccar', () => {
  it('every packet gives a position', () => {
    const cases = casesOf<{ verb: string }>('traccar-ais.jsonl');
    expect(cases).to.not.be.empty;
    for (const testCase of cases) expect(locationsOf(decodeInput(inputOf(testCase)))).to.not.be.empty;
  });
});

describe('gpsd streams with AIS', () => {
  type Expected = { readonly mmsi?: readonly number[] };
  const streams = casesOf<Expected>('gpsd-stream.jsonl').filter(({ expected }) => expected.mmsi !== undefined);
  const messages = casesOf<Asserted>('gpsd-ais-message.jsonl');
  const tally = createTally();
  after(() => {
    tally.print();
  });

  it('the corpus has streams with AIS', () => {
    expect(streams).to.have.length.above(1);
  });

  for (const testCase of streams) {
    it(`the stream ${testCase.source} gives every asserted position and no other station`, () => {
      const counters = createCounters();
      const records = recordsOf(decodeInput(inputOf(testCase), counters));
      const stations = new Set(testCase.expected.mmsi?.map((mmsi) => String(mmsi).padStart(9, '0')));
      for (const { deviceId = '' } of records) expect(stations).to.include(deviceId);
      expect(counters.frames).to.be.at.least(testCase.facts?.validSentences ?? 0);
      const streamMessages = messages.filter(
        ({ source, expected }) => source === testCase.source && expected.latitude !== undefined,
      );
      expect(streamMessages).to.not.be.empty;
      for (const { expected, input } of streamMessages) {
        const found = records.some(
          ({ deviceId, locations: [location] }) =>
            deviceId === expected.deviceId &&
            location !== undefined &&
            mismatchesOf(location, expected, () => undefined).length === 0,
        );
        expect(found, input).to.equal(true);
        tally.add('positions');
      }
      tally.add('records', records.length);
      tally.add('sentences', counters.frames);
    });
  }
});
