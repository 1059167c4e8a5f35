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
import { aprsFrame } from '../../support/protocols/aprs.js';
import { bytes, locationsOf, sentence } from '../../support/protocols/framing.js';
import { fixOf } from '../../support/protocols/mesh.js';

const START = Date.UTC(2026, 10, 21, 10, 0, 5);
const knot = 1852 / 3600;
const plain = '5250.54N/00542.35E>';
const degrees = { latitude: 52 + 50.54 / 60, longitude: 5 + 42.35 / 60 };

describe('the APRS protocol', () => {
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
  const locationOf = (info: string, destination?: string) => {
    const [location] = locationsOf(pushPacket(info, 'PA1XYZ-9', destination));
    if (location === undefined) throw new Error(`${info} is not a position`);
    return location;
  };

  it('a position of an unknown time is the last known one, which is not stored as a fix', () => {
    const counters = createCounters();
    session = aprs.open(counters, { ...NULL_CONTEXT, now: () => now });
    for (const info of [
      `/______h${plain}`,
      `@______h${plain}`,
      `/......z${plain}`,
      `/      h${plain}`,
      `@------z${plain}`,
    ])
      expect(pushPacket(info), info).to.deep.equal([]);
    expect(counters.input.withoutRecord.get('no fix')).to.include({ frames: 5 });
    expect(locationsOf(pushPacket(`!${plain}`))).to.have.length(1);
  });

  it('weather and an emergency with a position of an unknown time count without the position', () => {
    const [weather] = records(pushPacket('/______z5250.54N/00542.35E_090/005g010t068'));
    expect(weather).to.deep.include({ locations: [] });
    expect(weather?.telemetry?.[0]?.values).to.include({ temperature: 20 });
    const [emergency] = records(pushPacket(`/______h${plain} !EMERGENCY!`));
    expect(emergency?.locations).to.deep.equal([]);
    expect(emergency?.alerts[0]).to.not.have.property('latitude');
  });

  describe('positions', () => {
    const positions: readonly (readonly [number, number])[] = [
      [52.842278, 5.70582],
      [-33.5, -70.999],
      [0.001, -0.001],
      [-0.0001, 179.9999],
      [89.5, -100.4],
      [12.9999, 109.99],
    ];

    for (const [what, encode, tolerance] of [
      ['plain', (fix: Fix) => [plainPosition(fix), undefined] as const, 1 / 6_000],
      ['compressed', (fix: Fix) => [compressedPosition(fix), undefined] as const, 1e-5],
      ['Mic-E', (fix: Fix) => [micPosition(fix).info, micPosition(fix).destination] as const, 1 / 6_000],
    ] as const) {
      it(`a position in ${what} format is read in SI units, anywhere on the globe`, () => {
        for (const [latitude, longitude] of positions) {
          const fix = { ...fixOf(0), latitude, longitude, speed: 20 * knot, course: 92, altitude: 61 };
          const [info, destination] = encode(fix);
          const found = locationOf(info, destination);
          expect(found.latitude).to.be.closeTo(latitude, tolerance);
          expect(found.longitude).to.be.closeTo(longitude, tolerance);
          expect(found.speed).to.be.closeTo(20 * knot, 0.5);
          expect(found.course).to.equal(92);
          expect(found.altitude).to.be.closeTo(61, 0.5);
          expect(found.attributes).to.include({ symbol: '/>' });
          expect(validateLocationInput(found).ok).to.equal(true);
          session = aprs.open(createCounters());
        }
      });
    }

    it('a position belongs to the callsign and SSID of its sender', () => {
      const [message] = records(pushPacket(`!${plain}`, 'PA1XYZ-15'));
      expect(message).to.deep.include({ deviceId: 'PA1XYZ-15', alerts: [] });
      expect(records(pushPacket(`!${plain}`, 'PA1XYZ'))[0]?.deviceId).to.equal('PA1XYZ');
    });

    it('course 0 is unknown and course 360 is north', () => {
      expect(locationOf(`!${plain}000/010`)).to.not.have.property('course');
      expect(locationOf(`!${plain}360/010`).course).to.equal(0);
    });

    it('an ambiguous position is the center of its area and marked as coarse', () => {
      const found = locationOf('!525 .  N/0054 .  E>');
      expect(found.attributes).to.include({ coarse: true });
      expect(found.accuracy).to.equal(18_520);
      expect(found.latitude).to.be.closeTo(52 + 55 / 60, 1e-6);
    });

    it('a position has its comment in Latin-1 or UTF-8', () => {
      expect(locationOf(`!${plain}088/036 Gr\u00fc\u00dfe 13.8V`).attributes?.comment).to.equal(
        'Gr\u00fc\u00dfe 13.8V',
      );
      const utf8 = Buffer.from('Gr\u00fc\u00dfe').toString('latin1');
      expect(locationOf(`!${plain}${utf8}`).attributes?.comment).to.equal('Gr\u00fc\u00dfe');
    });

    it('a weather report has its values, without impossible ones', () => {
      const found = locationOf('!5250.54N/00542.35E_220/004g005t077h50b10132');
      expect(found.temperature).to.equal(25);
      expect(found.attributes).to.include({ humidity: 50, pressure: 1013.2, windDirection: 220 });
      expect(locationOf('!5250.54N/00542.35E_220/004g005t0770000h50b10132')).to.not.have.property('temperature');
    });

    it('a value of the weather that is not measured hides no other value', () => {
      const noGust = locationOf('@211000z5250.54N/00542.35E_225/007g   t061r012p025P018b10071h64Depot roof {X1}');
      expect(noGust).to.include({ temperature: 16.1 });
      expect(noGust.attributes).to.include({ windDirection: 225, windSpeed: 3.1, rain1h: 3, rain24h: 6.4 });
      expect(noGust.attributes).to.include({ rainMidnight: 4.6, pressure: 1007.1, humidity: 64 });
      expect(noGust.attributes).to.include({ comment: 'Depot roof {X1}' }).and.not.have.property('windGust');
      const onlyRain = locationOf('!5250.54N/00542.35E_.../...g...t...r014p...P...b.....h..');
      expect(onlyRain.attributes).to.include({ rain1h: 3.6 });
      expect(onlyRain.attributes).to.not.have.any.keys('windSpeed', 'windGust', 'humidity', 'pressure', 'comment');
      expect(onlyRain).to.not.have.property('temperature');
      const cold = locationOf('=5250.54N/00542.35E_c...s   g...t-04h00l123s020');
      expect(cold).to.include({ temperature: -20 });
      expect(cold.attributes).to.include({ humidity: 100, luminosity: 1123, snow24h: 5.1 });
      expect(locationOf(';STATION 1*211000z5250.54N/00542.35E_.../004h50').attributes).to.include({
        humidity: 50,
        windSpeed: 1.8,
      });
    });

    it('a weather station that sends no weather has its comment', () => {
      expect(locationOf('!5250.54N/00542.35E_Station in repair').attributes).to.include({
        comment: 'Station in repair',
      });
    });

    it('weather without a position is telemetry of its station', () => {
      const [message] = records(pushPacket('_11211000c...s...g...t061h64'));
      expect(message).to.deep.include({ deviceId: 'PA1XYZ-9', locations: [], alerts: [] });
      expect(message?.telemetry?.[0]?.values).to.deep.equal({ temperature: 16.1, humidity: 64 });
    });

    it('an impossible position is rejected', () => {
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

    it('a truncated packet has the same position or none', () => {
      for (const encoded of [
        plainPosition(fixOf(0)),
        compressedPosition(fixOf(0)),
        `!${plain}088/036/A=000123 hello`,
      ]) {
        const whole = locationOf(encoded);
        for (let length = 1; length < encoded.length; length += 1) {
          for (const { latitude, longitude } of locationsOf(pushPacket(encoded.slice(0, length)))) {
            expect([latitude, longitude], `${length} of ${encoded}`).to.deep.equal([whole.latitude, whole.longitude]);
          }
        }
      }
    });
  });

  describe('time', () => {
    it('the time is that of the packet if credible, otherwise that of the gateway', () => {
      expect(locationOf(`@100001h${plain}`)).to.include({ dateTime: '2026-11-21T10:00:01.000Z' });
      expect(locationOf(`@100001h${plain}x`).attributes).to.not.have.property('timeSource');
      for (const info of [`!${plain}`, `@030001h${plain}`, `/211000/${plain}`]) {
        const { dateTime, attributes } = locationOf(info);
        expect(dateTime, info).to.equal('2026-11-21T10:00:05.000Z');
        expect(attributes, info).to.include({ timeSource: 'gateway', clockQuality: 'ntp' });
      }
    });
  });

  describe('NMEA sentences in packets', () => {
    const rmc = (date: string): string =>
      sentence(`GPRMC,095955,A,5250.5000,N,00542.3000,E,19.4,84.4,${date},,,A`).trimEnd();

    it('a sentence is decoded with its own time', () => {
      expect(locationOf(rmc('211126'))).to.deep.equal({
        dateTime: '2026-11-21T09:59:55.000Z',
        latitude: 52.8416667,
        longitude: 5.705,
        speed: 9.9802,
        course: 84.4,
      });
    });

    it('a sentence without a date gets the nearest day, and a damaged one is rejected', () => {
      const gga = sentence('GPGGA,095955,5250.5000,N,00542.3000,E,1,08,1.1,12.5,M,46.0,M,,').trimEnd();
      expect(locationOf(gga)).to.include({ dateTime: '2026-11-21T09:59:55.000Z', altitude: 12.5, satellites: 8 });
      expect(pushPacket(gga.replace('5250', '5251'))).to.have.nested.property('[0].type', 'rejected');
    });
  });

  describe('objects and items', () => {
    it('an object or item is a device of its own, with the reporting station', () => {
      const [object] = records(pushPacket(`;SLUICE 1 *100001h${plain}`));
      expect(object?.deviceId).to.equal('object:SLUICE-1');
      expect(object?.locations[0]?.attributes).to.include({ reportedBy: 'PA1XYZ-9' });
      expect(records(pushPacket(`)BUOY!${plain}`))[0]?.deviceId).to.equal('item:BUOY');
    });

    it('a deleted object or item has no location', () => {
      expect(pushPacket(`;SLUICE 1 _100001h${plain}`)).to.deep.equal([]);
      expect(pushPacket(`)BUOY_${plain}`)).to.deep.equal([]);
    });
  });

  describe('alerts', () => {
    it('an emergency in Mic-E or as a keyword raises an alert', () => {
      const { destination, info } = micPosition(fixOf(0), '000');
      const [message] = records(pushPacket(info, 'PA1XYZ-9', destination));
      const [location] = message?.locations ?? [];
      expect(message?.alerts).to.have.length(1);
      expect(message?.alerts[0]).to.deep.include({
        alerts: ['SOSButton'],
        text: 'emergency',
        latitude: location?.latitude,
      });
      expect(records(pushPacket(`!${plain}!EMERGENCY! help`))[0]?.alerts[0]?.alerts).to.deep.equal(['SOSButton']);
      expect(
        records(pushPacket(micPosition(fixOf(1)).info, 'PA1XYZ-9', destination.replace(/^.../, 'PUQ')))[0]?.alerts,
      ).to.deep.equal([]);
    });
  });

  it('a packet repeated within half a minute is decoded once', () => {
    const direct = aprsFrame('PA1XYZ-9', `!${plain}`, 'APZWPT', []);
    const repeated = aprsFrame('PA1XYZ-9', `!${plain}`, 'APZWPT', ['PI1ABC*', 'WIDE2-1']);
    expect(records(pushFrame(direct + repeated))).to.have.length(1);
    now += 31_000;
    expect(records(pushFrame(repeated))).to.have.length(1);
  });

  it('a third-party packet belongs to its original sender', () => {
    const [found] = records(pushPacket(`}PA2ABC-7>APZWPT,TCPIP,PA1XYZ-9*:!${plain}`));
    expect(found?.deviceId).to.equal('PA2ABC-7');
    expect(found?.locations[0]?.latitude).to.be.closeTo(degrees.latitude, 1e-6);
    expect(pushPacket(`}!${plain}`)).to.deep.equal([]);
  });

  it('messages, status and connection frames are ignored, and unknown formats are rejected', () => {
    expect(pushPacket(':PA1ABC   :hello{1')).to.deep.equal([]);
    expect(pushPacket('>on the road')).to.deep.equal([]);
    expect(pushPacket('{{ experiment')).to.deep.equal([
      { type: 'rejected', reason: 'unreadable packet of PA1XYZ-9: exp_unsupp' },
    ]);
    const connected = bytes(aprsFrame('PA1XYZ-9', 'x'));
    connected[connected.indexOf(0xf0) - 1] = 0x3f;
    const counters = createCounters();
    expect(aprs.open(counters).push(connected, now)).to.deep.equal([]);
    expect(counters).to.include({ frames: 1, discardedBytes: 0 });
  });

  it('frames with invalid callsigns, too many addresses or too much content are discarded', () => {
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

  it('the session never writes', () => {
    expect(session.greeting()).to.equal(undefined);
    expect(session.idle()).to.deep.equal([]);
    const [message] = pushPacket(`!${plain}!EMERGENCY!`);
    expect(message && session.reply(message, { ok: true, value: { accepted: 1, duplicates: 0 } })).to.equal(undefined);
  });
});
