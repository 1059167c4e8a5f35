import { expect } from 'chai';
import { success } from '../../../src/errors.js';
import { meshtastic } from '../../../src/protocols/meshtastic/index.js';
import {
  createCounters,
  NULL_CONTEXT,
  type TrackerMessage,
  type ProtocolSession,
} from '../../../src/protocols/protocol.js';
import type { Fix } from '../../../src/simulator/fix.js';
import {
  bytesField,
  fixed32Field,
  floatField,
  meshBattery,
  meshFrame,
  meshPosition,
  meshUser,
  varintField,
  stringField,
  type Bytes,
} from '../../../src/simulator/meshtastic/packets.js';
import { bytes, locationsOf } from '../../support/protocols/framing.js';
import { fixOf, latin1, packet } from '../../support/protocols/mesh.js';
import { recordsOf } from '../../support/protocols/decoded-records.js';

const START = Date.UTC(2026, 10, 21, 10);
const node = 0x0f6afa64;
const id = '0f6afa64';
const stored = success({ accepted: 1, duplicates: 0 });
const fix: Fix = { ...fixOf(0), latitude: 52.8422781, longitude: -5.7058203, altitude: -6, speed: 10, course: 84.5 };

describe('the Meshtastic protocol', () => {
  let now: number;
  let session: ProtocolSession;
  let packets: number;
  beforeEach(() => {
    now = START;
    packets = 0;
    session = meshtastic.open(createCounters(), { ...NULL_CONTEXT, now: () => now });
  });
  const pushFrame = (frame: string): TrackerMessage[] => session.push(bytes(frame), now);
  /** Pushes a packet with a new id. */
  const pushPacket = (port: number, payload: Bytes): TrackerMessage[] =>
    pushFrame(packet(node, (packets += 1), port, payload));
  const requestOf = (ref: string) => ({ type: 'request', ref });
  const replyTo = (message: TrackerMessage | undefined): string =>
    latin1(Buffer.from((message && session.reply(message, stored)) ?? ''));

  describe('positions', () => {
    it('the reception by the connected node dates a position whose own time is ahead or years old', () => {
      const own = (ms: number): Bytes => meshPosition({ ...fix, dateTime: new Date(ms).toISOString() });
      const datedAs = (ms: number, rxTime: number) =>
        locationsOf(pushFrame(packet(node, (packets += 1), 3, own(ms), rxTime)))[0];
      const day = 86_400_000;
      for (const off of [day, 400 * day, -3_000 * day, -20_000 * day]) {
        const location = datedAs(START + off, START - 5_000);
        expect(location?.dateTime, String(off)).to.equal(new Date(START - 5_000).toISOString());
        expect(location?.attributes).to.include({ timeSource: 'node' });
      }
      for (const off of [-40 * day, -1_000, 60_000]) {
        expect(datedAs(START + off, START)?.dateTime).to.equal(new Date(START + off).toISOString());
      }
      // The connected node was never set.
      expect(datedAs(START, START - 3_000 * day)?.dateTime).to.equal(new Date(START).toISOString());
    });

    it('a position belongs to the node that sent it and is in SI units', () => {
      const messages = pushPacket(3, meshPosition(fix));
      expect(messages[0]).to.include({ type: 'records', deviceId: id });
      expect(locationsOf(messages)).to.deep.equal([
        {
          dateTime: fix.dateTime,
          latitude: 52.8422781,
          longitude: -5.7058203,
          altitude: -6,
          speed: 10,
          course: 84.5,
          satellites: fix.satellites,
          attributes: { pdop: 1.8, hops: 0 },
        },
      ]);
    });

    it('a position with reduced precision is marked and has its accuracy', () => {
      const [location] = locationsOf(pushPacket(3, meshPosition(fix, 13)));
      expect(location?.attributes).to.include({ coarse: true });
      expect(location?.accuracy).to.equal(2918);
      expect(location?.latitude).to.be.closeTo(fix.latitude, 0.03);
      expect(locationsOf(pushPacket(3, meshPosition(fix, 32)))[0]).to.not.have.property('accuracy');
    });

    it('a position without coordinates, or at 0, 0 without satellites, is ignored', () => {
      expect(pushPacket(3, varintField(3, 5))).to.deep.equal([]);
      expect(
        pushPacket(3, [...fixed32Field(1, 0), ...fixed32Field(2, 0), ...fixed32Field(4, START / 1000)]),
      ).to.deep.equal([]);
      expect(
        locationsOf(pushPacket(3, [...fixed32Field(1, 0), ...fixed32Field(2, 0), ...varintField(19, 5)])),
      ).to.have.length(1);
    });

    it('an impossible or unreadable position is rejected without quoting it', () => {
      for (const wrong of [[...fixed32Field(1, 910_000_000), ...fixed32Field(2, 0)], [0xff, 0xff], varintField(1, 5)]) {
        expect(pushPacket(3, wrong)).to.deep.equal([{ type: 'rejected', reason: `unreadable position of ${id}` }]);
      }
    });

    it('a position has the time of the fix, else of the connected node, else of the gateway', () => {
      const coordinates = [...fixed32Field(1, 528_000_000), ...fixed32Field(2, 57_000_000)];
      const seconds = START / 1000;
      const dated = (payload: Bytes, rxAt = START) =>
        locationsOf(pushFrame(packet(node, (packets += 1), 3, payload, rxAt))).map(({ dateTime, attributes = {} }) => [
          Date.parse(dateTime) / 1000 - seconds,
          attributes.timeSource,
        ]);
      now = START + 7_000;
      expect(dated([...coordinates, ...fixed32Field(4, seconds - 60), ...fixed32Field(7, seconds - 90)])).to.deep.equal(
        [[-90, undefined]],
      );
      expect(dated([...coordinates, ...fixed32Field(4, seconds - 60)])).to.deep.equal([[-60, undefined]]);
      expect(dated([...coordinates, ...fixed32Field(4, 12)])).to.deep.equal([[0, 'node']]);
      expect(dated(coordinates, 5_000)).to.deep.equal([[7, 'gateway']]);
    });

    it('a packet repeated within ten minutes is decoded once', () => {
      const repeated = packet(node, 77, 3, meshPosition(fix));
      expect(recordsOf(pushFrame(repeated + repeated))).to.have.length(1);
      now += 599_000;
      expect(pushFrame(repeated)).to.deep.equal([]);
      now += 2_000;
      expect(recordsOf(pushFrame(repeated))).to.have.length(1);
    });

    it('a location has the last name and battery level of its node', () => {
      pushPacket(4, meshUser(id, 'Van \u{1f690}\u0007 7'));
      pushPacket(67, meshBattery(START / 1000, 88));
      const [location] = locationsOf(pushPacket(3, meshPosition(fix)));
      expect(location).to.include({ battery: 88 });
      expect(location?.attributes).to.include({ name: 'Van \u{1f690}  7' });
    });
  });

  describe('the node list of the connected node', () => {
    const info = (position: Bytes): string =>
      latin1(
        meshFrame(
          bytesField(4, [...varintField(1, node), ...bytesField(2, meshUser(id, 'Van 7')), ...bytesField(3, position)]),
        ),
      );

    it('an earlier position is stored with its own time and marked as recalled', () => {
      const [location] = locationsOf(pushFrame(info(meshPosition({ ...fix, dateTime: '2026-11-20T08:00:00.000Z' }))));
      expect(location?.dateTime).to.equal('2026-11-20T08:00:00.000Z');
      expect(location?.attributes).to.include({ recalled: true, name: 'Van 7' });
    });

    it('an earlier position without a time is not stored', () => {
      expect(pushFrame(info([...fixed32Field(1, 528_000_000), ...fixed32Field(2, 57_000_000)]))).to.deep.equal([]);
    });
  });

  describe('alerts', () => {
    const alerts = (messages: TrackerMessage[]) =>
      messages.flatMap((message) => (message.type === 'records' ? message.alerts : []));

    it('the alert application, a sensor and a text with the bell raise alerts', () => {
      const encodeText = (text: string): Bytes => [...Buffer.from(text)];
      const at = { dateTime: '2026-11-21T10:00:00.000Z' };
      expect(alerts(pushPacket(11, encodeText('Help \u00fc')))).to.deep.equal([
        { ...at, alerts: ['alert'], text: 'Help \u00fc' },
      ]);
      expect(alerts(pushPacket(10, encodeText('Gate open')))).to.deep.equal([
        { ...at, alerts: ['detection'], text: 'Gate open' },
      ]);
      expect(alerts(pushPacket(1, encodeText('\u0007come')))).to.deep.equal([
        { ...at, alerts: ['bell'], text: 'come' },
      ]);
      expect(pushPacket(1, encodeText('good morning'))).to.deep.equal([]);
    });

    it('a battery at 15 % raises one alert, and another only after it was above 20 %', () => {
      const alertsByLevel = [40, 16, 15, 14, 18, 12, 21, 15].map((level) =>
        alerts(pushPacket(67, meshBattery(START / 1000, level))),
      );
      expect(alertsByLevel.map(({ length }) => length)).to.deep.equal([0, 0, 1, 0, 0, 0, 0, 1]);
      expect(alertsByLevel[2]?.[0]).to.deep.include({ alerts: ['BatteryLow'], text: 'lowBattery: battery 15 %' });
      expect(alerts(pushPacket(67, meshBattery(START / 1000, 101)))).to.deep.equal([]);
    });
  });

  it('measurements of a node become telemetry', () => {
    const weather = [
      ...fixed32Field(1, START / 1000),
      ...bytesField(3, [...floatField(1, 21.5), ...floatField(2, 40), ...floatField(3, 1013)]),
    ];
    const [message] = pushPacket(67, weather);
    expect(message).to.deep.include({
      telemetry: [
        { dateTime: '2026-11-21T10:00:00.000Z', values: { temperature: 21.5, humidity: 40, pressure: 1013 } },
      ],
    });
  });

  it('packets of unknown applications, encrypted packets and malformed packets give no message', () => {
    const encrypted = [
      ...fixed32Field(1, node),
      ...fixed32Field(2, -1),
      ...bytesField(5, [1, 2, 3]),
      ...fixed32Field(6, 9),
    ];
    const counters = createCounters();
    const other = meshtastic.open(counters);
    expect(other.push(meshFrame(bytesField(2, encrypted)), now)).to.deep.equal([]);
    expect(counters.frames).to.equal(1);
    const data = bytesField(4, [...varintField(1, 3), ...bytesField(2, meshPosition(fix))]);
    const from = (num: number): Bytes => [...fixed32Field(1, num), ...fixed32Field(2, -1)];
    const wrong: readonly Bytes[] = [
      [...from(0), ...data],
      [...from(-1), ...data],
      [...from(node), ...data, ...varintField(9, 8)],
      [...from(node), ...data, ...bytesField(5, [1])],
      [...from(node), ...data, ...data],
      from(node),
      data,
    ];
    for (const content of wrong) expect(other.push(meshFrame(bytesField(2, content)), now)).to.deep.equal([]);
    expect(counters.frames).to.equal(1);
    expect(pushPacket(1234, [])).to.deep.equal([]);
  });

  describe('the connection to the node', () => {
    const wakeBytes = 32;
    const requestIn = (greeting: string): string => greeting.slice(wakeBytes);
    const complete = (greeting: string): string => latin1(meshFrame([7 * 8, ...bytes(requestIn(greeting).slice(5))]));
    const greet = (): string => latin1(Buffer.from(session.greeting() ?? ''));

    it('the node is woken and asked for everything when the port opens', () => {
      const greeting = greet();
      expect(greeting.slice(0, wakeBytes)).to.equal('\xc3'.repeat(wakeBytes));
      expect(requestIn(greeting)).to.match(/^\x94\xc3\0[\x02-\x06]\x18[\x80-\xff]{0,4}[\0-\x7f]$/);
      expect(requestIn(greeting).charCodeAt(3)).to.equal(requestIn(greeting).length - 4);
    });

    it('the request is repeated in silence until the reply is complete, then heartbeats are sent', () => {
      const greeting = greet();
      expect(session.idle()).to.deep.equal([requestOf('config')]);
      expect(pushFrame(latin1(meshFrame(varintField(7, 1))))).to.deep.equal([]);
      expect(session.idle()).to.deep.equal([requestOf('config')]);
      pushFrame(complete(greeting));
      const [message] = session.idle();
      expect(message).to.deep.equal(requestOf('heartbeat'));
      expect(replyTo(message)).to.equal('\x94\xc3\0\x02\x3a\0');
    });

    it('a rebooted node gets another request with a new number', () => {
      const greeting = greet();
      const [message] = pushFrame(latin1(meshFrame(varintField(8, 1))));
      expect(message).to.deep.equal(requestOf('config'));
      expect(requestIn(replyTo(message)))
        .to.match(/^\x94\xc3\0.\x18/s)
        .and.not.equal(requestIn(greeting));
    });

    it('a heartbeat is sent every five minutes, even while the node sends', () => {
      pushFrame(complete(greet()));
      now += 299_000;
      expect(recordsOf(pushPacket(3, meshPosition(fix)))).to.have.length(1);
      now += 1_000;
      const messages = pushPacket(3, meshPosition(fix));
      expect(messages).to.have.length(2);
      expect(messages[1]).to.deep.equal(requestOf('heartbeat'));
      expect(pushPacket(3, meshPosition(fix))).to.have.length(1);
    });

    it('a session without a greeting never writes', () => {
      now += 3_600_000;
      expect(pushFrame(latin1(meshFrame(varintField(8, 1))))).to.deep.equal([]);
      expect(session.idle()).to.deep.equal([]);
    });

    it('messages never contain the keys and passwords of the node', () => {
      greet();
      const secret = (variant: number): string => latin1(meshFrame(bytesField(variant, stringField(2, 'c4n4ry'))));
      const messages = [5, 9, 10, 12, 14, 17].flatMap((variant) => pushFrame(secret(variant)));
      messages.push(...pushPacket(6, stringField(2, 'c4n4ry')));
      expect(messages).to.deep.equal([]);
    });
  });
});
