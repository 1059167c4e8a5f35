import { expect } from 'chai';
import type { Report } from '../../src/domain/report.js';
import { success } from '../../src/errors.js';
import type { ProtocolName } from '../../src/protocols/index.js';
import { encodeLine } from '../../src/protocols/wpt/line.js';
import type { ClockQuality } from '../../src/schema/system/clock.js';
import { jsonLine } from '../../src/simulator/json/line.js';
import type { Fix } from '../../src/simulator/fix.js';
import { gt06Location } from '../../src/simulator/gt06/packets.js';
import { meshPosition } from '../../src/simulator/meshtastic/packets.js';
import { nmeaEpoch } from '../../src/simulator/nmea0183/epoch.js';
import { queclinkReport } from '../../src/simulator/queclink/frames.js';
import { suntechReport } from '../../src/simulator/suntech/reports.js';
import { taipSentence } from '../../src/simulator/taip/sentences.js';
import { navPvt } from '../../src/simulator/ubx/packets.js';
import { createVehicle } from '../../src/simulator/vehicle.js';
import { aprsFrame } from '../support/protocols/aprs.js';
import { sentence } from '../support/protocols/framing.js';
import { gt06LoginText } from '../support/protocols/gt06.js';
import { packet } from '../support/protocols/mesh.js';
import { openStoredLine } from '../support/protocols/stored-line.js';
import { teltonikaLogin, teltonikaPacket } from '../support/protocols/teltonika.js';
import { EPOCH, hello } from '../support/protocols/wpt.js';

const NOW = Date.parse('2026-11-26T10:00:30.000Z');
const DAY_MS = 86_400_000;
const WEEKS_1024_MS = 1024 * 7 * DAY_MS;
const vehicle = createVehicle({ seed: 5 });

type DatedProtocol = {
  readonly deviceId?: string;
  /** before the fix */
  readonly first?: string;
  readonly encode: (fix: Fix) => string;
  /** the protocol cannot write an earlier year */
  readonly firstYear?: number;
};

const latin1 = (bytes: Buffer): string => bytes.toString('latin1');
const msOf = ({ dateTime }: Fix): number => Date.parse(dateTime);
const shortDate = ({ dateTime }: Fix): string => dateTime.slice(8, 10) + dateTime.slice(5, 7) + dateTime.slice(2, 4);
const shortTime = ({ dateTime }: Fix): string => dateTime.slice(11, 19).replaceAll(':', '');

/** Every protocol that writes dates; AIS stations and plain APRS packets have none. */
const PROTOCOLS: Partial<Readonly<Record<ProtocolName, DatedProtocol>>> = {
  nmea0183: { deviceId: 'bus', encode: nmeaEpoch },
  ubx: { deviceId: 'bus', encode: (fix) => latin1(navPvt(fix)) },
  taip: {
    encode: (fix) =>
      taipSentence(
        `RGP${shortDate(fix)}${shortTime(fix)}+5284228+0057058` + '20' + '27084' + '3' + '00' + '0000',
        '4711',
      ),
    firstYear: 2000,
  },
  aprs: {
    encode: (fix) =>
      aprsFrame(
        'PW0001-9',
        sentence(`GPRMC,${shortTime(fix)},A,5250.5000,N,00542.3000,E,19.4,84.4,${shortDate(fix)},,,A`).trimEnd(),
      ),
  },
  json: {
    encode: ({ dateTime, latitude, longitude }) =>
      jsonLine({ id: 1, deviceId: 'bus', location: { dateTime, latitude, longitude } }, { checked: true }),
  },
  wpt: {
    first: hello(),
    encode: (fix) => encodeLine('FIX', EPOCH, 1, msOf(fix), '52.5', '5.25', '', '', '', 9, '', 'A', 0, 87),
  },
  gt06: { first: gt06LoginText, encode: (fix) => latin1(gt06Location(fix, 2)), firstYear: 2000 },
  teltonika: { first: teltonikaLogin, encode: (fix) => teltonikaPacket([{ fix }]) },
  queclink: { encode: (fix) => queclinkReport({ message: 'FRI', deviceId: '860000000000017', fix, count: 1 }) },
  suntech: { encode: (fix) => suntechReport({ type: 'STT', deviceId: '100850001', fix }) },
  osmand: { encode: (fix) => `GET /?id=phone-1&lat=52.5&lon=5.25&timestamp=${msOf(fix) / 1000} HTTP/1.1\r\n` },
  meshtastic: { encode: (fix) => packet(0xa5c00002, 0x11111111, 3, meshPosition(fix), msOf(fix)) },
};

/** The location that is received for a fix of this time, the reason of its port, and the result of the message. */
async function storeFix(name: ProtocolName, protocol: DatedProtocol, time: number, clockQuality: ClockQuality) {
  const reports: Report[] = [];
  const line = openStoredLine({
    name,
    receive(report) {
      reports.push(report);
      return Promise.resolve(success({ accepted: report.locations.length, duplicates: 0 }));
    },
    now: () => NOW,
    clockQuality,
    deviceId: protocol.deviceId,
  });
  if (protocol.first !== undefined) await line.send(protocol.first);
  const fix = { ...vehicle.fixAt(NOW - 30_000), dateTime: new Date(time).toISOString() };
  const receipts = await line.send(protocol.encode(fix));
  const [location, ...others] = reports.flatMap(({ locations }) => locations);
  return { location, others, reason: line.reason(), areAccepted: receipts.every(({ ok }) => ok) };
}

describe('the date of a fix', () => {
  const taken = NOW - 30_000;
  const iso = (ms: number): string => new Date(ms).toISOString();

  for (const [key, protocol] of Object.entries(PROTOCOLS)) {
    const name = key as ProtocolName;
    const canWrite = (ms: number): boolean => new Date(ms).getUTCFullYear() >= (protocol.firstYear ?? 0);

    for (const quality of ['ntp', 'saved'] as const) {
      it(`a fix over ${name} that is 1024 weeks off a clock that is ${quality} is moved to the nearest week, and the port names the receiver`, async () => {
        for (const weeks of [-2, -1, 0, 1]) {
          const stated = taken + weeks * WEEKS_1024_MS;
          if (!canWrite(stated)) continue;
          const { location, others, reason, areAccepted } = await storeFix(name, protocol, stated, quality);
          expect(others, String(weeks)).to.deep.equal([]);
          expect(location?.dateTime, String(weeks)).to.equal(iso(taken));
          expect(location?.attributes?.trackerTime, String(weeks)).to.equal(weeks === 0 ? undefined : iso(stated));
          expect(location?.attributes?.timeSource, String(weeks)).to.equal(undefined);
          expect(areAccepted).to.equal(true);
          if (weeks === 0) expect(reason).to.equal(null);
          else expect(reason).to.have.property('id', 'portNote.receiverClock');
        }
      });
    }

    it(`a fix over ${name} of a clock that was never set is dated by the reception`, async () => {
      for (const stated of ['1970-01-02', '1980-01-06', '2000-01-01', '2015-01-01', '2018-01-01', '2019-05-21']) {
        const time = Date.parse(`${stated}T00:00:05.000Z`);
        if (!canWrite(time)) continue;
        const { location, reason, areAccepted } = await storeFix(name, protocol, time, 'ntp');
        expect(location?.dateTime, stated).to.equal(iso(NOW));
        const marks = { timeSource: 'gateway', clockQuality: 'ntp', trackerTime: iso(time) };
        expect(location?.attributes, stated).to.include(marks);
        expect(areAccepted).to.equal(true);
        expect(JSON.stringify(reason)).to.contain(iso(time));
      }
    });

    it(`a fix over ${name} of days or months ago keeps its date`, async () => {
      for (const days of [1, 3, 40, 300]) {
        const { location, reason } = await storeFix(name, protocol, taken - days * DAY_MS, 'ntp');
        expect(location?.dateTime).to.equal(iso(taken - days * DAY_MS));
        expect(location?.attributes ?? {}).to.not.have.property('trackerTime');
        expect(reason).to.equal(null);
      }
    });

    it(`a fix over ${name} is not moved while the clock is untrusted, and one older than the program is dated by the reception`, async () => {
      for (const weeks of [-2, -1, 0, 1]) {
        const stated = taken + weeks * WEEKS_1024_MS;
        if (!canWrite(stated)) continue;
        const { location } = await storeFix(name, protocol, stated, 'none');
        expect(location?.dateTime, String(weeks)).to.equal(iso(weeks < 0 ? NOW : stated));
        const marks = { timeSource: 'gateway', clockQuality: 'none', trackerTime: iso(stated) };
        if (weeks < 0) expect(location?.attributes).to.include(marks);
      }
    });
  }
});
