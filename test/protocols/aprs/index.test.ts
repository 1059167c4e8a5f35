import { expect } from 'chai';
import { aprs } from '../../../src/protocols/aprs/index.js';
import {
  createCounters,
  NULL_CONTEXT,
  type TrackerMessage,
  type RecordsMessage,
  type ProtocolSession,
} from '../../../src/protocols/protocol.js';
import { validateLocationInput } from '../../../src/schema/records/location.js';
import { compressedPosition, micPosition, plainPosition } from '../../../src/simulator/aprs/positions.js';
import type { Fix } from '../../../src/simulator/fix.js';
import { aprsFrame } from '../../support/aprs.js';
import { bytes, locationsOf, sentence } from '../../support/framing.js';
import { fixOf } from '../../support/mesh.js';

const START = Date.UTC(2026, 10, 21, 10, 0, 5);
const knot = 1852 / 3600;
const plain = '5250.54N/00542.35E>';
const degrees = { latitude: 52 + 50.54 / 60, longitude: 5 + 42.35 / 60 };

describe('APRS', () => {
  let now: number;
  let session: ProtocolSession;
  beforeEach(() => {
    now = START;
    session = aprs.open(createCounters(), { ...NULL_CONTEXT, now: () => now, clockQuality: () => 'ntp' });
  });
  const pushFrame = (frame: string): TrackerMessage[] => session.push(bytes(frame), now);
  const pushPacket = (info: string, source = 'PA1XYZ-9', destination?: string): TrackerMessage[] =>
    pushFrame(aprsFrame(source, info, destination));
  const records = (messages: TrackerMessage[]): RecordsMessage[] =>
    messages.filter((message) => message.type === 'records');
  const one = (info: string, destination?: string) => {
    const [location] = locationsOf(pushPacket(info, 'PA1XYZ-9', destination));
    if (location === undefined) throw new Error(`${info} is no position`);
    return location;
  };

  describe('positions', () => {
    const places: readonly (readonly [number, number])[] = [
      [52.842278, 5.70582],
      [-33.5, -70.999],
      [0.001, -0.001],
      [-0.0001, 179.9999],
      [89.5, -100.4],
      [12.9999, 109.99],
    ];

    for (const [what, encode, within] of [
      ['plain', (fix: Fix) => [plainPosition(fix), undefined] as const, 1 / 6_000],
      ['compressed', (fix: Fix) => [compressedPosition(fix), undefined] as const, 1e-5],
      ['Mic-E', (fix: Fix) => [micPosition(fix).info, micPosition(fix).destination] as const, 1 / 6_000],
    ] as const) {
      it(`are read from their ${what} form, everywhere, in SI units`, () => {
        for (const [latitude, longitude] of places) {
          const fix = { ...fixOf(0), latitude, longitude, speed: 20 * knot, course: 92, altitude: 61 };
          const [info, destination] = encode(fix);
          const found = one(info, destination);
          expect(found.latitude).to.be.closeTo(latitude, within);
          expect(found.longitude).to.be.closeTo(longitude, within);
          expect(found.speed).to.be.closeTo(20 * knot, 0.5);
          expect(found.course).to.equal(92);
          expect(found.altitude).to.be.closeTo(61, 0.5);
          expect(found.attributes).to.include({ symbol: '/>' });
          expect(validateLocationInput(found).ok).to.equal(true);
          session = aprs.open(createCounters());
        }
      });
    }

    it('are those of the station that sent them, by its callsign and SSID', () => {
      const [named] = records(pushPacket(`!${plain}`, 'PA1XYZ-15'));
      expect(named).to.deep.include({ deviceId: 'PA1XYZ-15', alerts: [] });
      expect(records(pushPacket(`!${plain}`, 'PA1XYZ'))[0]?.deviceId).to.equal('PA1XYZ');
    });

    it('tell a course that is not known from one to the north', () => {
      expect(one(`!${plain}000/010`)).to.not.have.property('course');
      expect(one(`!${plain}360/010`).course).to.equal(0);
    });

    it('of which digits are left out are the middle of where it may be, flagged as coarse', () => {
      const found = one('!525 .  N/0054 .  E>');
      expect(found.attributes).to.include({ coarse: true });
      expect(found.accuracy).to.equal(18_520);
      expect(found.latitude).to.be.closeTo(52 + 55 / 60, 1e-6);
    });

    it('carry what people write behind them', () => {
      expect(one(`!${plain}088/036 Gr\u00fc\u00dfe 13.8V`).attributes?.comment).to.equal('Gr\u00fc\u00dfe 13.8V');
      const utf8 = Buffer.from('Gr\u00fc\u00dfe').toString('latin1');
      expect(one(`!${plain}${utf8}`).attributes?.comment).to.equal('Gr\u00fc\u00dfe');
    });

    it('of a weather station carry what it measures, as far as it can be', () => {
      const found = one('!5250.54N/00542.35E_220/004g005t077h50b10132');
      expect(found.temperature).to.equal(25);
      expect(found.attributes).to.include({ humidity: 50, pressure: 1013.2, windDirection: 220 });
      expect(one('!5250.54N/00542.35E_220/004g005t0770000h50b10132')).to.not.have.property('temperature');
    });

    it('that are on no globe are refused', () => {
      for (const info of [
        '!9050.54N/00542.35E>',
        '!5260.54N/00542.35E>',
        '!5250.54N/00577.35E>',
        '!5250.54N/18542.35E>',
      ]) {
        expect(pushPacket(info), info).to.have.nested.property('[0].type', 'rejected');
      }
      expect(pushPacket('`(_fn"Oj/', 'PA1XYZ', 'S76QPR')).to.have.nested.property('[0].type', 'rejected');
    });

    it('are never moved elsewhere by a cut: the rest of a packet has the same place or none', () => {
      for (const encoded of [
        plainPosition(fixOf(0)),
        compressedPosition(fixOf(0)),
        `!${plain}088/036/A=000123 hello`,
      ]) {
        const whole = one(encoded);
        for (let length = 1; length < encoded.length; length += 1) {
          for (const { latitude, longitude } of locationsOf(pushPacket(encoded.slice(0, length)))) {
            expect([latitude, longitude], `${length} of ${encoded}`).to.deep.equal([whole.latitude, whole.longitude]);
          }
        }
      }
    });
  });

  describe('time', () => {
    it('is that of the packet where it can be believed, else that of the gateway', () => {
      expect(one(`@100001h${plain}`)).to.include({ dateTime: '2026-11-21T10:00:01.000Z' });
      expect(one(`@100001h${plain}x`).attributes).to.not.have.property('timeSource');
      for (const info of [`!${plain}`, `@030001h${plain}`, `/211000/${plain}`]) {
        const { dateTime, attributes } = one(info);
        expect(dateTime, info).to.equal('2026-11-21T10:00:05.000Z');
        expect(attributes, info).to.include({ timeSource: 'gateway', clockQuality: 'ntp' });
      }
    });
  });

  describe('what a receiver on board says', () => {
    const rmc = (date: string): string =>
      sentence(`GPRMC,095955,A,5250.5000,N,00542.3000,E,19.4,84.4,${date},,,A`).trimEnd();

    it('has its own time, and counts as it stands', () => {
      expect(one(rmc('211126'))).to.deep.equal({
        dateTime: '2026-11-21T09:59:55.000Z',
        latitude: 52.8416667,
        longitude: 5.705,
        speed: 9.9802,
        course: 84.4,
      });
    });

    it('is suspect when it is older than such trackers', () => {
      expect(one(rmc('211107')).attributes).to.deep.equal({ timeSuspect: true });
    });

    it('without a date is of the day next to now, and damaged it is refused', () => {
      const gga = sentence('GPGGA,095955,5250.5000,N,00542.3000,E,1,08,1.1,12.5,M,46.0,M,,').trimEnd();
      expect(one(gga)).to.include({ dateTime: '2026-11-21T09:59:55.000Z', altitude: 12.5, satellites: 8 });
      expect(pushPacket(gga.replace('5250', '5251'))).to.have.nested.property('[0].type', 'rejected');
    });
  });

  describe('objects and items', () => {
    it('are devices of their own, reported by a station', () => {
      const [object] = records(pushPacket(`;SLUICE 1 *100001h${plain}`));
      expect(object?.deviceId).to.equal('object:SLUICE-1');
      expect(object?.locations[0]?.attributes).to.include({ reportedBy: 'PA1XYZ-9' });
      expect(records(pushPacket(`)BUOY!${plain}`))[0]?.deviceId).to.equal('item:BUOY');
    });

    it('are nowhere any more once they are gone', () => {
      expect(pushPacket(`;SLUICE 1 _100001h${plain}`)).to.deep.equal([]);
      expect(pushPacket(`)BUOY_${plain}`)).to.deep.equal([]);
    });
  });

  describe('alerts', () => {
    it('are an emergency by Mic-E, and the word for it', () => {
      const { destination, info } = micPosition(fixOf(0), '000');
      const [called] = records(pushPacket(info, 'PA1XYZ-9', destination));
      const [place] = called?.locations ?? [];
      expect(called?.alerts).to.have.length(1);
      expect(called?.alerts[0]).to.deep.include({ alerts: ['emergency'], latitude: place?.latitude });
      expect(records(pushPacket(`!${plain}!EMERGENCY! help`))[0]?.alerts[0]?.alerts).to.deep.equal(['emergency']);
      expect(
        records(pushPacket(micPosition(fixOf(1)).info, 'PA1XYZ-9', destination.replace(/^.../, 'PUQ')))[0]?.alerts,
      ).to.deep.equal([]);
    });
  });

  it('tells a packet once, however often it is repeated within half a minute', () => {
    const direct = aprsFrame('PA1XYZ-9', `!${plain}`, 'APZWPT', []);
    const repeated = aprsFrame('PA1XYZ-9', `!${plain}`, 'APZWPT', ['PI1ABC*', 'WIDE2-1']);
    expect(records(pushFrame(direct + repeated))).to.have.length(1);
    now += 31_000;
    expect(records(pushFrame(repeated))).to.have.length(1);
  });

  it('takes a packet that was taken over from elsewhere for that of its own sender', () => {
    const [found] = records(pushPacket(`}PA2ABC-7>APZWPT,TCPIP,PA1XYZ-9*:!${plain}`));
    expect(found?.deviceId).to.equal('PA2ABC-7');
    expect(found?.locations[0]?.latitude).to.be.closeTo(degrees.latitude, 1e-6);
    expect(pushPacket(`}!${plain}`)).to.deep.equal([]);
  });

  it('says nothing of messages, status and frames of connections, and refuses what is of no form', () => {
    expect(pushPacket(':PA1ABC   :hello{1')).to.deep.equal([]);
    expect(pushPacket('>on the road')).to.deep.equal([]);
    expect(pushPacket('{{ experiment')).to.deep.equal([
      { type: 'rejected', reason: 'the packet of PA1XYZ-9 can not be read: exp_unsupp' },
    ]);
    const connected = bytes(aprsFrame('PA1XYZ-9', 'x'));
    connected[connected.indexOf(0xf0) - 1] = 0x3f;
    const counters = createCounters();
    expect(aprs.open(counters).push(connected, now)).to.deep.equal([]);
    expect(counters).to.include({ frames: 1, discardedBytes: 0 });
  });

  it('hears callsigns alone, and no more than a frame may have', () => {
    const counters = createCounters();
    const other = aprs.open(counters);
    const frames = [
      aprsFrame('PA_XYZ', `!${plain}`),
      aprsFrame('pa1xyz', `!${plain}`),
      aprsFrame(
        'PA1XYZ',
        `!${plain}`,
        'APZWPT',
        Array.from({ length: 9 }, () => 'WIDE1-1'),
      ),
      aprsFrame('PA1XYZ', `!${plain}${'x'.repeat(240)}`),
      aprsFrame('PA1XYZ', `!${plain}`).replace('\x03\xf0', '\x03\xcf'),
    ];
    expect(frames.flatMap((frame) => other.push(bytes(frame), now))).to.deep.equal([]);
    expect(counters.frames).to.equal(1);
  });

  it('never says anything itself', () => {
    expect(session.greeting()).to.equal(undefined);
    expect(session.idle()).to.deep.equal([]);
    const [message] = pushPacket(`!${plain}!EMERGENCY!`);
    expect(message && session.reply(message, { ok: true, value: { accepted: 1, duplicates: 0 } })).to.equal(undefined);
  });
});
