import { expect } from 'chai';
import { failure, success } from '../../../src/errors.js';
import { crc16 } from '../../../src/framing/crc16.js';
import { json, maxLineBytes } from '../../../src/protocols/json/index.js';
import { noCounters, type Message, type Receipt } from '../../../src/protocols/protocol.js';

const receivedAt = Date.UTC(2026, 10, 21, 8, 22, 34);
const place = { dateTime: '2026-11-21T08:22:34Z', latitude: 52.84, longitude: 5.7 };
const kept = { ...place, dateTime: '2026-11-21T08:22:34.000Z' };

function hear(line: string, counters = noCounters()): Message[] {
  return json.open(counters).push(Buffer.from(`${line}\n`), receivedAt);
}
const said = (value: unknown): Message[] => hear(JSON.stringify(value));
const reply = (message: Message, receipt: Receipt): string =>
  String(json.open(noCounters()).reply(message, receipt) ?? 'null');
const answer = (message: Message | undefined, receipt: Receipt): unknown =>
  message === undefined ? undefined : (JSON.parse(reply(message, receipt)) as unknown);

const tailed = (line: string): string =>
  `${line}*${crc16(Buffer.from(line)).toString(16).toUpperCase().padStart(4, '0')}`;

describe('JSON Lines', () => {
  it('carries a location, or many', () => {
    expect(said({ id: 17, deviceId: 'trk-1', location: place })).to.deep.equal([
      { type: 'records', ref: 17, deviceId: 'trk-1', locations: [kept], alerts: [] },
    ]);
    expect(said({ id: 'a', deviceId: 'trk-1', locations: [place, { ...place, course: 360 }] })).to.deep.equal([
      { type: 'records', ref: 'a', deviceId: 'trk-1', locations: [kept, { ...kept, course: 0 }], alerts: [] },
    ]);
  });

  it('carries an alert, or many, dated at receipt when they have no time', () => {
    const dateTime = '2026-11-21T08:22:34.000Z';
    expect(said({ deviceId: 'trk-1', alert: { alertName: 'SOS' } })).to.deep.equal([
      { type: 'records', deviceId: 'trk-1', locations: [], alerts: [{ dateTime, alerts: ['SOS'] }] },
    ]);
    expect(said({ alerts: [{ alerts: ['a'] }, { alerts: ['b'] }] })[0]).to.deep.include({
      alerts: [
        { dateTime, alerts: ['a'] },
        { dateTime, alerts: ['b'] },
      ],
    });
  });

  it('holds 100 locations with every field in one line', () => {
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
    expect(line.length).to.be.below(maxLineBytes);
    expect(hear(line)[0]).to.have.property('locations').with.length(100);
  });

  it('checks the CRC where there is one, and does not answer when it is wrong', () => {
    const line = JSON.stringify({ id: 1, deviceId: 'trk-1', location: place, text: undefined });
    expect(hear(tailed(line))).to.have.length(1);
    expect(hear(tailed(line).toLowerCase().replace(line.toLowerCase(), line))).to.have.length(1);
    const counters = noCounters();
    const wrong = tailed(line).replace('52.84', '52.85');
    expect(hear(wrong, counters)).to.deep.equal([]);
    expect(counters).to.include({ frames: 0, badChecksums: 1, discardedBytes: wrong.length });
  });

  it('reads UTF-8, and refuses what is not', () => {
    expect(said({ alert: { alertName: 'Tür ☂' } })[0]).to.have.nested.property('alerts[0].alerts[0]', 'Tür ☂');
    const [message] = json.open(noCounters()).push(Buffer.from('{"id":1,"deviceId":"\xff"}\n', 'latin1'), receivedAt);
    expect(message).to.include({ type: 'rejected' });
  });

  describe('refusals', () => {
    const lines = {
      'text that is not JSON': 'hello',
      'JSON cut short': '{"id":17,"deviceId":"trk-1"',
      'JSON that is no object': '[17]',
      'nothing to store': '{"id":17,"deviceId":"trk-1"}',
      'an unknown field': `{"id":17,"location":${JSON.stringify(place)},"extra":1}`,
      'a field of a prototype': `{"id":17,"location":{"__proto__":${JSON.stringify(place)}}}`,
      'a prototype as message': `{"__proto__":{"location":${JSON.stringify(place)}}}`,
      'a latitude out of range': JSON.stringify({ location: { ...place, latitude: 90.1 } }),
      'both spellings of mileage': JSON.stringify({ location: { ...place, mileage: 1, milleage: 1 } }),
      'one wrong location among good ones': JSON.stringify({ locations: [place, {}] }),
      'an id of another type': JSON.stringify({ id: { a: 1 }, location: place }),
      'a device id that cannot be': JSON.stringify({ deviceId: '../x', location: place }),
    };
    for (const [what, line] of Object.entries(lines)) {
      it(`refuses ${what} whole`, () => {
        const messages = hear(line);
        expect(messages).to.have.length(1);
        expect(messages[0]).to.include({ type: 'rejected' });
      });
    }

    it('refuses nesting by its depth, before it is built', () => {
      const bomb = `{"id":1,"location":${'['.repeat(60_000)}${']'.repeat(60_000)}}`;
      expect(hear(bomb)[0]).to.include({ type: 'rejected', reason: 'the JSON is nested too deeply' });
      expect(hear(`"${'\\"['.repeat(40_000)}`)[0]).to.include({ type: 'rejected' });
      expect(said({ alert: { alertName: '[[[[[[[[[[[[' } })[0]).to.include({ type: 'records' });
    });

    it('does not repeat a long line in its reason', () => {
      const [message] = hear(JSON.stringify({ id: 9, ['x'.repeat(100_000)]: 1 }));
      expect(message).to.include({ type: 'rejected', ref: 9 });
      expect(
        reply(message ?? { type: 'rejected', reason: '' }, success({ accepted: 0, duplicates: 0 })),
      ).to.have.length.below(400);
    });

    it('throws an overlong line away without an answer', () => {
      expect(hear('x'.repeat(maxLineBytes + 1))).to.deep.equal([]);
    });
  });

  describe('answers', () => {
    const [message] = said({ id: 17, deviceId: 'trk-1', location: place });

    it('tells what was stored, under the id of the message, on one line', () => {
      const receipt = success({ accepted: 1, duplicates: 0 });
      expect(message && reply(message, receipt)).to.equal('{"id":17,"status":201,"accepted":1,"duplicates":0}\n');
      expect(answer(said({ location: place })[0], receipt)).to.include({ id: null, status: 201 });
    });

    it('tells by 202 that a record is kept, and of no device yet', () => {
      const receipt = success({ accepted: 1, duplicates: 2, quarantined: true as const });
      expect(answer(message, receipt)).to.deep.equal({ id: 17, status: 202, accepted: 1, duplicates: 2 });
    });

    it('tells a failure by its status and its word', () => {
      expect(answer(message, failure('store_unavailable', 'the disk is full'))).to.deep.equal({
        id: 17,
        status: 503,
        code: 'store_unavailable',
        error: 'the disk is full',
      });
      expect(answer(message, failure('not_found', 'unknown device'))).to.include({ status: 404 });
    });

    it('tells why a line was refused, with its id where it could be read', () => {
      const receipt = failure('internal', 'not asked');
      expect(answer(hear('hello')[0], receipt)).to.include({ id: null, status: 400, code: 'validation_failed' });
      expect(answer(said({ id: 17 })[0], receipt)).to.include({ id: 17, status: 400 });
    });
  });
});
