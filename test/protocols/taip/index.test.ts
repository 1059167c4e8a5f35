import { expect } from 'chai';
import type { Receipt } from '../../../src/domain/report.js';
import { failure, success } from '../../../src/errors.js';
import { createCounters, NULL_CONTEXT } from '../../../src/protocols/protocol.js';
import { taip } from '../../../src/protocols/taip/index.js';
import { taipSentence } from '../../../src/simulator/taip/sentences.js';
import { bytes, locationsOf, runProtocol } from '../../support/protocols/framing.js';

const RECEIVED_AT = Date.UTC(2026, 10, 21, 8, 0, 10);
const PV = 'RPV28801+5284228+00570582027084';

const decode = (text: string, receivedAt = RECEIVED_AT, counters = createCounters()) =>
  runProtocol(taip, [bytes(text)], counters, receivedAt);
const locate = (data: string, receivedAt = RECEIVED_AT) =>
  locationsOf(decode(taipSentence(data, '4711'), receivedAt))[0];

describe('TAIP reports', () => {
  it('RPV has time, position, speed in mph and heading', () => {
    expect(decode(taipSentence(`${PV}12`, '4711'))).to.deep.equal([
      {
        type: 'records',
        deviceId: '4711',
        locations: [
          {
            dateTime: '2026-11-21T08:00:01.000Z',
            latitude: 52.84228,
            longitude: 5.70582,
            speed: 12.0701,
            course: 84,
            attributes: { report: 'PV', clockQuality: 'none' },
          },
        ],
        alerts: [],
      },
    ]);
  });

  it('RLN also has milliseconds, altitude in feet and satellites', () => {
    const data = 'RLN83830250+490256603-1220996704+000010000100+000009000213000700000000000012';
    expect(locate(data, Date.UTC(2026, 10, 21, 23))).to.deep.include({
      dateTime: '2026-11-21T23:17:10.250Z',
      latitude: 49.0256603,
      longitude: -122.0996704,
      altitude: 3.048,
      speed: 4.4704,
      course: 90,
      satellites: 2,
    });
  });

  it('RCP has four decimals, and REV the GPS week and day', () => {
    expect(locate('RCP28801-528423-005705832')).to.deep.include({ latitude: -52.8423, longitude: -5.7058 });
    expect(locate('REV481599462982+2578391-0802945201228512')).to.deep.include({
      dateTime: '2010-09-02T17:29:42.000Z',
      attributes: { report: 'EV', event: 48 },
    });
  });

  it('RUS and RUV can have the position of RGP', () => {
    const position = '211126080001-3457215-058493640360903';
    const place = {
      dateTime: '2026-11-21T08:00:01.000Z',
      latitude: -34.57215,
      longitude: -58.49364,
      speed: 10,
      course: 90,
    };
    const [user, event] = [
      locate(`RUS00,${position}00FF,000,+25.5,51`),
      locate(`RUV01120,NT003,${position}05DE0006,1,0`),
    ];
    expect(user).to.deep.equal({ ...place, attributes: { report: 'US' } });
    expect(event).to.deep.equal({ ...place, attributes: { report: 'UV' } });
    for (const data of [
      'RUS00,text',
      'RUV0000,NT003,211126080001,00111595,V1.5',
      `RUV01120,NT003,${position.slice(0, -1)}9FFDE0006,1`,
    ])
      expect(decode(taipSentence(data, '4711')), data).to.deep.equal([]);
    expect(decode(taipSentence(`RUS00,${position.replace('-3457215', '-9957215')}00FF`, '4711'))[0]?.type).to.equal(
      'rejected',
    );
  });

  it('a time without a date is the instant nearest to the reception', () => {
    const last = PV.replace('28801', '86399');
    const afterMidnight = Date.UTC(2026, 10, 22, 0, 0, 5);
    expect(locate(`${last}12`, afterMidnight)?.dateTime).to.equal('2026-11-21T23:59:59.000Z');
    const beforeMidnight = Date.UTC(2026, 10, 21, 23, 59, 58);
    const first = PV.replace('28801', '00001');
    expect(locate(`${first}12`, beforeMidnight)?.dateTime).to.equal('2026-11-22T00:00:01.000Z');
  });

  for (const [source, age] of ['92', '82', '11', '10', '19', '42']) {
    it(`a position of source ${String(source)} and age ${String(age)} is no fix`, () => {
      expect(decode(taipSentence(`${PV}${String(source)}${String(age)}`, '4711'))).to.deep.equal([]);
    });
  }

  it('dead reckoning is marked', () => {
    expect(locate(`${PV}62`)?.attributes).to.include({ positionOrigin: 'dead reckoning' });
  });

  it('impossible values and malformed reports are rejected', () => {
    for (const data of [
      `${PV}1`,
      `${PV.replace('+52', '+92')}12`,
      `${PV.replace('+005', '+181')}12`,
      `${PV.replace('28801', '86401')}12`,
      `${PV.replace('084', '361')}12`,
    ])
      expect(
        decode(taipSentence(data, '4711')).map(({ type }) => type),
        data,
      ).to.deep.equal(['rejected']);
  });

  it('queries, other answers and the factory id 0000 name no device', () => {
    for (const data of ['QPV', 'RVR X', 'RAL19500+00230+00012']) expect(decode(taipSentence(data))).to.deep.equal([]);
    for (const id of [undefined, '0000'])
      expect(decode(taipSentence(`${PV}12`, id))[0]).to.not.have.property('deviceId');
  });
});

describe('TAIP checksums', () => {
  it('a wrong checksum is discarded and counted', () => {
    const counters = createCounters();
    const damaged = taipSentence(`${PV}12`, '4711').replace('5284228', '5284229');
    expect(decode(damaged, RECEIVED_AT, counters)).to.deep.equal([]);
    expect(counters).to.include({ frames: 0, badChecksums: 1, discardedBytes: damaged.length - 2 });
  });

  it('a sentence without a checksum counts until the port has sent one', () => {
    const counters = createCounters();
    const plain = `>${PV}12;ID=4711<`;
    const messages = decode(plain + taipSentence(`${PV}12`, '4712') + plain, RECEIVED_AT, counters);
    expect(messages.map((message) => message.type === 'records' && message.deviceId)).to.deep.equal(['4711', '4712']);
    expect(counters.badChecksums).to.equal(1);
  });

  /** The sentence of `id` with a checksum that leaves the star out, as trackers of Lantrix and Akroz send it. */
  function withoutStar(id: string): string {
    const start = `>${PV}12;ID=${id};`;
    const sum = Buffer.from(start, 'latin1').reduce((xor, byte) => xor ^ byte, 0);
    return `${start}*${sum.toString(16).toUpperCase().padStart(2, '0')}<`;
  }
  const withStar = (id: string): string => taipSentence(`${PV}12`, id);
  const idsOf = (stream: string, counters = createCounters()) =>
    decode(stream, RECEIVED_AT, counters).map((message) => message.type === 'records' && message.deviceId);

  it('a checksum may leave the star out', () => {
    expect(idsOf(withoutStar('1') + withoutStar('2'))).to.deep.equal(['1', '2']);
  });

  it('a stream keeps the rule of its first checksum', () => {
    const counters = createCounters();
    expect(idsOf(withoutStar('1') + withStar('2') + withoutStar('3'), counters)).to.deep.equal(['1', '3']);
    expect(idsOf(withStar('1') + withoutStar('2') + withStar('3'), counters)).to.deep.equal(['1', '3']);
    expect(counters.badChecksums).to.equal(2);
  });

  it('a rule that was learned from a damaged sentence is forgotten after three sentences of the other rule', () => {
    const counters = createCounters();
    const stream = withStar('1') + ['2', '3', '4', '5'].map(withoutStar).join('');
    expect(idsOf(stream, counters)).to.deep.equal(['1', '4', '5']);
    expect(counters.badChecksums).to.equal(2);
  });
});

describe('TAIP queries', () => {
  it('several receivers on a port are asked by their ids, one after another', () => {
    const session = taip.open(createCounters(), { ...NULL_CONTEXT, mayQuery: true });
    const ask = () => {
      const [request] = session.idle();
      return request && session.reply(request, success({ accepted: 0, duplicates: 0 }));
    };
    expect([session.greeting(), ask()]).to.deep.equal(['>QPV<', '>QPV<']);
    for (const id of ['4711', '4712', '4711']) session.push(bytes(taipSentence(`${PV}12`, id)), RECEIVED_AT);
    expect([ask(), ask(), ask()]).to.deep.equal(['>QPV;ID=4712<', '>QPV;ID=4711<', '>QPV;ID=4712<']);
  });

  it('nothing is written where that is not allowed', () => {
    const session = taip.open(createCounters());
    expect(session.greeting()).to.equal(undefined);
    expect(session.idle()).to.deep.equal([]);
  });
});

describe('TAIP acknowledgements', () => {
  const STORED = success({ accepted: 1, duplicates: 0 });
  const GP = 'RGP211126080001-3457215-05849364010090303F00300';

  /** A sentence with its checksum by one of the two rules. */
  function numbered(data: string, fields: string, rule: 'with-star' | 'without-star' = 'with-star'): string {
    const start = `>${data};${fields};*`;
    const sum = Buffer.from(start, 'latin1').reduce((xor, byte) => xor ^ byte, rule === 'with-star' ? 0 : 0x2a);
    return `${start}${sum.toString(16).toUpperCase().padStart(2, '0')}<\r\n`;
  }
  const open = (context = {}, counters = createCounters()) =>
    taip.open(counters, { ...NULL_CONTEXT, peer: {}, ...context });
  const repliesOf = (session: ReturnType<typeof open>, text: string, receipt: Receipt = STORED) =>
    session.push(bytes(text), RECEIVED_AT).map((message) => session.reply(message, receipt));

  it('a numbered report is acknowledged by id and number, with the checksum by the rule of the sender', () => {
    expect(repliesOf(open(), numbered(GP, 'ID=8311;#2122'))).to.deep.equal(['>ACK;ID=8311;#2122;*7D<']);
    expect(repliesOf(open(), numbered(GP, 'ID=8311;#2122', 'without-star'))).to.deep.equal(['>ACK;ID=8311;#2122;*57<']);
    expect(repliesOf(open(), numbered(`${PV}12`, '#LOG:05E6;ID=4711;IX=1'))[0]).to.match(
      /^>ACK;ID=4711;#LOG:05E6;\*..<$/,
    );
    expect(repliesOf(open(), `>${GP};ID=8311;#2122<`)).to.deep.equal(['>ACK;ID=8311;#2122;*7D<']);
  });

  it('a number of the second form has the second form of the answer', () => {
    expect(repliesOf(open(), numbered(GP, '#IP0:1A2B;ID=8311'))).to.deep.equal(['>SAK;ID=8311;#IP0:1A2B<']);
  });

  it('a report that is refused, not stored, malformed or without number or id is not acknowledged', () => {
    const unavailable = failure('store_unavailable', 'the disk is full');
    expect(repliesOf(open(), numbered(GP, 'ID=8311;#2122'), unavailable)).to.deep.equal([undefined]);
    for (const text of [
      numbered(GP, 'ID=8311'),
      numbered(GP, '#2122'),
      numbered(GP, 'ID=0000;#2122'),
      numbered(GP.slice(0, -5), 'ID=8311;#2122'),
    ])
      expect(repliesOf(open(), text), text).to.deep.equal([undefined]);
    expect(repliesOf(open(), numbered(GP, 'ID=8311;#2122').replace('3457215', '3457216'))).to.deep.equal([]);
  });

  it('a numbered report without a record is acknowledged and counted by its kind', () => {
    const counters = createCounters();
    const session = open({}, counters);
    const version = numbered('RUV0000,NT003,211126080001,00111595,V1.5', 'ID=FWHS;#0004');
    expect(repliesOf(session, version)[0]).to.match(/^>ACK;ID=FWHS;#0004;\*..<$/);
    const withoutFix = numbered('RGP211126080001-3457215-058493640000000FFBF0300', 'ID=8251;#2122');
    expect(repliesOf(session, withoutFix)[0]).to.match(/^>ACK;ID=8251;#2122;\*..<$/);
    expect([...counters.input.withoutRecord.keys()]).to.deep.equal(['RUV', 'no fix']);
  });

  it('queries, and the acknowledgements of others, are not acknowledged', () => {
    for (const data of ['QPV', 'ACK', 'SAK', 'SRM'])
      expect(repliesOf(open(), numbered(data, 'ID=8311;#2122')), data).to.deep.equal([]);
  });

  it('nothing is written to a port', () => {
    for (const context of [{ peer: undefined }, { peer: undefined, mayQuery: true }])
      expect(repliesOf(open(context), numbered(GP, 'ID=8311;#2122'))).to.deep.equal([undefined]);
  });

  it('the rule of a sender of datagrams is kept from one to the next, and each sender has its own', () => {
    const [one, other] = [{}, {}];
    const datagram = (peer: object, rule: 'with-star' | 'without-star') =>
      repliesOf(open({ peer, isDatagram: true }), numbered(GP, 'ID=8311;#2122', rule)).length;
    expect([datagram(one, 'with-star'), datagram(one, 'without-star'), datagram(one, 'with-star')]).to.deep.equal([
      1, 0, 1,
    ]);
    expect([datagram(other, 'without-star'), datagram(other, 'with-star')]).to.deep.equal([1, 0]);
  });
});
