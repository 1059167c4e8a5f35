import { expect } from 'chai';
import { createCounters } from '../../src/protocols/protocol.js';
import { suntech } from '../../src/protocols/suntech/index.js';
import type { TrackerMessage } from '../../src/protocols/protocol.js';
import { bytes, chunksOf, locationsOf, runProtocol } from '../support/protocols/framing.js';
import { casesOf, createTally, inputOf, type Case } from './corpus.js';

type Asserted = {
  readonly verb: string;
  readonly location?: boolean;
  readonly time?: string;
  readonly latitude?: number;
  readonly longitude?: number;
  readonly attribute?: Readonly<Record<string, unknown>>;
};
type Suntech = Case<Asserted>;

const RECEIVED_AT = Date.UTC(2026, 10, 21, 10);
/** A position with the fix bit: read independently of the protocol. */
const FIX = /;([+-]\d+\.\d{6});([+-]\d+\.\d{6});[\d.]+;[\d.]+;(?:\d{1,2};)?1(?:;|$)/;
/** The number of an emergency, an event or an alert is in the report. */
const ALERT = /^ST\d{3}(?:EMG|EVT|ALT);|^ALT;|^ST910;(?:Emergency|Alert);/;

const decodeText = (text: string, counters = createCounters()): TrackerMessage[] =>
  runProtocol(suntech, chunksOf(bytes(`${text}\r`), [7, 1, 64]), counters, RECEIVED_AT);
const alertsOf = (messages: readonly TrackerMessage[]): readonly string[] =>
  messages.flatMap((message) => (message.type === 'records' ? message.alerts.flatMap(({ alerts }) => alerts) : []));
const formOf = (text: string): string => /^(?:[A-Z]{2}\d{3}|[A-Z]{3})/.exec(text)?.[0] ?? 'binary';

describe('Suntech reports of Traccar', () => {
  const cases = casesOf<Asserted>('traccar-suntech.jsonl');
  const text = cases.filter(({ encoding }) => encoding === 'text');
  const tally = createTally();
  after(() => {
    tally.print();
  });

  it('the corpus has reports', () => {
    expect(text).to.have.length.above(30);
  });

  for (const testCase of text) checkText(testCase, tally.add.bind(tally));

  it('compressed reports give no record', () => {
    const compressed = cases.filter(({ encoding }) => encoding === 'hex');
    expect(compressed).to.have.length(3);
    for (const testCase of compressed) {
      const session = suntech.open(createCounters());
      const messages = session.push(Buffer.concat([inputOf(testCase), Buffer.from('\r')]), RECEIVED_AT);
      expect(messages.filter(({ type }) => type !== 'rejected')).to.deep.equal([]);
      tally.add('compressed reports without a record');
    }
  });

  it('all reports are found in one stream, however it is cut', () => {
    const stream = text.map(({ input }) => `${input}\r`).join('');
    const counters = createCounters();
    const messages = runProtocol(suntech, chunksOf(bytes(stream), [1, 7, 64, 13, 256]), counters, RECEIVED_AT);
    const expected = text.flatMap(({ input }) => locationsOf(decodeText(input)));
    expect(locationsOf(messages)).to.deep.equal(expected);
    expect(counters.discardedBytes).to.equal(0);
  });
});

function checkText({ id, input, expected }: Suntech, add: (what: string) => void): void {
  const form = formOf(input);
  const messages = decodeText(input);
  const locations = locationsOf(messages);

  it(`${id} (${form}) is read`, () => {
    expect(messages.filter(({ type }) => type === 'rejected')).to.deep.equal([]);
    const [fix, latitude, longitude] = FIX.exec(input) ?? [];
    expect(locations).to.have.length(fix === undefined ? 0 : 1);
    expect(alertsOf(messages)).to.have.length(ALERT.test(input) ? 1 : 0);
    const [location] = locations;
    if (location !== undefined) {
      expect(location).to.include({ latitude: Number(latitude), longitude: Number(longitude) });
      const [date = '', time = ''] = location.dateTime.split(/[T.]/);
      expect(input).to.contain(`;${date.replaceAll('-', '')};${time};`);
    }
    if (location !== undefined && expected.time !== undefined) {
      expect(location.dateTime).to.equal(expected.time);
      expect(location.latitude).to.be.closeTo(expected.latitude ?? NaN, 1e-5);
      expect(location.longitude).to.be.closeTo(expected.longitude ?? NaN, 1e-5);
      add('asserted coordinates');
    }
    if (expected.attribute?.driverUniqueId !== undefined) {
      expect(location?.attributes?.driverId ?? null).to.equal(expected.attribute.driverUniqueId);
      add('asserted drivers');
    }
    const result = expected.attribute?.result;
    if (result !== undefined) {
      const [response] = messages;
      expect(response).to.include({ type: 'reply', deviceId: '511848119', accepted: true });
      add('responses to commands');
    }
    if (expected.location === true)
      add(locations.length === 1 ? `fixes of ${form}` : `positions of ${form} without a fix`);
    else if (locations.length === 1) add(`fixes of ${form} with another asserted value`);
  });
}
