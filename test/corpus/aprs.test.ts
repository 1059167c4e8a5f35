import { expect } from 'chai';
import { aprs } from '../../src/protocols/aprs/index.js';
import { createCounters } from '../../src/protocols/protocol.js';
import type { TelemetryValues } from '../../src/schema/entry.js';
import type { Location } from '../../src/schema/records/location.js';
import { ax25Frame, kissFrame } from '../../src/simulator/aprs/ax25.js';
import { chunksOf, runProtocol } from '../support/framing.js';
import { casesOf, createTally, inputOf, type Case } from './corpus.js';

/** What others assert of a packet; degrees, m, km/h. In `all` everything is text. */
type Asserted = {
  readonly decodes: boolean;
  readonly deviceId?: string;
  readonly latitude?: number;
  readonly longitude?: number;
  readonly altitude?: number;
  readonly course?: number;
  readonly speed?: number;
  readonly epoch?: number;
  readonly decimals?: Readonly<Record<string, number>>;
  readonly all: Readonly<Record<string, string | null>>;
};

const heardAt = Date.UTC(2026, 10, 21, 10, 15);

/**
 * The frame of a packet as the internet has it. Only there are stations that took it over named in the path, and
 * callsigns that no radio can send: what must fail for another reason gets one that can.
 */
function onTheAir(line: Buffer): Buffer {
  const [, source = '', destination = '', rest = '', info = ''] =
    /^([^>]+)>([^,:]+)((?:,[^:,]+)*):(.*)$/s.exec(line.toString('latin1')) ?? [];
  const path = rest.split(',').slice(1);
  const own = path.slice(0, path.findIndex((one) => one.startsWith('q')) >>> 0);
  const call = source.replace(/-[A-Z]+$/, '-1').replace(/^(\w{6})\w+/, '$1');
  return Buffer.from(kissFrame(ax25Frame({ source: call, destination, path: own, info })));
}

function heard(frame: Uint8Array) {
  const counters = createCounters();
  const messages = runProtocol(aprs, chunksOf(frame, [7, 64, 1]), counters, heardAt);
  const records = messages.flatMap((message) => (message.type === 'records' ? [message] : []));
  const refused = messages.filter(({ type }) => type === 'rejected').length + Number(counters.frames === 0);
  return { records, refused, location: records[0]?.locations[0], telemetry: records[0]?.telemetry?.[0]?.values };
}

const knownAs: Readonly<Record<string, string>> = {
  'wx.humidity': 'humidity',
  'wx.pressure': 'pressure',
  'wx.wind_direction': 'windDirection',
  'wx.wind_speed': 'windSpeed',
  'wx.wind_gust': 'windGust',
  'wx.rain_1h': 'rain1h',
  'wx.rain_24h': 'rain24h',
  'wx.rain_midnight': 'rainMidnight',
  'wx.snow_24h': 'snow24h',
  'wx.luminosity': 'luminosity',
};

/** What of ours contradicts what is asserted of a packet; `add` counts what agrees, or has no place in a record. */
function faultsOf(
  { expected }: Case<Asserted>,
  location: Location | undefined,
  telemetry: TelemetryValues | undefined,
  add: (what: string) => void,
): string[] {
  const faults: string[] = [];
  const { all, decimals = {} } = expected;
  const same = (what: string, own: unknown, theirs: unknown, within?: number): void => {
    const isSame =
      typeof own === 'number' && within !== undefined ? Math.abs(own - Number(theirs)) <= within : own === theirs;
    if (isSame) add('values');
    else faults.push(`${what}: ${String(own)} is not ${String(theirs)}`);
  };
  const precision = (name: string): number => 0.51 * 10 ** -(decimals[name] ?? 2);
  for (const name of ['latitude', 'longitude', 'altitude'] as const) {
    if (expected[name] !== undefined) same(name, location?.[name], expected[name], precision(name));
  }
  const { course, speed, epoch } = expected;
  if (speed !== undefined) same('speed', (location?.speed ?? NaN) * 3.6, speed, precision('speed'));
  // 0 is not known, and north is 360.
  if (course === 0) same('course', location?.course, undefined);
  else if (course !== undefined) same('course', location?.course, course % 360, precision('course'));
  if (epoch !== undefined) same('time', Date.parse(location?.dateTime ?? ''), epoch * 1000);
  const { symboltable, symbolcode, comment, posambiguity, posresolution } = all;
  const isSentence = all.format === 'nmea';
  if (symboltable && !isSentence) same('symbol', location?.attributes?.symbol, `${symboltable}${String(symbolcode)}`);
  if (comment !== undefined && location !== undefined)
    same('comment', location.attributes?.comment, comment ?? undefined);
  if (posambiguity !== undefined) same('coarse', location?.attributes?.coarse === true, Number(posambiguity) > 0);
  if (Number(posambiguity) > 0) same('accuracy', location?.accuracy, Number(posresolution));
  const own: Readonly<Record<string, unknown>> = { ...location?.attributes, ...telemetry };
  for (const [name, ours] of Object.entries(knownAs)) {
    const value = all[name];
    if (value !== undefined) same(name, own[ours], value === null ? undefined : Number(value), 1e-9);
  }
  if (all['wx.temp'])
    same('temperature', location?.temperature ?? telemetry?.temperature, Number(all['wx.temp']), 1e-9);
  return faults;
}

/** The parts of the packet itself, and what its form says of it. */
const isNotOurs = (name: string): boolean =>
  /^(?:header|body|srccallsign|dstcallsign|type|format|messaging|posresolution|daodatumbyte|checksumok|resultcode|objectname|wx\.soft)$/.test(
    name,
  );

describe('Ham::APRS::FAP: packets', () => {
  const cases = casesOf<Asserted>('aprs-fap.jsonl');
  const tally = createTally();
  const add = (what: string): void => {
    tally.add(what);
  };
  after(() => {
    tally.print();
  });

  it('has packets', () => {
    expect(cases).to.have.length.above(20);
  });

  for (const one of cases) {
    const { expected, source, id } = one;
    const frame = onTheAir(inputOf(one));

    if (!expected.decodes) {
      it(`makes nothing of ${id} in ${source}, which must fail`, () => {
        const { records, refused } = heard(frame);
        expect(records).to.deep.equal([]);
        // What is of no form that is known is nothing, too; it is not refused.
        if (expected.all.resultcode) expect(refused).to.equal(1);
        tally.add('that must fail');
      });
      continue;
    }

    it(`gives what is asserted of ${id} in ${source}`, () => {
      const { records, refused, location, telemetry } = heard(frame);
      expect(refused).to.equal(0);
      expect(records.length).to.be.at.most(1);
      if (expected.deviceId !== undefined) {
        expect(records[0]?.deviceId).to.equal(expected.deviceId);
        add('values');
      }
      // An object that is gone has no place any more.
      if (expected.all.alive === '0') expect(records).to.deep.equal([]);
      expect(faultsOf(one, location, telemetry, add)).to.deep.equal([]);
      add('packets');
      tally.add('asserted without a place in a record', Object.keys(expected.all).filter(isNotOurs).length);
    });
  }
});

describe('KISS: frames of a TNC', () => {
  it('say what is asserted', () => {
    const cases = casesOf<{ readonly info: string }>('kiss-ampledata.jsonl');
    expect(cases).to.not.be.empty;
    for (const one of cases) {
      const frame = kissFrame(inputOf(one));
      const { records, refused } = heard(frame);
      expect(refused).to.equal(0);
      expect(Buffer.from(frame).toString('latin1')).to.contain(one.expected.info);
      const isPosition = one.expected.info.startsWith('!');
      expect(records).to.have.length(isPosition ? 1 : 0);
      if (!isPosition) continue;
      // !3745.75NI12228.05W#
      expect(records[0]).to.include({ deviceId: 'W2GMD-6' });
      const [location] = records[0]?.locations ?? [];
      expect(location?.latitude).to.be.closeTo(37 + 45.75 / 60, 1e-6);
      expect(location?.longitude).to.be.closeTo(-(122 + 28.05 / 60), 1e-6);
      expect(location?.attributes?.comment).to.equal(one.expected.info.slice(20));
    }
  });
});
