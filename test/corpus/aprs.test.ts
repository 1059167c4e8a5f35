import { expect } from 'chai';
import { aprs } from '../../src/protocols/aprs/index.js';
import { createCounters } from '../../src/protocols/protocol.js';
import type { TelemetryValues } from '../../src/schema/entry.js';
import type { Location } from '../../src/schema/records/location.js';
import { ax25Frame, kissFrame } from '../../src/simulator/aprs/ax25.js';
import { chunksOf, runProtocol } from '../support/protocols/framing.js';
import { casesOf, createTally, inputOf, type Case } from './corpus.js';

/** Values asserted by other programs; degrees, m, km/h. In `all`, everything is text. */
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

const RECEIVED_AT = Date.UTC(2026, 10, 21, 10, 15);

/**
 * The radio frame of a packet from the internet. Only the internet adds gateway stations to the path and has callsigns that
 * no radio can send; those are replaced, so that an invalid packet fails for its own reason.
 */
function toRadioFrame(line: Buffer): Buffer {
  const [, source = '', destination = '', rest = '', info = ''] =
    /^([^>]+)>([^,:]+)((?:,[^:,]+)*):(.*)$/s.exec(line.toString('latin1')) ?? [];
  const path = rest.split(',').slice(1);
  const radioPath = path.slice(0, path.findIndex((station) => station.startsWith('q')) >>> 0);
  const call = source.replace(/-[A-Z]+$/, '-1').replace(/^(\w{6})\w+/, '$1');
  return Buffer.from(kissFrame(ax25Frame({ source: call, destination, path: radioPath, info })));
}

function decodeFrame(frame: Uint8Array) {
  const counters = createCounters();
  const messages = runProtocol(aprs, chunksOf(frame, [7, 64, 1]), counters, RECEIVED_AT);
  const records = messages.flatMap((message) => (message.type === 'records' ? [message] : []));
  const rejected = messages.filter(({ type }) => type === 'rejected').length + Number(counters.frames === 0);
  return { records, rejected, location: records[0]?.locations[0], telemetry: records[0]?.telemetry?.[0]?.values };
}

const ATTRIBUTE_NAMES: Readonly<Record<string, string>> = {
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

/** The differences from the asserted values; `add` counts the values that agree. */
function mismatchesOf(
  { expected }: Case<Asserted>,
  location: Location | undefined,
  telemetry: TelemetryValues | undefined,
  add: (what: string) => void,
): string[] {
  const mismatches: string[] = [];
  const { all, decimals = {} } = expected;
  const same = (what: string, decodedValue: unknown, assertedValue: unknown, tolerance?: number): void => {
    const isSame =
      typeof decodedValue === 'number' && tolerance !== undefined
        ? Math.abs(decodedValue - Number(assertedValue)) <= tolerance
        : decodedValue === assertedValue;
    if (isSame) add('values');
    else mismatches.push(`${what}: ${String(decodedValue)} is not ${String(assertedValue)}`);
  };
  const precision = (name: string): number => 0.51 * 10 ** -(decimals[name] ?? 2);
  for (const name of ['latitude', 'longitude', 'altitude'] as const) {
    if (expected[name] !== undefined) same(name, location?.[name], expected[name], precision(name));
  }
  const { course, speed, epoch } = expected;
  if (speed !== undefined) same('speed', (location?.speed ?? NaN) * 3.6, speed, precision('speed'));
  // 0 is unknown; north is 360.
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
  const decodedValues: Readonly<Record<string, unknown>> = { ...location?.attributes, ...telemetry };
  for (const [name, attributeName] of Object.entries(ATTRIBUTE_NAMES)) {
    const value = all[name];
    if (value !== undefined) same(name, decodedValues[attributeName], value === null ? undefined : Number(value), 1e-9);
  }
  if (all['wx.temp'])
    same('temperature', location?.temperature ?? telemetry?.temperature, Number(all['wx.temp']), 1e-9);
  return mismatches;
}

/** Raw parts of the packet and properties of its format. */
const isNotStored = (name: string): boolean =>
  /^(?:header|body|srccallsign|dstcallsign|type|format|messaging|posresolution|daodatumbyte|checksumok|resultcode|objectname|wx\.soft)$/.test(
    name,
  );

describe('packets of Ham::APRS::FAP', () => {
  const cases = casesOf<Asserted>('aprs-fap.jsonl');
  const tally = createTally();
  const add = (what: string): void => {
    tally.add(what);
  };
  after(() => {
    tally.print();
  });

  it('the corpus has packets', () => {
    expect(cases).to.have.length.above(20);
  });

  for (const testCase of cases) {
    const { expected, source, id } = testCase;
    const frame = toRadioFrame(inputOf(testCase));

    if (!expected.decodes) {
      it(`the invalid packet ${id} in ${source} gives no record`, () => {
        const { records, rejected } = decodeFrame(frame);
        expect(records).to.deep.equal([]);
        // A packet of unknown format is ignored, not rejected.
        if (expected.all.resultcode) expect(rejected).to.equal(1);
        tally.add('invalid packets');
      });
      continue;
    }

    it(`the packet ${id} in ${source} has the asserted values`, () => {
      const { records, rejected, location, telemetry } = decodeFrame(frame);
      expect(rejected).to.equal(0);
      expect(records.length).to.be.at.most(1);
      if (expected.deviceId !== undefined) {
        expect(records[0]?.deviceId).to.equal(expected.deviceId);
        add('values');
      }
      // A deleted object has no location.
      if (expected.all.alive === '0') expect(records).to.deep.equal([]);
      expect(mismatchesOf(testCase, location, telemetry, add)).to.deep.equal([]);
      add('packets');
      tally.add('asserted values that records do not hold', Object.keys(expected.all).filter(isNotStored).length);
    });
  }
});

describe('KISS frames of a TNC', () => {
  it('every frame has the asserted content', () => {
    const cases = casesOf<{ readonly info: string }>('kiss-ampledata.jsonl');
    expect(cases).to.not.be.empty;
    for (const testCase of cases) {
      const frame = kissFrame(inputOf(testCase));
      const { records, rejected } = decodeFrame(frame);
      expect(rejected).to.equal(0);
      expect(Buffer.from(frame).toString('latin1')).to.contain(testCase.expected.info);
      const isPosition = testCase.expected.info.startsWith('!');
      expect(records).to.have.length(isPosition ? 1 : 0);
      if (!isPosition) continue;
      // !3745.75NI12228.05W#
      expect(records[0]).to.include({ deviceId: 'W2GMD-6' });
      const [location] = records[0]?.locations ?? [];
      expect(location?.latitude).to.be.closeTo(37 + 45.75 / 60, 1e-6);
      expect(location?.longitude).to.be.closeTo(-(122 + 28.05 / 60), 1e-6);
      expect(location?.attributes?.comment).to.equal(testCase.expected.info.slice(20));
    }
  });
});
