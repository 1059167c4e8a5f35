import { expect } from 'chai';
import { createCounters } from '../../src/protocols/protocol.js';
import { queclink } from '../../src/protocols/queclink/index.js';
import type { TrackerMessage } from '../../src/protocols/protocol.js';
import { bytes, chunksOf, runProtocol, locationsOf } from '../support/protocols/framing.js';
import { casesOf, createTally, type Case } from './corpus.js';

/** Values asserted by Traccar and queclink-parser. */
type Expected = {
  readonly attribute?: { readonly alarm?: string };
  readonly all?: Readonly<Record<string, unknown>>;
};
type Fix = {
  readonly longitude: number;
  readonly latitude: number;
  readonly time: string;
  readonly valid: boolean;
  /** km/h */
  readonly speed?: number;
  readonly course?: number;
  readonly altitude?: number;
};
type Queclink = Case<Expected> & { readonly derived?: { readonly deviceId?: string; readonly fixes?: readonly Fix[] } };

/** Traccar removes the `$` before decoding. */
const decodeCase = ({ input }: Queclink): TrackerMessage[] =>
  runProtocol(queclink, [bytes(input.endsWith('$') ? input : `${input}$`)]);
const namesOf = (messages: readonly TrackerMessage[]): string[] =>
  messages.flatMap((message) => (message.type === 'records' ? message.alerts.flatMap(({ alerts }) => alerts) : []));

/** Alert names for asserted alarms, by message and state. */
const ALERTS_BY_MESSAGE: Readonly<Record<string, { readonly on?: string; readonly off?: string }>> = {
  SPD: { on: 'SpeedLimit' },
  IGF: { off: 'IgnitionOff' },
  PNA: { on: 'PowerOn' },
  MPN: { on: 'ExternalPowerOn' },
  STC: { off: 'ChargeStop' },
  IDF: { off: 'IdlingStop' },
  JDR: { on: 'Jamming' },
  IDA: { on: 'DriverIdentified' },
  // Connected, and with a fix: no alert.
  ANT: {},
  GSS: { off: 'GPSNoSignal' },
  // An input below its limit, and a stopped vehicle: no alert.
  AIS: {},
  LSP: {},
  STP: {},
};
const ALERTS_BY_ALARM: Readonly<Record<string, string>> = {
  hardBraking: 'HarshBraking',
  powerOff: 'PowerOff',
  powerOn: 'PowerOn',
  Over_Speed: 'SpeedLimit',
  Power: 'PowerOn',
  Crash: 'Crash',
};

describe('Queclink reports of Traccar and queclink-parser', () => {
  const text = (file: string): Queclink[] => casesOf<Expected>(file).filter(({ encoding }) => encoding === 'text');
  const traccar = text('traccar-queclink.jsonl');
  const parser = text('queclink-parser.jsonl');
  /** a report that is truncated in its send time */
  const truncated = traccar.filter(({ input }) => input.endsWith('202306161834$') || input.endsWith('202306161834'));
  /** the oldest layout, without a version */
  const oldest = traccar.filter(({ variant, derived }) => variant === 'Gl100' || derived?.deviceId === undefined);
  const complete = traccar.filter((testCase) => !truncated.includes(testCase) && !oldest.includes(testCase));
  const tally = createTally();
  after(() => {
    tally.print();
  });

  it('the corpus has reports', () => {
    expect(complete).to.not.be.empty;
    expect(truncated).to.have.length(1);
    expect(parser).to.not.be.empty;
  });

  it('every fix is decoded, and a repeated last position is not', () => {
    for (const testCase of [...complete, ...parser]) {
      const { derived, input } = testCase;
      const messages = decodeCase(testCase);
      const fixes = (derived?.fixes ?? []).filter(({ valid }) => valid);
      const locations = locationsOf(messages);
      if (derived !== undefined || complete.includes(testCase)) expect(locations, input).to.have.length(fixes.length);
      for (const [index, fix] of fixes.entries()) {
        const decoded = locations[index];
        expect(decoded, input).to.include({ longitude: fix.longitude, latitude: fix.latitude });
        expect(decoded?.dateTime, input).to.equal(new Date(fix.time).toISOString());
        if (fix.speed !== undefined) expect(decoded?.speed, input).to.be.closeTo(fix.speed / 3.6, 0.0001);
        if (fix.course !== undefined) expect(decoded?.course, input).to.equal(fix.course % 360);
        if (fix.altitude !== undefined) expect(decoded?.altitude, input).to.equal(fix.altitude);
        tally.add('fixes');
      }
      tally.add('positions without a fix', (derived?.fixes?.length ?? 0) - fixes.length);
      for (const message of messages) {
        if (message.type === 'records') expect(message.deviceId).to.equal(derived?.deviceId ?? message.deviceId);
      }
    }
  });

  it('asserted alarms raise alerts', () => {
    for (const testCase of [...complete, ...parser]) {
      const { attribute, all } = testCase.expected;
      const alarm = ALERTS_BY_ALARM[String(attribute?.alarm ?? all?.['alarm.type'])];
      const status = all?.['alarm.status'];
      const names = namesOf(decodeCase(testCase));
      if (alarm !== undefined) expect(names, testCase.input).to.deep.equal([alarm]);
      if (status !== undefined) {
        const alert = ALERTS_BY_MESSAGE[/:GT(...)/.exec(testCase.input)?.[1] ?? ''];
        if (alarm === undefined) expect(alert, testCase.input).to.not.equal(undefined);
        const name = alarm ?? (status === true ? alert?.on : alert?.off);
        expect(names, testCase.input).to.deep.equal(name === undefined ? [] : [name]);
      }
      if (alarm !== undefined || status !== undefined) tally.add('alarms');
    }
  });

  it('truncated reports, reports without a version and binary reports give no record', () => {
    const unknown = parser.filter(({ expected }) => expected.all?.type === 'UNKNOWN');
    expect(unknown).to.have.length(1);
    const binary = casesOf<Expected>('traccar-queclink.jsonl').filter(({ encoding }) => encoding === 'hex');
    for (const testCase of [...truncated, ...oldest, ...unknown, ...binary]) {
      const session = queclink.open(createCounters());
      const input = testCase.encoding === 'hex' ? Buffer.from(testCase.input, 'hex') : bytes(`${testCase.input}$`);
      const messages = session.push(input, 0);
      expect(
        messages.filter(({ type }) => type !== 'rejected'),
        testCase.input,
      ).to.deep.equal([]);
      tally.add('rejected');
    }
  });

  it('all reports are found in one stream without line ends, however it is cut', () => {
    const stream = complete.map(({ input }) => (input.endsWith('$') ? input : `${input}$`)).join('');
    const counters = createCounters();
    const messages = runProtocol(queclink, chunksOf(bytes(stream), [1, 7, 64, 13, 256, 3, 1021]), counters);
    expect(locationsOf(messages)).to.deep.equal(complete.flatMap((testCase) => locationsOf(decodeCase(testCase))));
    expect(counters).to.include({ frames: complete.length, discardedBytes: 0 });
    tally.add('reports', complete.length);
  });
});
