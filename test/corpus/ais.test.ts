import { expect } from 'chai';
import { createCounters } from '../../src/protocols/protocol.js';
import { bytes, locationsOf, sentence } from '../support/framing.js';
import { faultsOf, faultsOfStatics, heard, knownOf, recordsOf, reporting, typeOf, type Asserted } from './ais.js';
import { casesOf, createTally, inputOf, type Case } from './corpus.js';

const isStatic = ({ shipname, callsign, imo, ship_type }: Asserted): boolean =>
  [shipname, callsign, imo, ship_type].some((value) => value !== undefined);

/** Part B of message 24 has no name: gpsd adds that of part A, which it heard before. */
const nameFromElsewhere = ({ type, callsign }: Asserted): boolean => type === 24 && callsign !== undefined;

/** Judges one message by all that is asserted of it and has a place in a record. */
function judge(one: Case<unknown>, asserted: Asserted, add: (what: string) => void): void {
  const where = `${one.id} ${one.source} ${one.input}`;
  const counters = createCounters();
  const messages = heard(inputOf(one), counters);
  expect(counters.badChecksums, where).to.equal(0);
  expect(messages, where).to.have.length.below(2);
  add('messages');
  const [record] = recordsOf(messages);
  const [location] = record?.locations ?? [];
  // Other messages have positions, too, but not their sender's.
  if (!reporting.includes(typeOf(one.input))) expect(messages, where).to.deep.equal([]);
  else if (one.source.startsWith('gpsd'))
    expect(location === undefined, where).to.equal(asserted.latitude === undefined);
  if (location === undefined) {
    expect(messages, where).to.deep.equal([]);
    add('without a position');
  } else {
    if (asserted.deviceId !== undefined) expect(record?.deviceId, where).to.equal(asserted.deviceId);
    expect(faultsOf(location, asserted, add), where).to.deep.equal([]);
  }
  if (!isStatic(asserted)) return;
  const { shipname, ...rest } = asserted;
  const own = nameFromElsewhere(asserted) || shipname === undefined ? rest : asserted;
  expect(faultsOfStatics(knownOf(asserted.deviceId ?? '', inputOf(one)), own, add), where).to.deep.equal([]);
}

describe('gpsd: AIS messages', () => {
  const tally = createTally();
  after(() => {
    tally.print();
  });

  it('gives what is asserted of every message', () => {
    const cases = casesOf<Asserted>('gpsd-ais-message.jsonl');
    expect(cases).to.not.be.empty;
    for (const one of cases)
      judge(one, one.expected, (what) => {
        tally.add(what);
      });
  });
});

describe('pyais: AIS messages', () => {
  type Expected = { readonly deviceId?: string; readonly all: Record<string, unknown> };
  const cases = casesOf<Expected>('pyais.jsonl');
  const tally = createTally();
  after(() => {
    tally.print();
  });

  it('gives what is asserted of every message', () => {
    expect(cases).to.not.be.empty;
    for (const one of cases) {
      const { lat, lon, ...all } = one.expected.all as { lat?: number; lon?: number } & Asserted;
      const { deviceId } = one.expected;
      const place = reporting.includes(typeOf(one.input)) && { latitude: lat, longitude: lon };
      const sealed = { ...one, input: resealed(one.input) };
      if (sealed.input !== one.input) {
        expect(heard(inputOf(one)), one.input).to.deep.equal([]);
        tally.add('refused for their checksum');
      }
      const asserted = { ...all, ...place, ...(deviceId !== undefined && { deviceId }) };
      judge(sealed, asserted, (what) => {
        tally.add(what);
      });
      tally.add('asserted without a place in a record', Object.keys(one.expected.all).filter(isNotOurs).length);
    }
  });

  it('gives the whole time of base stations', () => {
    for (const one of cases.filter(({ expected }) => expected.all.year !== undefined)) {
      const { year, month, day, minute, second } = one.expected.all as Record<string, number>;
      const time = new Date(locationsOf(heard(inputOf(one)))[0]?.dateTime ?? '');
      expect([time.getUTCFullYear(), time.getUTCMonth() + 1, time.getUTCDate()]).to.deep.equal([year, month, day]);
      expect([time.getUTCMinutes(), time.getUTCSeconds()]).to.deep.equal([minute, second]);
      tally.add('times');
    }
  });
});

/** With the checksums that its sentences should have: pyais reads those with others, too. */
const resealed = (input: string): string =>
  input.replace(/!([^*]*)\*..\r\n/g, (_, body: string) => sentence(body, '!'));

/** Contents of messages to others, areas, how radios are managed, dimensions, makers. */
const isNotOurs = (name: string): boolean =>
  /^(?:dest_mmsi|data|text|seqno|retransmit|dac|fid|offset.*|mmsi1|ne_.*|sw_.*|interval|quiet|vendorid|model|mothership_mmsi|to_.*|reserved.*|spare.*|cs|display|dsc|band|msg22|dte|assigned|partno|virtual_aid|repeat)$/.test(
    name,
  );

describe('AIS that must fail', () => {
  it('refuses it', () => {
    const cases = casesOf<{ error?: string }>('go-nmea.jsonl').filter(({ protocol }) => protocol === 'ais');
    expect(cases).to.not.be.empty;
    for (const one of cases.filter(({ expected }) => expected.error !== undefined)) {
      expect(heard(Buffer.concat([inputOf(one), bytes('\r\n')]))).to.have.nested.property('[0].type', 'rejected');
    }
  });
});

describe('Traccar: AIS packets', () => {
  it('gives positions where there are some', () => {
    const cases = casesOf<{ verb: string }>('traccar-ais.jsonl');
    expect(cases).to.not.be.empty;
    for (const one of cases) expect(locationsOf(heard(inputOf(one)))).to.not.be.empty;
  });
});

describe('gpsd: streams with AIS in them', () => {
  type Expected = { readonly mmsi?: readonly number[] };
  const streams = casesOf<Expected>('gpsd-stream.jsonl').filter(({ expected }) => expected.mmsi !== undefined);
  const messages = casesOf<Asserted>('gpsd-ais-message.jsonl');
  const tally = createTally();
  after(() => {
    tally.print();
  });

  it('has streams', () => {
    expect(streams).to.have.length.above(1);
  });

  for (const one of streams) {
    it(`gives every position of ${one.source}, and no other station's`, () => {
      const counters = createCounters();
      const records = recordsOf(heard(inputOf(one), counters));
      const stations = new Set(one.expected.mmsi?.map((mmsi) => String(mmsi).padStart(9, '0')));
      for (const { deviceId = '' } of records) expect(stations).to.include(deviceId);
      expect(counters.frames).to.be.at.least(one.facts?.validSentences ?? 0);
      const own = messages.filter(({ source, expected }) => source === one.source && expected.latitude !== undefined);
      expect(own).to.not.be.empty;
      for (const { expected, input } of own) {
        const found = records.some(
          ({ deviceId, locations: [location] }) =>
            deviceId === expected.deviceId &&
            location !== undefined &&
            faultsOf(location, expected, () => undefined).length === 0,
        );
        expect(found, input).to.equal(true);
        tally.add('positions');
      }
      tally.add('records', records.length);
      tally.add('sentences', counters.frames);
    });
  }
});
