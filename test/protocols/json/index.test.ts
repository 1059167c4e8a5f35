import { expect } from 'chai';
import { failure, success } from '../../../src/errors.js';
import { crc16 } from '../../../src/framing/crc16.js';
import { json, MAX_LINE_BYTES } from '../../../src/protocols/json/index.js';
import { createCounters, type TrackerMessage } from '../../../src/protocols/protocol.js';
import type { Receipt } from '../../../src/domain/report.js';

const receivedAt = Date.UTC(2026, 10, 21, 8, 22, 34);
const LOCATION = { dateTime: '2026-11-21T08:22:34Z', latitude: 52.84, longitude: 5.7 };
const decodedLocation = { ...LOCATION, dateTime: '2026-11-21T08:22:34.000Z' };

function decodeLine(line: string, counters = createCounters()): TrackerMessage[] {
  return json.open(counters).push(Buffer.from(`${line}\n`), receivedAt);
}
const decode = (value: unknown): TrackerMessage[] => decodeLine(JSON.stringify(value));
const reply = (message: TrackerMessage, receipt: Receipt): string =>
  String(json.open(createCounters()).reply(message, receipt) ?? 'null');
const parseReply = (message: TrackerMessage | undefined, receipt: Receipt): unknown =>
  message === undefined ? undefined : (JSON.parse(reply(message, receipt)) as unknown);

const withChecksum = (line: string): string =>
  `${line}*${crc16(Buffer.from(line)).toString(16).toUpperCase().padStart(4, '0')}`;

describe('the JSON Lines protocol', () => {
  it('a line may have one or many locations', () => {
    expect(decode({ id: 17, deviceId: 'trk-1', location: LOCATION })).to.deep.equal([
      { type: 'records', ref: 17, deviceId: 'trk-1', locations: [decodedLocation], alerts: [] },
    ]);
    expect(decode({ id: 'a', deviceId: 'trk-1', locations: [LOCATION, { ...LOCATION, course: 360 }] })).to.deep.equal([
      {
        type: 'records',
        ref: 'a',
        deviceId: 'trk-1',
        locations: [decodedLocation, { ...decodedLocation, course: 0 }],
        alerts: [],
      },
    ]);
  });

  it('a line may have one or many alerts, dated at reception without a time', () => {
    const dateTime = '2026-11-21T08:22:34.000Z';
    expect(decode({ deviceId: 'trk-1', alert: { alertName: 'SOS' } })).to.deep.equal([
      { type: 'records', deviceId: 'trk-1', locations: [], alerts: [{ dateTime, alerts: ['SOSButton'], text: 'SOS' }] },
    ]);
    expect(decode({ alerts: [{ alerts: ['a'] }, { alerts: ['b'] }] })[0]).to.deep.include({
      alerts: [
        { dateTime, alerts: ['a'] },
        { dateTime, alerts: ['b'] },
      ],
    });
  });

  it('a driver of the line is that of its records, unless they have one', () => {
    const [message] = decode({
      deviceId: 'trk-1',
      driverId: 'a1',
      locations: [LOCATION, { ...LOCATION, driverId: 'b2' }, { ...LOCATION, attributes: { driverId: 'c3' } }],
      alerts: [{ alerts: ['a'] }, { alerts: ['a'], driverId: '0' }],
    });
    if (message?.type !== 'records') return expect.fail('no records');
    expect(message.locations.map(({ attributes }) => attributes?.driverId)).to.deep.equal(['A1', 'B2', 'C3']);
    expect(message.alerts.map(({ driverId }) => driverId)).to.deep.equal(['A1', undefined]);
    expect(decode({ driverId: null, location: LOCATION })[0]).to.have.property('type', 'records');
  });

  it('a line has room for 100 locations with every field', () => {
    const numbers = Object.fromEntries(
      ['battery', 'fuel', 'fuel2', 'temperature', 'temperature2', 'sensorTime1', 'sensorTime2', 'sensorTime3']
        .concat(['sensorTime4', 'inactiveSeconds', 'rpm', 'milleage', 'altitude', 'accuracy', 'satellites', 'speed'])
        .map((name) => [name, 100]),
    );
    const full = {
      dateTime: '2026-11-21T08:22:34.123+01:00',
      latitude: -52.841234567,
      longitude: -105.712345678,
      course: 359.99,
      ...numbers,
      warningTexts: ['door open while moving', 'tyre pressure low'],
      attributes: { hdop: 1.25, ignition: true, driver: 'a name of a driver', route: 'depot 7 to harbour' },
    };
    const line = JSON.stringify({
      id: 1,
      deviceId: 'x'.repeat(64),
      locations: Array.from({ length: 100 }, () => full),
    });
    expect(line.length).to.be.below(MAX_LINE_BYTES);
    expect(decodeLine(line)[0]).to.have.property('locations').with.length(100);
  });

  it('unknown fields are ignored, null is left out, and the reply names nothing', () => {
    const [message] = decode({ id: 17, extra: { a: 1 }, alert: null, location: { ...LOCATION, battery: null, x: 1 } });
    expect(message).to.deep.equal({ type: 'records', ref: 17, locations: [decodedLocation], alerts: [] });
  });

  it('a line with a wrong checksum is discarded without a reply', () => {
    const line = JSON.stringify({ id: 1, deviceId: 'trk-1', location: LOCATION, text: undefined });
    expect(decodeLine(withChecksum(line))).to.have.length(1);
    expect(decodeLine(withChecksum(line).toLowerCase().replace(line.toLowerCase(), line))).to.have.length(1);
    const counters = createCounters();
    const wrong = withChecksum(line).replace('52.84', '52.85');
    expect(decodeLine(wrong, counters)).to.deep.equal([]);
    expect(counters).to.include({ frames: 0, badChecksums: 1, discardedBytes: wrong.length });
  });

  it('text is read as UTF-8, and other encodings are rejected', () => {
    expect(decode({ alert: { alertName: 'Tür ☂' } })[0]).to.have.nested.property('alerts[0].alerts[0]', 'Tür ☂');
    const [message] = json
      .open(createCounters())
      .push(Buffer.from('{"id":1,"deviceId":"\xff"}\n', 'latin1'), receivedAt);
    expect(message).to.include({ type: 'rejected' });
  });

  describe('rejections', () => {
    const lines = {
      'text that is not JSON': 'hello',
      'JSON cut short': '{"id":17,"deviceId":"trk-1"',
      'JSON that is not an object': '[17]',
      'nothing to store': '{"id":17,"deviceId":"trk-1"}',
      'a field of a prototype': `{"id":17,"location":{"__proto__":${JSON.stringify(LOCATION)}}}`,
      'a prototype as message': `{"__proto__":{"location":${JSON.stringify(LOCATION)}}}`,
      'a latitude out of range': JSON.stringify({ location: { ...LOCATION, latitude: 90.1 } }),
      'both spellings of mileage': JSON.stringify({ location: { ...LOCATION, mileage: 1, milleage: 1 } }),
      'an invalid location among valid ones': JSON.stringify({ locations: [LOCATION, {}] }),
      'an id of another type': JSON.stringify({ id: { a: 1 }, location: LOCATION }),
      'an invalid device id': JSON.stringify({ deviceId: '../x', location: LOCATION }),
    };
    for (const [what, line] of Object.entries(lines)) {
      it(`a line with ${what} is rejected as a whole`, () => {
        const messages = decodeLine(line);
        expect(messages).to.have.length(1);
        expect(messages[0]).to.include({ type: 'rejected' });
      });
    }

    it('deep nesting is rejected before it is parsed', () => {
      const bomb = `{"id":1,"location":${'['.repeat(60_000)}${']'.repeat(60_000)}}`;
      expect(decodeLine(bomb)[0]).to.include({ type: 'rejected', reason: 'JSON is nested too deeply' });
      expect(decodeLine(`"${'\\"['.repeat(40_000)}`)[0]).to.include({ type: 'rejected' });
      expect(decode({ alert: { alertName: '[[[[[[[[[[[[' } })[0]).to.include({ type: 'records' });
    });

    it('the reason does not repeat a long line', () => {
      const [message] = decodeLine(JSON.stringify({ id: 9, ['x'.repeat(100_000)]: 1 }));
      expect(message).to.include({ type: 'rejected', ref: 9 });
      expect(
        reply(message ?? { type: 'rejected', reason: '' }, success({ accepted: 0, duplicates: 0 })),
      ).to.have.length.below(400);
    });

    it('a line that is too long is discarded without a reply', () => {
      expect(decodeLine('x'.repeat(MAX_LINE_BYTES + 1))).to.deep.equal([]);
    });
  });

  describe('replies', () => {
    const [message] = decode({ id: 17, deviceId: 'trk-1', location: LOCATION });

    it('a reply has the id of the message and the number of stored records', () => {
      const receipt = success({ accepted: 1, duplicates: 0 });
      expect(message && reply(message, receipt)).to.equal('{"id":17,"status":201,"accepted":1,"duplicates":0}\n');
      expect(parseReply(decode({ location: LOCATION })[0], receipt)).to.include({ id: null, status: 201 });
    });

    it('a quarantined record gets status 202', () => {
      const receipt = success({ accepted: 1, duplicates: 2, quarantined: true as const });
      expect(parseReply(message, receipt)).to.deep.equal({ id: 17, status: 202, accepted: 1, duplicates: 2 });
    });

    it('a failure has its status and code', () => {
      expect(parseReply(message, failure('store_unavailable', 'the disk is full'))).to.deep.equal({
        id: 17,
        status: 503,
        code: 'store_unavailable',
        error: 'the disk is full',
      });
      expect(parseReply(message, failure('not_found', 'unknown device'))).to.include({ status: 404 });
    });

    it('a rejection has status 400 and the id, if readable', () => {
      const receipt = failure('internal', 'not asked');
      expect(parseReply(decodeLine('hello')[0], receipt)).to.include({
        id: null,
        status: 400,
        code: 'validation_failed',
      });
      expect(parseReply(decode({ id: 17 })[0], receipt)).to.include({ id: 17, status: 400 });
    });
  });
});
