import { expect } from 'chai';
import { failure, success, type Failure } from '../../../src/errors.js';
import { encodeLine } from '../../../src/protocols/wpt/line.js';
import { EPOCH, fix, hello, openWpt, T0 } from '../../support/protocols/wpt.js';

const stored = (
  upTo: number,
  accepted = 1,
): ReturnType<typeof success<{ accepted: number; duplicates: number; stored: number }>> =>
  success({ accepted, duplicates: 1 - accepted, stored: upTo });
const full: Failure = failure('store_unavailable', 'the disk is full');
const shared = { type: 'records', deviceId: 'trk-1', sequence: { epoch: EPOCH, seq: 1 } };
const at = (ms: number): string => new Date(ms).toISOString();

/** A session whose tracker has sent HEL. */
function greeted(context: Parameters<typeof openWpt>[0] = {}): ReturnType<typeof openWpt> {
  const port = openWpt(context);
  port.ask(hello());
  return port;
}

describe('the WPT/1 protocol', () => {
  describe('records', () => {
    const decodeLine = (...fields: readonly (string | number)[]): unknown => greeted().tell(fields)[0];

    it('a FIX becomes a location with all its fields', () => {
      const message = decodeLine(
        'FIX',
        EPOCH,
        1,
        T0,
        '52.842278',
        '5.705820',
        '-6.0',
        '0.01',
        360,
        9,
        1.03,
        'E',
        0,
        87,
      );
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

    it('a FIX without a time is dated by the gateway and marked', () => {
      const message = decodeLine('FIX', EPOCH, 1, '', 1, 2, '', '', '', '', '', 'A', 1500, '');
      expect(message).to.have.nested.property('locations[0].dateTime', at(T0 - 1500));
      const attributes = { timeSource: 'gateway', clockQuality: 'none' };
      expect(message).to.have.deep.nested.property('locations[0].attributes', attributes);
    });

    it('a FIX without a position becomes telemetry, and an invalid optional field is only listed', () => {
      expect(decodeLine('FIX', EPOCH, 1, T0, '', '', '', '', '', 3, '', 'V', 0, 87)).to.deep.equal({
        ...shared,
        locations: [],
        alerts: [],
        telemetry: [{ dateTime: at(T0), values: { satellites: 3, battery: 87 } }],
      });
      const message = decodeLine('FIX', EPOCH, 1, T0, 1, 2, 'high', 'fast', 1, 2, 3, 'A', 0, 4);
      expect(message).to.have.nested.property('locations[0].attributes.unread', 'alt spd');
    });

    it('an ALR becomes an alert', () => {
      expect(decodeLine('ALR', EPOCH, 1, T0, 'SOS', 3, 1, 2, 'button')).to.deep.equal({
        ...shared,
        locations: [],
        alerts: [
          {
            dateTime: at(T0),
            alerts: ['SOSButton'],
            latitude: 1,
            longitude: 2,
            text: 'SOS: button, severity 3',
          },
        ],
      });
    });

    it('a TLM becomes telemetry', () => {
      expect(decodeLine('TLM', EPOCH, 1, T0, 'fuel', '41.5', 'driver', 'A. Müller')).to.deep.include({
        telemetry: [{ dateTime: at(T0), values: { fuel: 41.5, driver: 'A. Müller' } }],
      });
    });

    it('a TLM has mileage, engine time and driver under the names of the gateway', () => {
      const valuesOf = (...fields: string[]) => decodeLine('TLM', EPOCH, 1, T0, ...fields);
      expect(valuesOf('odometer', '123456', 'engineSeconds', '7200', 'driverId', '0012ab')).to.deep.include({
        telemetry: [{ dateTime: at(T0), values: { milleage: 123.456, engineSeconds: 7200, driverId: '0012AB' } }],
      });
      expect(valuesOf('driverId', '0000', 'odometer', 'far')).to.deep.include({
        telemetry: [{ dateTime: at(T0), values: { driverId: '', odometer: 'far' } }],
      });
    });

    const invalid: Record<string, readonly (string | number)[]> = {
      'a latitude out of range': ['FIX', EPOCH, 1, T0, 90.1, 2, '', '', '', '', '', 'A'],
      'a fix without a position': ['FIX', EPOCH, 1, T0, '', '', '', '', '', '', '', 'A'],
      'no validity': ['FIX', EPOCH, 1, T0, 1, 2],
      'a time out of range': ['FIX', EPOCH, 1, '999999999999999', 1, 2, '', '', '', '', '', 'A'],
      'an alert without a name': ['ALR', EPOCH, 1, T0],
      'a value without a key': ['TLM', EPOCH, 1, T0, '', 1],
      'a key without a value': ['TLM', EPOCH, 1, T0, 'fuel'],
      'a key of the prototype': ['TLM', EPOCH, 1, T0, '__proto__', 1],
    };
    for (const [what, fields] of Object.entries(invalid)) {
      it(`a record with ${what} is refused permanently: its number is used and the reason stored`, () => {
        const message = decodeLine(...fields);
        expect(message).to.include({ type: 'records' }).and.to.have.property('refused');
        expect(message).to.have.nested.property('alerts[0].alerts[0]', 'seqRefused');
      });
    }

    it('a record belongs to the tracker that sent HEL with its epoch', () => {
      const port = greeted();
      port.ask(hello({ id: 'trk-2', epoch: '00000002' }));
      const message = port.say(fix(1) + fix(1, '00000002'));
      expect(message.map((message) => 'deviceId' in message && message.deviceId)).to.deep.equal(['trk-1', 'trk-2']);
    });
  });

  describe('replies', () => {
    it('WEL has the last stored number of the epoch, or an empty field', () => {
      const port = openWpt({ openCount: 3, clockQuality: () => 'rtc' });
      port.world.receipt = stored(41);
      expect(port.ask(hello())).to.equal(encodeLine('WEL', 1, 'gw-01', 'S3', T0, 1, EPOCH, 41, 16, 256));
      port.world.receipt = success({ accepted: 0, duplicates: 0 });
      expect(port.ask(hello())).to.equal(encodeLine('WEL', 1, 'gw-01', 'S3', T0, 1, EPOCH, '', 16, 256));
    });

    it('an unknown device or another version gets ERR instead of WEL', () => {
      const port = openWpt();
      port.world.receipt = failure('not_found', 'device trk-1 not found');
      expect(port.ask(hello())).to.match(/^\$PWPT,ERR,HEL,AUTH,device trk-1 not found,/);
      expect(port.ask(encodeLine('HEL', 2, 'x', EPOCH, 1, 1))).to.equal(encodeLine('ERR', 'HEL', 'VERSION', 1));
    });

    it('IDN is sent when the port opens, and not again for a record right after it', () => {
      const port = openWpt();
      expect(port.session.greeting()).to.equal(encodeLine('IDN'));
      expect(port.ask(fix(1))).to.equal('');
    });

    it('records without a HEL cause one IDN per second', () => {
      const port = openWpt();
      expect(port.ask(fix(1) + fix(2))).to.equal(encodeLine('IDN'));
      port.world.now += 1000;
      expect(port.ask(fix(1))).to.equal(encodeLine('IDN'));
    });

    it('ACK is sent for the last of several records stored together, and for a duplicate', () => {
      const port = greeted();
      port.world.receipt = stored(3);
      expect(port.ask(fix(1) + fix(2) + fix(3))).to.equal(encodeLine('ACK', EPOCH, 3, 16));
      port.world.receipt = stored(3, 0);
      expect(port.ask(fix(2))).to.equal(encodeLine('ACK', EPOCH, 3, 16));
    });

    it('a gap causes one NAK GAP per second with the number to continue from', () => {
      const port = greeted();
      port.world.receipt = stored(3, 0);
      expect(port.ask(fix(5) + fix(6))).to.equal(encodeLine('NAK', EPOCH, 4, 'GAP'));
      port.world.now += 1000;
      expect(port.ask(fix(5))).to.equal(encodeLine('NAK', EPOCH, 4, 'GAP'));
      port.world.now -= 3_600_000;
      expect(port.ask(fix(5))).to.equal(encodeLine('NAK', EPOCH, 4, 'GAP'));
    });

    it('NAK BAD is sent once the refusal is stored', () => {
      const port = greeted();
      port.world.receipt = stored(1);
      const expected = encodeLine('NAK', EPOCH, 1, 'BAD') + encodeLine('ACK', EPOCH, 1, 16);
      expect(port.ask(encodeLine('ALR', EPOCH, 1, T0))).to.equal(expected);
      port.world.receipt = full;
      expect(port.ask(encodeLine('ALR', EPOCH, 2, T0))).to.equal(encodeLine('NAK', EPOCH, 2, 'STORE'));
    });

    it('a tracker is paused while the store fails, polled for one record, and continues after its success', () => {
      const port = greeted();
      const poll = (): string[] =>
        port.session.idle().map((message) => String(port.session.reply(message, stored(0, 0)) ?? ''));
      expect(poll()).to.deep.equal([]);
      port.world.receipt = full;
      expect(port.ask(fix(1) + fix(2))).to.equal(encodeLine('NAK', EPOCH, 1, 'STORE'));
      expect(poll()).to.deep.equal([encodeLine('ACK', EPOCH, 0, 1)]);
      expect(poll()).to.deep.equal([encodeLine('ACK', EPOCH, 0, 1)]);
      port.world.receipt = stored(1);
      expect(port.ask(fix(1))).to.equal(encodeLine('ACK', EPOCH, 1, 16));
      expect(poll()).to.deep.equal([]);
    });

    it('BYE DUP is sent if the device continues on another port', () => {
      const port = greeted();
      port.world.receipt = failure('conflict', 'elsewhere');
      expect(port.ask(fix(1) + fix(2))).to.equal(encodeLine('BYE', 'DUP'));
    });

    it('TIM has the clock quality', () => {
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

    it('lines of the gateway itself get no reply, unknown ones get one ERR per second', () => {
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

    it('replies fit in the shortest line that a tracker may support', () => {
      const port = openWpt({ gatewayId: 'f'.repeat(36) });
      port.world.receipt = stored(4_294_967_295);
      expect(port.ask(hello())).to.have.length.below(128);
      port.world.receipt = failure('not_found', 'x'.repeat(500));
      expect(port.ask(hello())).to.have.length.below(128);
    });
  });
});
