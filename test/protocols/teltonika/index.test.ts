import { expect } from 'chai';
import { readAlert } from '../../../src/domain/records/alert.js';
import { failure, success } from '../../../src/errors.js';
import { createCounters, NULL_CONTEXT, type TrackerMessage } from '../../../src/protocols/protocol.js';
import { teltonika } from '../../../src/protocols/teltonika/index.js';
import { validateLocationInput } from '../../../src/schema/records/location.js';
import type { Fix } from '../../../src/simulator/fix.js';
import {
  avlData,
  CODEC_16,
  CODEC_8,
  CODEC_8_EXTENDED,
  loginOf,
  tcpPacket,
  udpPacket,
  type SimulatedAvlRecord,
} from '../../../src/simulator/teltonika/packets.js';
import { locationsOf } from '../../support/protocols/framing.js';
import { createRandom } from '../../support/protocols/random.js';
import { teltonikaImei as imei } from '../../support/protocols/teltonika.js';

const RECEIVED_AT = Date.UTC(2026, 10, 21, 8, 0, 10);
const fix: Fix = {
  dateTime: '2026-11-21T08:00:01.000Z',
  latitude: 52.8422788,
  longitude: -5.7058205,
  altitude: -3,
  speed: 10,
  course: 84,
  satellites: 9,
  battery: 87,
};
const STORED = success({ accepted: 1, duplicates: 0 });

const isDatagram = { ...NULL_CONTEXT, isDatagram: true } as const;

/** A connection after its login. */
function connect(counters = createCounters()) {
  const session = teltonika.open(counters);
  session.push(loginOf(imei), RECEIVED_AT);
  return session;
}

const decode = (records: readonly SimulatedAvlRecord[], codec?: number): TrackerMessage | undefined =>
  connect().push(tcpPacket(avlData(records, codec)), RECEIVED_AT)[0];

const locate = (record: Partial<SimulatedAvlRecord>, values: Partial<Fix> = {}) => {
  const message = decode([{ ...record, fix: { ...fix, ...values } }]);
  return message === undefined ? undefined : locationsOf([message])[0];
};

function alertOf(record: Omit<SimulatedAvlRecord, 'fix'>) {
  const message = decode([{ fix, ...record }]);
  return message?.type === 'records' ? message.alerts[0] : undefined;
}

describe('Teltonika records', () => {
  const expected = {
    dateTime: '2026-11-21T08:00:01.000Z',
    latitude: 52.8422788,
    longitude: -5.7058205,
    altitude: -3,
    speed: 10,
    course: 84,
    satellites: 9,
    battery: 87,
    attributes: { ignition: true, movement: true, gsmSignal: 4, externalVoltage: 12.6 },
  };

  for (const codec of [CODEC_8, CODEC_8_EXTENDED, CODEC_16]) {
    it(`codec ${codec} has time, position, speed in km/h and IO elements`, () => {
      expect(decode([{ fix }], codec)).to.deep.equal({
        type: 'records',
        deviceId: imei,
        locations: [expected],
        alerts: [],
        ref: '00000001',
      });
    });
  }

  it('odometer, temperatures, inputs, outputs, voltage and HDOP have their units', () => {
    const location = locate({
      elements: [
        [16, 4, 61_383],
        [72, 4, -105],
        [73, 4, 3_000],
        [1, 1, 1],
        [2, 1, 0],
        [179, 1, 1],
        [67, 2, 4_023],
        [182, 2, 12],
      ],
    });
    expect(location).to.deep.include({ milleage: 61.383, temperature: -10.5, inputs: [true, false], outputs: [true] });
    expect(location).to.not.have.property('temperature2');
    expect(location?.attributes).to.include({ batteryVoltage: 4.023, hdop: 1.2 });
  });

  it('an element of another size has another meaning', () => {
    const location = locate({ elements: [[113, 4, 29_525]] });
    expect(location).to.not.have.property('battery');
  });

  it('a position without satellites is no location; one at zero degrees is for ingest to judge', () => {
    expect(locate({}, { satellites: 0, speed: 0, course: 0 })).to.equal(undefined);
    expect(locate({ elements: [[69, 1, 1]] }, { satellites: 0 })).to.equal(undefined);
    expect(locate({}, { latitude: 0, longitude: 0 })).to.include({ latitude: 0, longitude: 0 });
  });

  it('a position with satellites is a fix, whatever the GNSS status and the event are', () => {
    for (const status of [0, 1, 2, 3, 4]) {
      for (const event of [0, 69, 239]) {
        expect(locate({ event, elements: [[69, 1, status]] })).to.deep.include({ satellites: 9, course: 84 });
      }
      expect(locate({ elements: [[69, 1, status]] }, { speed: 0, course: 0 })).to.not.equal(undefined);
    }
  });

  it('an alert without a fix has no position', () => {
    const [record] = [{ event: 236, elements: [[236, 1, 1]] as const }];
    const lost = decode([{ ...record, fix: { ...fix, satellites: 0 } }]);
    expect(lost).to.deep.include({
      locations: [],
      alerts: [{ dateTime: fix.dateTime, alerts: ['SOSButton'], text: 'AVL 236' }],
    });
  });

  it('a record without a fix and without an event needs only its acknowledgement, and is counted', () => {
    expect(decode([{ fix: { ...fix, satellites: 0 } }])).to.deep.equal({ type: 'request', ref: '00000001' });
    expect(decode([])).to.deep.equal({ type: 'request', ref: '00000000' });
    const counters = createCounters();
    const session = connect(counters);
    for (const records of [[{ fix: { ...fix, satellites: 0 } }], []]) session.push(tcpPacket(avlData(records)), 0);
    expect([...counters.input.withoutRecord.keys()]).to.deep.equal(['login', 'no fix', 'no records']);
  });
});

describe('Teltonika packets of any content', () => {
  it('every location and alert has the form of the API', () => {
    const random = createRandom(20_261_121);
    const samples = [CODEC_8, CODEC_8_EXTENDED, CODEC_16].map((codec) => avlData([{ fix }, { fix }], codec));
    const session = connect();
    let [locations, alerts] = [0, 0];
    for (let turn = 0; turn < 20_000; turn += 1) {
      const data = Buffer.from(random.pick(samples));
      for (let times = random.below(8); times >= 0; times -= 1)
        data[1 + random.below(data.length - 1)] = random.below(256);
      for (const message of session.push(tcpPacket(data), RECEIVED_AT)) {
        if (message.type !== 'records') continue;
        for (const location of message.locations) {
          if (!validateLocationInput(location).ok) expect.fail(`turn ${turn}: ${JSON.stringify(location)}`);
        }
        for (const alert of message.alerts) {
          if (!readAlert({ ...alert, alerts: [...alert.alerts] }, RECEIVED_AT).ok) expect.fail(JSON.stringify(alert));
        }
        locations += message.locations.length;
        alerts += message.alerts.length;
      }
    }
    expect(locations).to.be.above(1_000);
    expect(alerts).to.be.above(1_000);
  });
});

describe('Teltonika alerts', () => {
  const alerts: readonly [event: number, value: number, name: string | undefined, text?: string][] = [
    [1, 1, 'Sensor1On'],
    [3, 0, 'Sensor3Off'],
    [61, 1, 'ForbiddenArea', 'AVL zone in: zone 6'],
    [155, 0, 'AllowedArea', 'AVL zone out: zone 1'],
    [155, 2, undefined],
    [159, 3, 'SpeedLimit', 'AVL 255: zone 5'],
    [175, 0, 'AllowedArea', 'AVL zone out'],
    [236, 0, undefined],
    [236, 1, 'SOSButton', 'AVL 236'],
    [239, 0, 'IgnitionOff'],
    [239, 1, 'IgnitionOn'],
    [240, 1, undefined],
    [246, 1, 'Tow'],
    [247, 6, 'Crash'],
    [249, 1, 'Jamming'],
    [251, 1, 'IdlingStart'],
    [252, 0, 'ExternalPowerOn'],
    [252, 1, 'GPSUnplugged', 'AVL 252'],
    [253, 2, 'HarshBraking'],
    [255, 95, 'SpeedLimit', 'AVL 255: 95 km/h'],
    [181, 9, undefined],
  ];
  for (const [event, value, name, text] of alerts) {
    it(`the event ${event} with the value ${value} is ${name ?? 'no alert'}`, () => {
      const alert = alertOf({ event, elements: [[event, 1, value]] });
      expect(alert?.alerts).to.deep.equal(name === undefined ? undefined : [name]);
      expect(alert?.text).to.equal(text);
      if (alert !== undefined) expect(alert).to.include({ dateTime: fix.dateTime, latitude: fix.latitude });
    });
  }

  it('an input or an unnamed event with the priority of panic is an emergency, a named event is not', () => {
    const panic = { priority: 2 };
    expect(alertOf({ ...panic, event: 1, elements: [[1, 1, 1]] })?.alerts).to.deep.equal(['SOSButton']);
    expect(alertOf({ ...panic, event: 1, elements: [[1, 1, 0]] })?.alerts).to.deep.equal(['Sensor1Off']);
    expect(alertOf({ ...panic, event: 9, elements: [[9, 2, 9]] })?.alerts).to.deep.equal(['SOSButton']);
    expect(alertOf({ ...panic, event: 252, elements: [[252, 1, 1]] })?.alerts).to.deep.equal(['GPSUnplugged']);
    expect(alertOf(panic)).to.equal(undefined);
  });

  it('a value of an event among the elements of another record raises nothing', () => {
    expect(alertOf({ elements: [[236, 1, 1]] })).to.equal(undefined);
  });
});

describe('Teltonika acknowledgements', () => {
  it('a login is accepted, and a packet is acknowledged with its number of records once they are stored', () => {
    const session = teltonika.open(createCounters());
    const [login] = session.push(loginOf(imei), RECEIVED_AT);
    expect(login && session.reply(login, STORED)).to.deep.equal(Uint8Array.of(1));
    const [records] = session.push(tcpPacket(avlData([{ fix }, { fix }, { fix }])), RECEIVED_AT);
    expect(records && session.reply(records, STORED)).to.deep.equal(Uint8Array.of(0, 0, 0, 3));
    expect(records && session.reply(records, failure('store_unavailable', 'disk full'))).to.equal(undefined);
  });

  it('a datagram has its IMEI, and its acknowledgement repeats its ids', () => {
    const session = teltonika.open(createCounters(), isDatagram);
    const datagram = udpPacket(avlData([{ fix }, { fix }]), { imei, id: 0xcafe, avlId: 0x05 });
    const [message] = session.push(datagram, RECEIVED_AT);
    expect(message).to.include({ type: 'records', deviceId: imei });
    expect(message && session.reply(message, STORED)).to.deep.equal(Uint8Array.of(0, 5, 0xca, 0xfe, 1, 5, 2));
    expect(session.command).to.equal(undefined);
  });

  it('a packet that can never be read is acknowledged, and its reason is stored', () => {
    const data = avlData([{ fix }]);
    data[1] = 2;
    const session = connect();
    const [message] = session.push(tcpPacket(data), RECEIVED_AT);
    const reason = '2 records of codec 8 do not fill their packet';
    expect(message).to.deep.equal({
      type: 'records',
      deviceId: imei,
      locations: [],
      alerts: [{ dateTime: '2026-11-21T08:00:10.000Z', alerts: ['seqRefused'], text: reason }],
      refused: reason,
      ref: '00000002',
    });
    expect(message && session.reply(message, STORED)).to.deep.equal(Uint8Array.of(0, 0, 0, 2));
  });

  it('an impossible position is refused, and the other records of its packet are stored', () => {
    const message = decode([{ fix }, { fix: { ...fix, latitude: 90.5 } }, { fix: { ...fix, longitude: 181 } }]);
    expect(message).to.include({ refused: 'record 2 of 3: its latitude is beyond 90 degrees', ref: '00000003' });
    expect(message && locationsOf([message])).to.have.length(1);
  });

  it('a codec that is not supported gets no acknowledgement, so that its tracker keeps its data', () => {
    const data = avlData([{ fix }]);
    data[0] = 7;
    const session = connect();
    const [message] = session.push(tcpPacket(data), RECEIVED_AT);
    expect(message).to.have.property('type', 'rejected');
    expect(message).to.have.property('reason').that.includes('codec 7 is not supported: set the data protocol');
    expect(message && session.reply(message, STORED)).to.equal(undefined);
  });

  it('codec 13 and 15, which no server acknowledges, are rejected with what to set in the tracker', () => {
    for (const codec of [13, 15]) {
      const session = connect();
      const data = Buffer.from([codec, 1, 6, 0, 0, 0, 6, 0x64, 0x2b, 0x3a, 0xd1, 0x4f, 0x4b, 1]);
      const [message] = session.push(tcpPacket(data), RECEIVED_AT);
      expect(message).to.have.property('reason').that.includes('switch the message timestamp');
      expect(message && session.reply(message, STORED)).to.equal(undefined);
    }
  });

  it('a packet before the login has no device, and a second login cannot change it', () => {
    const session = teltonika.open(createCounters());
    const packet = tcpPacket(avlData([{ fix }]));
    expect(session.push(packet, RECEIVED_AT)[0]).to.not.have.property('deviceId');
    session.push(loginOf(imei), RECEIVED_AT);
    expect(session.push(loginOf(imei), RECEIVED_AT)[0]).to.include({ type: 'request' });
    expect(session.push(loginOf('860000000000025'), RECEIVED_AT)[0]).to.include({ type: 'rejected' });
    expect(session.push(packet, RECEIVED_AT)[0]).to.include({ deviceId: imei });
  });
});
