import { expect } from 'chai';
import { createCounters } from '../../src/protocols/protocol.js';
import { queclink } from '../../src/protocols/queclink/index.js';
import type { TrackerMessage } from '../../src/protocols/protocol.js';
import { bytes, chunksOf, runProtocol, locationsOf } from '../support/framing.js';
import { casesOf, createTally, type Case } from './corpus.js';

/** What Traccar and queclink-parser assert. */
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

/** Traccar takes the `$` off before it decodes. */
const said = ({ input }: Queclink): TrackerMessage[] =>
  runProtocol(queclink, [bytes(input.endsWith('$') ? input : `${input}$`)]);
const namesOf = (messages: readonly TrackerMessage[]): string[] =>
  messages.flatMap((message) => (message.type === 'records' ? message.alerts.flatMap(({ alerts }) => alerts) : []));

/** Ours for what others call alarms, by message and by whether it is on. */
const alarms: Readonly<Record<string, { readonly on?: string; readonly off?: string }>> = {
  SPD: { on: 'SpeedLimit' },
  IGF: { off: 'IgnitionOff' },
  PNA: { on: 'PowerOn' },
  MPN: { on: 'ExternalPowerOn' },
  STC: { off: 'ChargeStop' },
  IDF: { off: 'IdlingStop' },
  JDR: { on: 'Jamming' },
  IDA: { on: 'DriverIdentified' },
  // Connected, and with a fix: nobody is alarmed.
  ANT: {},
  GSS: { off: 'GPSNoSignal' },
  // An input below its limit, and a vehicle that stopped.
  AIS: {},
  LSP: {},
  STP: {},
};
const named: Readonly<Record<string, string>> = {
  hardBraking: 'HarshBraking',
  powerOff: 'PowerOff',
  powerOn: 'PowerOn',
  Over_Speed: 'SpeedLimit',
  Power: 'PowerOn',
  Crash: 'Crash',
};

describe('Queclink: reports of traccar-queclink.jsonl and queclink-parser.jsonl', () => {
  const text = (file: string): Queclink[] => casesOf<Expected>(file).filter(({ encoding }) => encoding === 'text');
  const traccar = text('traccar-queclink.jsonl');
  const parser = text('queclink-parser.jsonl');
  /** A report that was cut off within its time of sending. */
  const cut = traccar.filter(({ input }) => input.endsWith('202306161834$') || input.endsWith('202306161834'));
  /** The oldest layout, before a version was said. */
  const oldest = traccar.filter(({ variant, derived }) => variant === 'Gl100' || derived?.deviceId === undefined);
  const whole = traccar.filter((one) => !cut.includes(one) && !oldest.includes(one));
  const tally = createTally();
  after(() => {
    tally.print();
  });

  it('has cases', () => {
    expect(whole).to.not.be.empty;
    expect(cut).to.have.length(1);
    expect(parser).to.not.be.empty;
  });

  it('gives the fixes that the bytes claim, and none of a position that is the last one known', () => {
    for (const one of [...whole, ...parser]) {
      const { derived, input } = one;
      const messages = said(one);
      const fixes = (derived?.fixes ?? []).filter(({ valid }) => valid);
      const locations = locationsOf(messages);
      if (derived !== undefined || whole.includes(one)) expect(locations, input).to.have.length(fixes.length);
      for (const [place, fix] of fixes.entries()) {
        const ours = locations[place];
        expect(ours, input).to.include({ longitude: fix.longitude, latitude: fix.latitude });
        expect(ours?.dateTime, input).to.equal(new Date(fix.time).toISOString());
        if (fix.speed !== undefined) expect(ours?.speed, input).to.be.closeTo(fix.speed / 3.6, 0.0001);
        if (fix.course !== undefined) expect(ours?.course, input).to.equal(fix.course % 360);
        if (fix.altitude !== undefined) expect(ours?.altitude, input).to.equal(fix.altitude);
        tally.add('fixes');
      }
      tally.add('positions without a fix', (derived?.fixes?.length ?? 0) - fixes.length);
      for (const message of messages) {
        if (message.type === 'records') expect(message.deviceId).to.equal(derived?.deviceId ?? message.deviceId);
      }
    }
  });

  it('raises the alarms that are asserted', () => {
    for (const one of [...whole, ...parser]) {
      const { attribute, all } = one.expected;
      const alarm = named[String(attribute?.alarm ?? all?.['alarm.type'])];
      const status = all?.['alarm.status'];
      const names = namesOf(said(one));
      if (alarm !== undefined) expect(names, one.input).to.deep.equal([alarm]);
      if (status !== undefined) {
        const meant = alarms[/:GT(...)/.exec(one.input)?.[1] ?? ''];
        if (alarm === undefined) expect(meant, one.input).to.not.equal(undefined);
        const name = alarm ?? (status === true ? meant?.on : meant?.off);
        expect(names, one.input).to.deep.equal(name === undefined ? [] : [name]);
      }
      if (alarm !== undefined || status !== undefined) tally.add('alarms');
    }
  });

  it('refuses what is cut off, has no version, or is not in ASCII, and acknowledges none of it', () => {
    const unknown = parser.filter(({ expected }) => expected.all?.type === 'UNKNOWN');
    expect(unknown).to.have.length(1);
    const binary = casesOf<Expected>('traccar-queclink.jsonl').filter(({ encoding }) => encoding === 'hex');
    for (const one of [...cut, ...oldest, ...unknown, ...binary]) {
      const session = queclink.open(createCounters());
      const input = one.encoding === 'hex' ? Buffer.from(one.input, 'hex') : bytes(`${one.input}$`);
      const messages = session.push(input, 0);
      expect(
        messages.filter(({ type }) => type !== 'rejected'),
        one.input,
      ).to.deep.equal([]);
      tally.add('refused');
    }
  });

  it('finds them all in one stream, without a line end, however it is cut', () => {
    const stream = whole.map(({ input }) => (input.endsWith('$') ? input : `${input}$`)).join('');
    const counters = createCounters();
    const messages = runProtocol(queclink, chunksOf(bytes(stream), [1, 7, 64, 13, 256, 3, 1021]), counters);
    expect(locationsOf(messages)).to.deep.equal(whole.flatMap((one) => locationsOf(said(one))));
    expect(counters).to.include({ frames: whole.length, discardedBytes: 0 });
    tally.add('reports', whole.length);
  });
});
