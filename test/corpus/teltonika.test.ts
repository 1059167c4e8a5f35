import { expect } from 'chai';
import { createCounters, NULL_CONTEXT, type TrackerMessage } from '../../src/protocols/protocol.js';
import { teltonika } from '../../src/protocols/teltonika/index.js';
import type { Location } from '../../src/schema/records/location.js';
import { chunksOf, locationsOf } from '../support/protocols/framing.js';
import { teltonikaLogin } from '../support/protocols/teltonika.js';
import { casesOf, createTally, inputOf, type Case } from './corpus.js';

type AssertedRecord = {
  readonly timestampMs: number;
  readonly latitude: number;
  readonly longitude: number;
  readonly altitude: number;
  readonly course: number;
  readonly satellites: number;
  /** km/h */
  readonly speed: number;
  readonly eventId: number;
};
/** Of the Go package; Traccar asserts that positions are decoded, and one attribute. */
type Asserted = {
  readonly decodes?: boolean;
  readonly records?: readonly AssertedRecord[];
  readonly text?: string;
  readonly location?: boolean;
  readonly verb?: string;
};
/** Our own reading by Teltonika's documents, which agrees with the Go package. */
type Derived = { readonly codec?: number; readonly parsed?: boolean; readonly records?: readonly AssertedRecord[] };
type TeltonikaCase = Case<Asserted> & { readonly framing?: 'tcp' | 'udp'; readonly derived?: Derived };

const RECEIVED_AT = Date.UTC(2026, 10, 21, 10);
const DATA_CODECS = [0x08, 0x8e, 0x10];
/** Traccar reads these packets of codec 8 with a setting for a layout that is not documented. */
const UNDOCUMENTED = ['60e4ea8b6844d4aa', '1fbe8f50b79c3b12'];

const tally = createTally();

function decode(testCase: TeltonikaCase) {
  const isUdp = testCase.framing === 'udp';
  const counters = createCounters();
  const session = teltonika.open(counters, isUdp ? { ...NULL_CONTEXT, isDatagram: true } : NULL_CONTEXT);
  if (!isUdp) session.push(Buffer.from(teltonikaLogin, 'latin1'), RECEIVED_AT);
  const input = inputOf(testCase);
  const chunks = isUdp ? [input] : chunksOf(input, [7, 1, 64]);
  const messages = chunks.flatMap((chunk) => session.push(chunk, RECEIVED_AT));
  return { counters, messages: [...messages, ...session.idle()] };
}

function expectFixes(locations: readonly Location[], asserted: readonly AssertedRecord[], source: string): void {
  const fixes = asserted.filter(({ satellites }) => satellites > 0);
  expect(locations, source).to.have.length(fixes.length);
  for (const [index, fix] of fixes.entries()) {
    const location = locations[index];
    expect(location).to.include({
      dateTime: new Date(fix.timestampMs).toISOString(),
      latitude: fix.latitude,
      longitude: fix.longitude,
      altitude: fix.altitude,
      course: fix.course % 360,
      satellites: fix.satellites,
    });
    expect(location?.speed).to.be.closeTo(fix.speed / 3.6, 0.0001);
    expect(location?.attributes?.event ?? 0).to.equal(fix.eventId);
  }
  tally.add(`fixes of ${source}`, fixes.length);
  tally.add(`positions of ${source} without a fix`, asserted.length - fixes.length);
}

const isStored = (message: TrackerMessage): boolean => message.type === 'records' && message.refused === undefined;
const isAcknowledged = (message: TrackerMessage): boolean => isStored(message) || message.type === 'request';

describe('Teltonika packets of Traccar and of the Go package', () => {
  const traccar = casesOf<Asserted>('traccar-teltonika.jsonl') as TeltonikaCase[];
  const go = casesOf<Asserted>('teltonika-go.jsonl') as TeltonikaCase[];
  after(() => {
    tally.print();
  });

  for (const testCase of traccar) {
    const { id, integrity, derived, expected } = testCase;
    const isData = DATA_CODECS.includes(derived?.codec ?? 0);

    if (integrity === 'bad') {
      it(`${id} is discarded for its checksum or length`, () => {
        const { messages, counters } = decode(testCase);
        expect(messages).to.deep.equal([]);
        expect(counters.discardedBytes).to.equal(inputOf(testCase).length);
        tally.add('packets of Traccar with a wrong checksum refused');
      });
    } else if (UNDOCUMENTED.includes(id)) {
      it(`${id} is refused, with an acknowledgement`, () => {
        const [message, ...others] = decode(testCase).messages;
        expect(others).to.deep.equal([]);
        expect(message).to.include({ type: 'records', ref: '0000000b' }).and.have.property('refused');
        expect(locationsOf(decode(testCase).messages)).to.deep.equal([]);
        tally.add('packets of Traccar of an undocumented layout refused');
      });
    } else if (isData) {
      it(`${id} has its fixes`, () => {
        const { messages } = decode(testCase);
        expect(derived?.parsed).to.equal(true);
        expect(messages)
          .to.have.length(1)
          .and.satisfy((all: TrackerMessage[]) => all.every(isAcknowledged));
        expectFixes(locationsOf(messages), derived?.records ?? [], 'Traccar');
      });
    } else {
      it(`${id} gives no record`, () => {
        const { messages } = decode(testCase);
        expect(messages.filter(({ type }) => type === 'records')).to.deep.equal([]);
        tally.add(expected.location === true ? 'codec 7 of Traccar refused' : 'others of Traccar without a record');
      });
    }
  }

  for (const testCase of go) {
    const { id, expected, source } = testCase;
    const { decodes, records, text } = expected;

    it(`${id} (${source}) is ${decodes === true ? 'decoded' : 'refused'}`, () => {
      const { messages } = decode(testCase);
      if (decodes !== true) {
        expect(messages.filter(isAcknowledged)).to.deep.equal([]);
        expect(locationsOf(messages)).to.deep.equal([]);
        tally.add('packets of the Go package that must fail refused');
        return;
      }
      expect(messages).to.have.length(1);
      if (records !== undefined) expectFixes(locationsOf(messages), records, 'the Go package');
      const [message] = messages;
      const codec = inputOf(testCase)[testCase.framing === 'udp' ? 23 : 8] ?? 0;
      if (DATA_CODECS.includes(codec)) {
        expect(message).to.satisfy(isAcknowledged);
        tally.add('data packets of the Go package decoded');
      } else if (message?.type === 'reply') {
        expect(message.text).to.match(/^INI:2019/);
        tally.add('responses of the Go package decoded');
      } else {
        expect(message?.type, text).to.equal('rejected');
        tally.add('commands and other codecs of the Go package without a record');
      }
    });
  }
});
