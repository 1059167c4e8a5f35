import { expect } from 'chai';
import type { Receipt } from '../../../src/domain/report.js';
import { failure, success } from '../../../src/errors.js';
import { gt06 } from '../../../src/protocols/gt06/index.js';
import { createCounters, NULL_CONTEXT, type TrackerMessage } from '../../../src/protocols/protocol.js';
import { gt06Alarm, gt06Location, gt06Login, gt06Packet } from '../../../src/simulator/gt06/packets.js';
import { gt06Fix, gt06Imei } from '../../support/protocols/gt06.js';

const RECEIVED_AT = Date.UTC(2026, 10, 21, 9);
const STORED = success({ accepted: 1, duplicates: 0 });
const REFUSED = failure('store_unavailable', 'the disk is full');
const GMT_MINUS_4 = 0x190a;
const GMT_PLUS_5_30 = 0x2120;

function open(login: Buffer | null = gt06Login(gt06Imei, 1)) {
  const context = { ...NULL_CONTEXT, now: () => RECEIVED_AT, clockQuality: () => 'ntp' as const };
  const session = gt06.open(createCounters(), context);
  if (login !== null) session.push(login, RECEIVED_AT);
  return {
    push: (packet: Buffer) => session.push(packet, RECEIVED_AT),
    reply: (message: TrackerMessage | undefined, receipt: Receipt = STORED) => {
      const bytes = message && session.reply(message, receipt);
      return bytes === undefined ? undefined : Buffer.from(bytes).toString('hex');
    },
  };
}

const recordsOf = (messages: readonly TrackerMessage[]) =>
  messages.flatMap((message) => (message.type === 'records' ? [message] : []));

/** Message 12 with the fields of a position in message 22. */
const local = (serial = 2): Buffer => gt06Packet(0x12, gt06Location(gt06Fix(1), serial).subarray(4, -6), serial);

describe('GT06: records', () => {
  it('a position has the IMEI of the login and the values of the packet', () => {
    const fix = gt06Fix(1);
    const [message] = recordsOf(open().push(gt06Location(fix, 2)));
    expect(message?.deviceId).to.equal(gt06Imei);
    expect(message?.alerts).to.deep.equal([]);
    const [location] = message?.locations ?? [];
    expect(location?.dateTime).to.equal(`${fix.dateTime.slice(0, 19)}.000Z`);
    expect(location?.latitude).to.be.closeTo(fix.latitude, 1e-6);
    expect(location?.longitude).to.be.closeTo(fix.longitude, 1e-6);
    expect(location?.speed).to.be.closeTo(fix.speed, 0.15);
    expect(location?.course).to.be.closeTo(fix.course, 0.5);
    expect(location?.satellites).to.equal(fix.satellites);
    expect(location?.attributes).to.deep.equal({ ignition: true, uploadMode: 0 });
  });

  it('south and west are negative', () => {
    const fix = { ...gt06Fix(1), latitude: -33.5, longitude: -70.25 };
    const [message] = recordsOf(open().push(gt06Location(fix, 2)));
    expect(message?.locations[0]).to.include({ latitude: -33.5, longitude: -70.25 });
  });

  it('a position that the tracker repeats without a fix is no location', () => {
    const [message] = open().push(gt06Location(gt06Fix(1), 2, false));
    expect(message?.type).to.equal('request');
  });

  it('a fix at exactly 0,0 is for ingest to judge, so that its values count; without a time it is none', () => {
    const fix = { ...gt06Fix(1), latitude: 0, longitude: 0 };
    const [message] = recordsOf(open().push(gt06Location(fix, 2)));
    expect(Math.abs(message?.locations[0]?.latitude ?? NaN)).to.equal(0);
    expect(message?.locations[0]?.attributes).to.deep.include({ ignition: true });
    const content = Buffer.concat([Buffer.alloc(6), gt06Location(fix, 2).subarray(10, -6)]);
    expect(open().push(gt06Packet(0x22, content, 2))[0]?.type).to.equal('request');
  });

  it('an alarm raises an alert with its position, under the name of the API', () => {
    const fix = gt06Fix(2);
    const { locations, alerts } = recordsOf(open().push(gt06Alarm(fix, 3)))[0] ?? {};
    expect(locations).to.have.length(1);
    expect(locations?.[0]?.battery).to.equal(Math.round((Math.round((fix.battery * 6) / 100) * 100) / 6));
    const { latitude = NaN, longitude = NaN, dateTime = '' } = locations?.[0] ?? {};
    expect(alerts).to.deep.equal([{ dateTime, alerts: ['SOSButton'], latitude, longitude }]);
  });

  for (const [code, name] of [
    [0x02, 'GPSUnplugged'],
    [0x04, 'ForbiddenArea'],
    [0x05, 'AllowedArea'],
    [0x06, 'SpeedLimit'],
    [0x19, 'BatteryLow'],
    [0x77, 'Alarm77'],
  ] as const) {
    it(`alarm ${code.toString(16)} is ${name}`, () => {
      const [message] = recordsOf(open().push(gt06Alarm(gt06Fix(2), 3, code)));
      expect(message?.alerts[0]?.alerts).to.deep.equal([name]);
    });
  }

  it('a normal status (0), and a first fix (0D), raise no alert', () => {
    for (const code of [0x00, 0x0d]) {
      expect(recordsOf(open().push(gt06Alarm(gt06Fix(2), 3, code)))[0]?.alerts).to.deep.equal([]);
    }
  });

  it('a cell alarm without a position has the time of reception', () => {
    const cellAlarm = gt06Packet(0x19, Buffer.from('01cc00287d001f712004040102', 'hex'), 7);
    expect(recordsOf(open().push(cellAlarm))).to.deep.equal([
      {
        type: 'records',
        deviceId: gt06Imei,
        locations: [],
        alerts: [{ dateTime: '2026-11-21T09:00:00.000Z', alerts: ['SOSButton'] }],
        ref: 0x19_0007,
      },
    ]);
  });

  it('a changed battery in heartbeats is telemetry, an equal one is not', () => {
    const { push } = open();
    const heartbeat = (level: number) => gt06Packet(0x13, Buffer.of(0x44, level, 4, 0, 1), 9);
    const values = [6, 6, 3].map((level) => recordsOf(push(heartbeat(level))).map(({ telemetry }) => telemetry));
    const at = (battery: number) => [[{ dateTime: '2026-11-21T09:00:00.000Z', values: { battery } }]];
    expect(values).to.deep.equal([at(100), [], at(50)]);
  });

  it('records before the login have no device id', () => {
    expect(recordsOf(open(null).push(gt06Location(gt06Fix(1), 2)))[0]).to.not.have.property('deviceId');
  });

  const datedFix = (date: string): Buffer =>
    gt06Packet(0x22, Buffer.concat([Buffer.from(date, 'hex'), gt06Location(gt06Fix(1), 2).subarray(10, -6)]), 2);

  it('a date that does not exist is rejected', () => {
    const reason = 'malformed time in message 22';
    expect(open().push(datedFix('1a0d01000000'))).to.deep.equal([{ type: 'rejected', reason, ref: 0x22_0002 }]);
  });

  it('a fix of a clock without a time is dated by the reception and marked', () => {
    const [location] = recordsOf(open().push(datedFix('000000000000')))[0]?.locations ?? [];
    expect(location?.dateTime).to.equal('2026-11-21T09:00:00.000Z');
    expect(location?.attributes).to.include({ timeSource: 'gateway', clockQuality: 'ntp' });
  });

  it('a leap second is a time', () => {
    const [location] = recordsOf(open().push(datedFix('100c1f173b3c')))[0]?.locations ?? [];
    expect(location?.dateTime).to.equal('2016-12-31T23:59:59.999Z');
  });
});

describe('GT06: time zone', () => {
  const timeAfter = (login: Buffer, packet: Buffer) => recordsOf(open(login).push(packet))[0]?.locations[0]?.dateTime;

  it('messages with UTC ignore the time zone of the login', () => {
    const login = gt06Login(gt06Imei, 1, GMT_MINUS_4);
    expect(timeAfter(login, gt06Location(gt06Fix(1), 2))).to.equal('2026-11-21T08:00:01.000Z');
  });

  it('older messages have the time zone of the login, and UTC without one', () => {
    expect(timeAfter(gt06Login(gt06Imei, 1), local())).to.equal('2026-11-21T08:00:01.000Z');
    expect(timeAfter(gt06Login(gt06Imei, 1, GMT_MINUS_4), local())).to.equal('2026-11-21T12:00:01.000Z');
    expect(timeAfter(gt06Login(gt06Imei, 1, GMT_PLUS_5_30), local())).to.equal('2026-11-21T02:30:01.000Z');
  });

  it('an impossible time zone is ignored', () => {
    expect(timeAfter(gt06Login(gt06Imei, 1, 0xfff0), local())).to.equal('2026-11-21T08:00:01.000Z');
  });
});

describe('GT06: replies', () => {
  it('the login and the heartbeat get the replies of the protocol document', () => {
    const { push, reply } = open(null);
    const [login] = push(gt06Login(gt06Imei, 5));
    expect(reply(login)).to.equal('787805010005 9ff8 0d0a'.replaceAll(' ', ''));
    const [heartbeat] = push(gt06Packet(0x13, Buffer.of(0x40, 4, 4, 0, 1), 0x0100));
    expect(reply(heartbeat)).to.equal('787805130100 e1a0 0d0a'.replaceAll(' ', ''));
  });

  it('a record is acknowledged when it is stored, not when it is refused', () => {
    const { push, reply } = open();
    const [message] = push(gt06Alarm(gt06Fix(2), 0x1c));
    expect(reply(message)).to.equal('787805 26 001c 9d86 0d0a'.replaceAll(' ', ''));
    expect(reply(message, REFUSED)).to.equal(undefined);
  });

  it('a rejected packet is acknowledged, so that it is not sent forever', () => {
    const { push, reply } = open();
    const [message] = push(gt06Packet(0x22, Buffer.alloc(26, 0xff), 3));
    expect(message?.type).to.equal('rejected');
    expect(reply(message, failure('validation_failed', 'malformed time'))?.slice(0, 12)).to.equal('787805220003');
  });

  it('an extended packet gets an extended reply', () => {
    const { push, reply } = open();
    const content = gt06Location(gt06Fix(1), 2).subarray(4, -6);
    const packet = Buffer.concat([content.subarray(0, 6), Buffer.of(12), content.subarray(6)]);
    const [message] = push(gt06Packet(0x32, packet, 6, true));
    expect(message?.type).to.equal('records');
    expect(reply(message)?.slice(0, 14)).to.equal('79790005320006');
  });

  it('a request for the time gets UTC', () => {
    const { push, reply } = open();
    const [message] = push(gt06Packet(0x8a, Buffer.alloc(0), 6));
    expect(reply(message)?.slice(0, 24)).to.equal('78780b8a1a0b150900000006');
  });

  it('a request for the time gets no reply while the clock of the gateway is not set', () => {
    const session = gt06.open(createCounters());
    const [message] = session.push(gt06Packet(0x8a, Buffer.alloc(0), 6), 0);
    expect(message && session.reply(message, STORED)).to.equal(undefined);
  });
});
