import { expect } from 'chai';
import { failure, success, type Failure } from '../../../src/errors.js';
import { encodeLine } from '../../../src/protocols/wpt/line.js';
import { EPOCH, fix, hello, openWpt, T0 } from '../../support/wpt.js';

const stored = (
  upTo: number,
  accepted = 1,
): ReturnType<typeof success<{ accepted: number; duplicates: number; stored: number }>> =>
  success({ accepted, duplicates: 1 - accepted, stored: upTo });
const full: Failure = failure('store_unavailable', 'the disk is full');
const shared = { type: 'records', deviceId: 'trk-1', sequence: { epoch: EPOCH, seq: 1 } };
const at = (ms: number): string => new Date(ms).toISOString();

/** A port whose tracker has said hello. */
function greeted(context: Parameters<typeof openWpt>[0] = {}): ReturnType<typeof openWpt> {
  const port = openWpt(context);
  port.ask(hello());
  return port;
}

describe('WPT/1', () => {
  describe('records', () => {
    const one = (...fields: readonly (string | number)[]): unknown => greeted().tell(fields)[0];

    it('are a fix, with all it may say', () => {
      const message = one('FIX', EPOCH, 1, T0, '52.842278', '5.705820', '-6.0', '0.01', 360, 9, 1.03, 'E', 0, 87);
      expect(message).to.deep.equal({
        ...shared,
        locations: [
          {
            dateTime: at(T0),
            latitude: 52.842278,
            longitude: 5.70582,
            altitude: -6,
            speed: 0.01,
            course: 0,
            satellites: 9,
            battery: 87,
            attributes: { hdop: 1.03, estimated: true },
          },
        ],
        alerts: [],
      });
    });

    it('are dated by the gateway where the tracker has no clock, and say so', () => {
      const message = one('FIX', EPOCH, 1, '', 1, 2, '', '', '', '', '', 'A', 1500, '');
      expect(message).to.have.nested.property('locations[0].dateTime', at(T0 - 1500));
      const attributes = { timeSource: 'gateway', clockQuality: 'none' };
      expect(message).to.have.deep.nested.property('locations[0].attributes', attributes);
    });

    it('keep a fix without a place as telemetry, and leave out a detail that is wrong, by name', () => {
      expect(one('FIX', EPOCH, 1, T0, '', '', '', '', '', 3, '', 'V', 0, 87)).to.deep.equal({
        ...shared,
        locations: [],
        alerts: [],
        telemetry: [{ dateTime: at(T0), values: { satellites: 3, battery: 87 } }],
      });
      const message = one('FIX', EPOCH, 1, T0, 1, 2, 'high', 'fast', 1, 2, 3, 'A', 0, 4);
      expect(message).to.have.nested.property('locations[0].attributes.unread', 'alt spd');
      expect(one('FIX', EPOCH, 1, 0, 1, 2, '', '', '', '', '', 'A')).to.have.nested.property(
        'locations[0].attributes.timeSuspect',
        true,
      );
    });

    it('are an alert', () => {
      expect(one('ALR', EPOCH, 1, T0, 'SOS', 3, 1, 2, 'button')).to.deep.equal({
        ...shared,
        locations: [],
        alerts: [{ dateTime: at(T0), alerts: ['SOS'], latitude: 1, longitude: 2, text: 'button, severity 3' }],
      });
    });

    it('are values by name', () => {
      expect(one('TLM', EPOCH, 1, T0, 'fuel', '41.5', 'driver', 'A. Müller')).to.deep.include({
        telemetry: [{ dateTime: at(T0), values: { fuel: 41.5, driver: 'A. Müller' } }],
      });
    });

    const bad: Record<string, readonly (string | number)[]> = {
      'a latitude that is none': ['FIX', EPOCH, 1, T0, 90.1, 2, '', '', '', '', '', 'A'],
      'a fix without a place': ['FIX', EPOCH, 1, T0, '', '', '', '', '', '', '', 'A'],
      'no word on validity': ['FIX', EPOCH, 1, T0, 1, 2],
      'a time beyond all calendars': ['FIX', EPOCH, 1, '999999999999999', 1, 2, '', '', '', '', '', 'A'],
      'an alert without a name': ['ALR', EPOCH, 1, T0],
      'a value without a key': ['TLM', EPOCH, 1, T0, '', 1],
      'a key without a value': ['TLM', EPOCH, 1, T0, 'fuel'],
      'a key of the prototype': ['TLM', EPOCH, 1, T0, '__proto__', 1],
    };
    for (const [what, fields] of Object.entries(bad)) {
      it(`are refused for good with ${what}: the number is used, and what was wrong is kept`, () => {
        const message = one(...fields);
        expect(message).to.include({ type: 'records' }).and.to.have.property('refused');
        expect(message).to.have.nested.property('alerts[0].alerts[0]', 'seqRefused');
      });
    }

    it('belong to the tracker that said hello with their epoch, of many on one port', () => {
      const port = greeted();
      port.ask(hello({ id: 'trk-2', epoch: '00000002' }));
      const message = port.say(fix(1) + fix(1, '00000002'));
      expect(message.map((message) => 'deviceId' in message && message.deviceId)).to.deep.equal(['trk-1', 'trk-2']);
    });
  });

  describe('answers', () => {
    it('welcome a tracker with what is stored of its epoch, or with nothing', () => {
      const port = openWpt({ openCount: 3, clockQuality: () => 'rtc' });
      port.world.receipt = stored(41);
      expect(port.ask(hello())).to.equal(encodeLine('WEL', 1, 'gw-01', 'S3', T0, 1, EPOCH, 41, 16, 256));
      port.world.receipt = success({ accepted: 0, duplicates: 0 });
      expect(port.ask(hello())).to.equal(encodeLine('WEL', 1, 'gw-01', 'S3', T0, 1, EPOCH, '', 16, 256));
    });

    it('do not welcome an unknown device, nor another version', () => {
      const port = openWpt();
      port.world.receipt = failure('not_found', 'there is no device trk-1');
      expect(port.ask(hello())).to.match(/^\$PWPT,ERR,HEL,AUTH,there is no device trk-1,/);
      expect(port.ask(encodeLine('HEL', 2, 'x', EPOCH, 1, 1))).to.equal(encodeLine('ERR', 'HEL', 'VERSION', 1));
    });

    it('ask who is there when the port is opened, and not again for the record that follows at once', () => {
      const port = openWpt();
      expect(port.session.greeting()).to.equal(encodeLine('IDN'));
      expect(port.ask(fix(1))).to.equal('');
    });

    it('ask who speaks, at most once a second, when nobody has said hello', () => {
      const port = openWpt();
      expect(port.ask(fix(1) + fix(2))).to.equal(encodeLine('IDN'));
      port.world.now += 1000;
      expect(port.ask(fix(1))).to.equal(encodeLine('IDN'));
    });

    it('acknowledge what is stored: the last of those stored together, and one sent again', () => {
      const port = greeted();
      port.world.receipt = stored(3);
      expect(port.ask(fix(1) + fix(2) + fix(3))).to.equal(encodeLine('ACK', EPOCH, 3, 16));
      port.world.receipt = stored(3, 0);
      expect(port.ask(fix(2))).to.equal(encodeLine('ACK', EPOCH, 3, 16));
    });

    it('say from where to send again, once a second', () => {
      const port = greeted();
      port.world.receipt = stored(3, 0);
      expect(port.ask(fix(5) + fix(6))).to.equal(encodeLine('NAK', EPOCH, 4, 'GAP'));
      port.world.now += 1000;
      expect(port.ask(fix(5))).to.equal(encodeLine('NAK', EPOCH, 4, 'GAP'));
      port.world.now -= 3_600_000;
      expect(port.ask(fix(5))).to.equal(encodeLine('NAK', EPOCH, 4, 'GAP'));
    });

    it('say that a record is refused for good, once that is stored', () => {
      const port = greeted();
      port.world.receipt = stored(1);
      const answer = encodeLine('NAK', EPOCH, 1, 'BAD') + encodeLine('ACK', EPOCH, 1, 16);
      expect(port.ask(encodeLine('ALR', EPOCH, 1, T0))).to.equal(answer);
      port.world.receipt = full;
      expect(port.ask(encodeLine('ALR', EPOCH, 2, T0))).to.equal(encodeLine('NAK', EPOCH, 2, 'STORE'));
    });

    it('hold a tracker while the store fails, ask for one record now and then, and open the window with it', () => {
      const port = greeted();
      const asked = (): string[] =>
        port.session.idle().map((message) => String(port.session.reply(message, stored(0, 0)) ?? ''));
      expect(asked()).to.deep.equal([]);
      port.world.receipt = full;
      expect(port.ask(fix(1) + fix(2))).to.equal(encodeLine('NAK', EPOCH, 1, 'STORE'));
      expect(asked()).to.deep.equal([encodeLine('ACK', EPOCH, 0, 1)]);
      expect(asked()).to.deep.equal([encodeLine('ACK', EPOCH, 0, 1)]);
      port.world.receipt = stored(1);
      expect(port.ask(fix(1))).to.equal(encodeLine('ACK', EPOCH, 1, 16));
      expect(asked()).to.deep.equal([]);
    });

    it('tell a tracker that another port has it', () => {
      const port = greeted();
      port.world.receipt = failure('conflict', 'elsewhere');
      expect(port.ask(fix(1) + fix(2))).to.equal(encodeLine('BYE', 'DUP'));
    });

    it('tell the time with how far it is to be believed', () => {
      const wire = { none: 0, saved: 0, rtc: 1, gps: 2, ntp: 2 } as const;
      for (const [quality, digit] of Object.entries(wire)) {
        const port = openWpt({ clockQuality: () => quality as keyof typeof wire });
        const [message] = port.tell(['TRQ', 77, 482113]);
        port.world.now += 250;
        expect(message && port.session.reply(message, stored(0))).to.equal(
          encodeLine('TIM', 77, 482113, T0, T0 + 250, digit),
        );
      }
    });

    it('are none to what the gateway says itself, and one a second to what nobody knows', () => {
      const port = greeted();
      for (const type of [
        'WEL',
        'IDN',
        'ACK',
        'NAK',
        'TIM',
        'GET',
        'SET',
        'COM',
        'RBT',
        'FAC',
        'VAL',
        'RES',
        'ERR',
        'BYE',
      ]) {
        expect(port.ask(encodeLine(type, EPOCH, 1, 2, 3))).to.equal('');
      }
      expect(port.ask(encodeLine('NEW', 1) + encodeLine('NEW', 1))).to.equal(encodeLine('ERR', 'NEW', 'TYPE'));
      expect(port.ask(fix(1).replace('52.5', '52.6'))).to.equal('');
      expect(port.counters.badChecksums).to.equal(1);
    });

    it('fit in the shortest line a tracker may state', () => {
      const port = openWpt({ gatewayId: 'f'.repeat(36) });
      port.world.receipt = stored(4_294_967_295);
      expect(port.ask(hello())).to.have.length.below(128);
      port.world.receipt = failure('not_found', 'x'.repeat(500));
      expect(port.ask(hello())).to.have.length.below(128);
    });
  });
});
