import { expect } from 'chai';
import { gt06 } from '../../src/protocols/gt06/index.js';
import { createCounters, type TrackerMessage } from '../../src/protocols/protocol.js';
import { gt06Imei, gt06LoginText } from '../support/protocols/gt06.js';
import { bytes, chunksOf, locationsOf, runProtocol } from '../support/protocols/framing.js';
import { casesOf, createTally, inputOf, type Case } from './corpus.js';

type Asserted = {
  readonly verb?: string;
  readonly location?: boolean;
  readonly time?: string;
  readonly latitude?: number;
  readonly longitude?: number;
  readonly altitude?: number;
  readonly alarm?: string;
};

const RECEIVED_AT = Date.UTC(2026, 10, 21, 10);

/** Positions that Traccar takes and this decoder refuses, and why. */
const REFUSED_POSITIONS: Readonly<Record<string, string>> = {
  ceba15b3ba9008c8: 'no fix by its status bit, as in the example of the manufacturer',
};

/** The name of the alert for an asserted alarm. */
const ALERTS: Readonly<Record<string, string>> = {
  tampering: 'Tampering',
  removing: 'Removed',
  hardBraking: 'HarshBraking',
  general: 'SOSButton',
};

/** Traccar asserts five decimals. */
const PRECISION = 0.000_005;
/** Three packets in one case; each has a correct checksum and no record. */
const THREE_PACKETS = '9781ed104c53d96e';

const isGt02 = ({ input }: Case<unknown>): boolean => input.startsWith('6868');

const alertsOf = (messages: readonly TrackerMessage[]): string[] =>
  messages.flatMap((message) => (message.type === 'records' ? message.alerts.flatMap(({ alerts }) => alerts) : []));

describe('GT06 packets of Traccar', () => {
  const tally = createTally();
  after(() => {
    tally.print();
  });
  const cases = casesOf<Asserted>('traccar-gt06.jsonl');

  /** Traccar's tests share one login. */
  function decodeCase(testCase: Case<Asserted>) {
    const counters = createCounters();
    const chunks = [bytes(gt06LoginText), ...chunksOf(inputOf(testCase), [7, 1, 64])];
    return { counters, messages: runProtocol(gt06, chunks, counters, RECEIVED_AT).slice(1) };
  }

  for (const testCase of cases) {
    const { id, expected, integrity, kind, source } = testCase;
    const { counters, messages } = decodeCase(testCase);
    const locations = locationsOf(messages);

    // Frames whose length does not count the checksum have no valid one either.
    if ((integrity === 'bad' && id !== THREE_PACKETS) || kind === 'frame' || isGt02(testCase)) {
      it(`${id} (${source}) is refused`, () => {
        expect(messages).to.deep.equal([]);
        expect(counters.frames).to.equal(1);
        expect(counters.discardedBytes).to.equal(inputOf(testCase).length);
        const reason = isGt02(testCase) ? 'packets of GT02' : kind === 'frame' ? 'wrong lengths' : 'wrong checksums';
        tally.add(`${reason} refused`);
      });
    } else if (expected.verb === 'position' && REFUSED_POSITIONS[id] === undefined) {
      it(`${id} has the asserted fix`, () => {
        expect(locations).to.have.length(1);
        expect(messages[0]).to.include({ deviceId: gt06Imei });
        const [location] = locations;
        if (expected.time !== undefined) expect(location?.dateTime).to.equal(expected.time);
        if (expected.latitude !== undefined) expect(location?.latitude).to.be.closeTo(expected.latitude, PRECISION);
        if (expected.longitude !== undefined) expect(location?.longitude).to.be.closeTo(expected.longitude, PRECISION);
        tally.add('asserted fixes');
      });
    } else if (expected.verb === 'position') {
      it(`${id} gives no location: ${REFUSED_POSITIONS[id] ?? ''}`, () => {
        expect(locations).to.deep.equal([]);
        tally.add('positions that are no fix');
      });
    }
    if (expected.alarm !== undefined && integrity !== 'bad') {
      it(`${id} raises the asserted alarm`, () => {
        expect(alertsOf(messages)).to.deep.equal([ALERTS[expected.alarm ?? '']]);
        tally.add('asserted alarms');
      });
    }
    if (expected.altitude !== undefined) {
      it(`${id} has the asserted altitude`, () => {
        expect(locations[0]?.altitude).to.equal(expected.altitude);
        tally.add('asserted altitudes');
      });
    }
    if (expected.verb === 'null') {
      it(`${id} gives no record`, () => {
        expect(messages.filter(({ type }) => type === 'records')).to.deep.equal([]);
        tally.add('cases without a record');
      });
    }
  }

  it('every location is far from the zero point and in the years of the recordings', () => {
    for (const testCase of cases) {
      const { messages } = decodeCase(testCase);
      for (const { latitude, longitude, dateTime } of locationsOf(messages)) {
        expect(Math.abs(latitude) + Math.abs(longitude), testCase.input).to.be.above(1);
        expect(Date.parse(dateTime), testCase.input).to.be.within(Date.UTC(2011, 0), Date.UTC(2026, 6));
        tally.add('locations');
      }
      tally.add('alerts', alertsOf(messages).length);
    }
  });

  it('all packets with a correct checksum are found in one stream, however it is cut', () => {
    const valid = cases.filter(({ integrity }) => integrity === 'ok');
    const stream = Buffer.concat([bytes(gt06LoginText), ...valid.map(inputOf)]);
    const sizes = [[1], [7, 64, 13, 256, 3, 1021], [stream.length]];
    const [each, ...others] = sizes.map((size) => {
      const counters = createCounters();
      return { messages: runProtocol(gt06, chunksOf(stream, size), counters, RECEIVED_AT), counters };
    });
    expect(each?.counters).to.include({ frames: valid.length + 1, discardedBytes: 0 });
    for (const other of others) expect(other).to.deep.equal(each);
    tally.add('packets', valid.length);
  });
});
