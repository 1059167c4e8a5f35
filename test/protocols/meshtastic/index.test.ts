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
import { bytes, locationsOf } from '../../support/framing.js';
import { fixOf, latin1, packet } from '../../support/mesh.js';
import { recordsOf } from '../../support/said.js';

const START = Date.UTC(2026, 10, 21, 10);
const node = 0x0f6afa64;
const id = '0f6afa64';
const stored = success({ accepted: 1, duplicates: 0 });
const fix: Fix = { ...fixOf(0), latitude: 52.8422781, longitude: -5.7058203, altitude: -6, speed: 10, course: 84.5 };

describe('Meshtastic', () => {
  let now: number;
  let session: ProtocolSession;
  let packets: number;
  beforeEach(() => {
    now = START;
    packets = 0;
    session = meshtastic.open(createCounters(), { ...NULL_CONTEXT, now: () => now });
  });
  const pushFrame = (frame: string): TrackerMessage[] => session.push(bytes(frame), now);
  /** a packet of its own number */
  const sent = (port: number, payload: Bytes): TrackerMessage[] =>
    pushFrame(packet(node, (packets += 1), port, payload));
  const question = (ref: string) => ({ type: 'request', ref });
  const replyTo = (message: TrackerMessage | undefined): string =>
    latin1(Buffer.from((message && session.reply(message, stored)) ?? ''));

  describe('positions', () => {
    it('are those of the node that sent them, in SI units', () => {
      const messages = sent(3, meshPosition(fix));
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

    it('that a channel makes coarse are flagged, with how far off they may be', () => {
      const [location] = locationsOf(sent(3, meshPosition(fix, 13)));
      expect(location?.attributes).to.include({ coarse: true });
      expect(location?.accuracy).to.equal(2918);
      expect(location?.latitude).to.be.closeTo(fix.latitude, 0.03);
      expect(locationsOf(sent(3, meshPosition(fix, 32)))[0]).to.not.have.property('accuracy');
    });

    it('without a place, or at 0, 0 without satellites, are none', () => {
      expect(sent(3, varintField(3, 5))).to.deep.equal([]);
      expect(sent(3, [...fixed32Field(1, 0), ...fixed32Field(2, 0), ...fixed32Field(4, START / 1000)])).to.deep.equal(
        [],
      );
      expect(
        locationsOf(sent(3, [...fixed32Field(1, 0), ...fixed32Field(2, 0), ...varintField(19, 5)])),
      ).to.have.length(1);
    });

    it('that are on no globe, or can not be read, are refused with nothing of them quoted', () => {
      for (const wrong of [[...fixed32Field(1, 910_000_000), ...fixed32Field(2, 0)], [0xff, 0xff], varintField(1, 5)]) {
        expect(sent(3, wrong)).to.deep.equal([{ type: 'rejected', reason: `the position of ${id} can not be read` }]);
      }
    });

    it('are dated by the fix, else by the node that heard them, else by the gateway', () => {
      const place = [...fixed32Field(1, 528_000_000), ...fixed32Field(2, 57_000_000)];
      const seconds = START / 1000;
      const dated = (payload: Bytes, rxAt = START) =>
        locationsOf(pushFrame(packet(node, (packets += 1), 3, payload, rxAt))).map(({ dateTime, attributes = {} }) => [
          Date.parse(dateTime) / 1000 - seconds,
          attributes.timeSource,
        ]);
      now = START + 7_000;
      expect(dated([...place, ...fixed32Field(4, seconds - 60), ...fixed32Field(7, seconds - 90)])).to.deep.equal([
        [-90, undefined],
      ]);
      expect(dated([...place, ...fixed32Field(4, seconds - 60)])).to.deep.equal([[-60, undefined]]);
      expect(dated([...place, ...fixed32Field(4, 12)])).to.deep.equal([[0, 'node']]);
      expect(dated(place, 5_000)).to.deep.equal([[7, 'gateway']]);
    });

    it('are told once, however often a packet is repeated within ten minutes', () => {
      const once = packet(node, 77, 3, meshPosition(fix));
      expect(recordsOf(pushFrame(once + once))).to.have.length(1);
      now += 599_000;
      expect(pushFrame(once)).to.deep.equal([]);
      now += 2_000;
      expect(recordsOf(pushFrame(once))).to.have.length(1);
    });

    it('carry the name and the battery that were told before', () => {
      sent(4, meshUser(id, 'Van \u{1f690}\u0007 7'));
      sent(67, meshBattery(START / 1000, 88));
      const [location] = locationsOf(sent(3, meshPosition(fix)));
      expect(location).to.include({ battery: 88 });
      expect(location?.attributes).to.include({ name: 'Van \u{1f690}  7' });
    });
  });

  describe('what the node on the cable knew before', () => {
    const info = (position: Bytes): string =>
      latin1(
        meshFrame(
          bytesField(4, [...varintField(1, node), ...bytesField(2, meshUser(id, 'Van 7')), ...bytesField(3, position)]),
        ),
      );

    it('is stored with its own time, marked as recalled', () => {
      const [location] = locationsOf(pushFrame(info(meshPosition({ ...fix, dateTime: '2026-11-20T08:00:00.000Z' }))));
      expect(location?.dateTime).to.equal('2026-11-20T08:00:00.000Z');
      expect(location?.attributes).to.include({ recalled: true, name: 'Van 7' });
    });

    it('is not stored as if it were of now when it has no time', () => {
      expect(pushFrame(info([...fixed32Field(1, 528_000_000), ...fixed32Field(2, 57_000_000)]))).to.deep.equal([]);
    });
  });

  describe('alerts', () => {
    const alerts = (messages: TrackerMessage[]) =>
      messages.flatMap((message) => (message.type === 'records' ? message.alerts : []));

    it('are the application for them, a sensor, and a text that rings the bell', () => {
      const said = (words: string): Bytes => [...Buffer.from(words)];
      const at = { dateTime: '2026-11-21T10:00:00.000Z' };
      expect(alerts(sent(11, said('Help \u00fc')))).to.deep.equal([{ ...at, alerts: ['alert'], text: 'Help \u00fc' }]);
      expect(alerts(sent(10, said('Gate open')))).to.deep.equal([{ ...at, alerts: ['detection'], text: 'Gate open' }]);
      expect(alerts(sent(1, said('\u0007come')))).to.deep.equal([{ ...at, alerts: ['bell'], text: 'come' }]);
      expect(sent(1, said('good morning'))).to.deep.equal([]);
    });

    it('tell of a battery at 15 % once, and again only after it was above 20 %', () => {
      const alertsByLevel = [40, 16, 15, 14, 18, 12, 21, 15].map((level) =>
        alerts(sent(67, meshBattery(START / 1000, level))),
      );
      expect(alertsByLevel.map(({ length }) => length)).to.deep.equal([0, 0, 1, 0, 0, 0, 0, 1]);
      expect(alertsByLevel[2]?.[0]).to.deep.include({ alerts: ['lowBattery'], text: 'battery 15 %' });
      expect(alerts(sent(67, meshBattery(START / 1000, 101)))).to.deep.equal([]);
    });
  });

  it('tells what a node measures, by name', () => {
    const weather = [
      ...fixed32Field(1, START / 1000),
      ...bytesField(3, [...floatField(1, 21.5), ...floatField(2, 40), ...floatField(3, 1013)]),
    ];
    const [message] = sent(67, weather);
    expect(message).to.deep.include({
      telemetry: [
        { dateTime: '2026-11-21T10:00:00.000Z', values: { temperature: 21.5, humidity: 40, pressure: 1013 } },
      ],
    });
  });

  it('says nothing of packets of others, encrypted ones, and what is no packet of a node', () => {
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
    expect(sent(1234, [])).to.deep.equal([]);
  });

  describe('the node on the cable', () => {
    const question32 = 32;
    const asked = (greeting: string): string => greeting.slice(question32);
    const complete = (greeting: string): string => latin1(meshFrame([7 * 8, ...bytes(asked(greeting).slice(5))]));
    const greet = (): string => latin1(Buffer.from(session.greeting() ?? ''));

    it('is woken and asked for all it knows when the port opens', () => {
      const greeting = greet();
      expect(greeting.slice(0, question32)).to.equal('\xc3'.repeat(question32));
      expect(asked(greeting)).to.match(/^\x94\xc3\0[\x02-\x06]\x18[\x80-\xff]{0,4}[\0-\x7f]$/);
      expect(asked(greeting).charCodeAt(3)).to.equal(asked(greeting).length - 4);
    });

    it('is asked again in a silence until all is told, and then only that somebody listens', () => {
      const greeting = greet();
      expect(session.idle()).to.deep.equal([question('config')]);
      expect(pushFrame(latin1(meshFrame(varintField(7, 1))))).to.deep.equal([]);
      expect(session.idle()).to.deep.equal([question('config')]);
      pushFrame(complete(greeting));
      const [message] = session.idle();
      expect(message).to.deep.equal(question('heartbeat'));
      expect(replyTo(message)).to.equal('\x94\xc3\0\x02\x3a\0');
    });

    it('is asked again, with another number, when it has rebooted', () => {
      const greeting = greet();
      const [message] = pushFrame(latin1(meshFrame(varintField(8, 1))));
      expect(message).to.deep.equal(question('config'));
      expect(asked(replyTo(message)))
        .to.match(/^\x94\xc3\0.\x18/s)
        .and.not.equal(asked(greeting));
    });

    it('is told every five minutes that somebody listens, also while it talks', () => {
      pushFrame(complete(greet()));
      now += 299_000;
      expect(recordsOf(sent(3, meshPosition(fix)))).to.have.length(1);
      now += 1_000;
      const messages = sent(3, meshPosition(fix));
      expect(messages).to.have.length(2);
      expect(messages[1]).to.deep.equal(question('heartbeat'));
      expect(sent(3, meshPosition(fix))).to.have.length(1);
    });

    it('is never spoken to by who has not greeted it', () => {
      now += 3_600_000;
      expect(pushFrame(latin1(meshFrame(varintField(8, 1))))).to.deep.equal([]);
      expect(session.idle()).to.deep.equal([]);
    });

    it('may tell its keys and passwords: no message has any of them', () => {
      greet();
      const secret = (variant: number): string => latin1(meshFrame(bytesField(variant, stringField(2, 'c4n4ry'))));
      const messages = [5, 9, 10, 12, 14, 17].flatMap((variant) => pushFrame(secret(variant)));
      messages.push(...sent(6, stringField(2, 'c4n4ry')));
      expect(messages).to.deep.equal([]);
    });
  });
});
