import { expect } from 'chai';
import { createLengthPrefixedFramer } from '../../src/framing/length-prefixed.js';
import { createPacketRedactor } from '../../src/protocols/meshtastic/packet-redactor.js';
import { deviceIdOf } from '../../src/protocols/meshtastic/decoder.js';
import { readFromRadio, type FromRadio } from '../../src/protocols/meshtastic/from-radio.js';
import { meshtastic } from '../../src/protocols/meshtastic/index.js';
import type { NodeInfo } from '../../src/protocols/meshtastic/node.js';
import type { MeshPacket } from '../../src/protocols/meshtastic/packet.js';
import { readTelemetry } from '../../src/protocols/meshtastic/telemetry.js';
import { printableText } from '../../src/protocols/meshtastic/protobuf-reader.js';
import { createCounters } from '../../src/protocols/protocol.js';
import type { TelemetryValues } from '../../src/schema/entry.js';
import { chunksOf, framesOf, runProtocol, pushAll } from '../support/framing.js';
import { recordsOf } from '../support/said.js';
import { casesOf, createTally, inputOf } from './corpus.js';

type Metrics = Readonly<Record<string, number>>;

/** What others read in a frame, or in a stream of them; degrees, m. */
type Asserted = {
  readonly variant?: string;
  readonly deviceId?: string;
  readonly userId?: string;
  readonly longName?: string;
  readonly shortName?: string;
  readonly latitude?: number;
  readonly longitude?: number;
  readonly altitude?: number;
  readonly time?: string;
  readonly to?: string;
  readonly packetId?: number;
  readonly rxTime?: string;
  readonly portnum?: number;
  readonly text?: string;
  readonly deviceMetrics?: Metrics;
  readonly telemetry?: { readonly time: number; readonly deviceMetrics: Metrics };
  readonly frames?: number;
  readonly lengths?: readonly number[];
  readonly variants?: readonly string[];
};

const kinds: Readonly<Record<string, FromRadio['kind']>> = {
  packet: 'packet',
  nodeInfo: 'node',
  myInfo: 'me',
  configCompleteId: 'complete',
  rebooted: 'rebooted',
  metadata: 'metadata',
  queueStatus: 'queue',
  fileInfo: 'private',
  deviceuiConfig: 'private',
  channel: 'private',
  config: 'private',
  moduleConfig: 'private',
};

const headBytes = 4;
const heardAt = Date.UTC(2026, 10, 21, 10);
const named = (num: number): string => `!${deviceIdOf(num)}`;
const isoOf = (seconds: number | undefined): string | undefined =>
  seconds === undefined ? undefined : new Date(seconds * 1000).toISOString();

/** All that our reading has of it, by the names of the corpus. */
function readingOf(said: FromRadio | undefined): Asserted {
  if (said?.kind === 'packet') return ofPacket(said.packet);
  if (said?.kind === 'node') return ofNode(said.node);
  return said?.kind === 'me' ? { deviceId: named(said.num) } : {};
}

function ofNode({ num, user, position, metrics }: NodeInfo): Asserted {
  const { id, ...names } = user;
  const { time, latitude, longitude, altitude } = position ?? {};
  const all = {
    deviceId: named(num),
    userId: id,
    ...names,
    latitude,
    longitude,
    altitude,
    time: isoOf(time),
    deviceMetrics: theirs(metrics),
  };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
}

/** As the source names it: a battery of 101 is power from outside. */
function theirs({ power, battery = power === undefined ? undefined : 101, ...rest }: TelemetryValues): Metrics {
  return (battery === undefined ? rest : { batteryLevel: battery, ...rest }) as Metrics;
}

function ofPacket({ from, to, id, rxTime, data }: MeshPacket): Asserted {
  const { portnum, payload = new Uint8Array() } = data ?? {};
  const { time = 0, values = {} } = portnum === 67 ? (readTelemetry(payload) ?? {}) : {};
  const deviceMetrics = theirs(values);
  return {
    deviceId: named(from),
    to: named(to),
    packetId: id,
    rxTime: isoOf(rxTime) ?? '',
    portnum: portnum ?? 0,
    ...(portnum === 67 && { telemetry: { time, deviceMetrics } }),
    ...(portnum === 1 && { text: printableText(payload, 300) ?? '' }),
  };
}

/** What has no place in a record: that it is readable, where a place came from, when a node was heard last. */
const notOurs = ['payload', 'locationSource', 'lastHeard'];

describe('Meshtastic: what a node says over its cable', () => {
  const cases = casesOf<Asserted>('meshtastic.jsonl');
  const tally = createTally();
  after(() => {
    tally.print();
  });

  it('gives what is asserted of every frame', () => {
    const frames = cases.filter(({ expected }) => expected.frames === undefined);
    expect(frames).to.not.be.empty;
    for (const {
      input,
      expected: { variant = '', ...expected },
      source,
    } of frames) {
      const said = readFromRadio(Buffer.from(input, 'hex'));
      expect(said?.kind, source).to.equal(kinds[variant]);
      const reading = readingOf(said);
      for (const [name, asserted] of Object.entries(expected)) {
        if (notOurs.includes(name)) {
          tally.add('asserted without a place in a record');
          continue;
        }
        const value = reading[name as keyof Asserted];
        if (name === 'telemetry' || name === 'deviceMetrics') near(value, asserted, source);
        else expect(typeof value === 'string' ? value.trim() : value, `${source} ${name}`).to.equal(trimmed(asserted));
        tally.add('values');
      }
      tally.add('frames');
    }
  });

  for (const one of cases.filter(({ expected }) => expected.frames !== undefined)) {
    const { frames, lengths, variants = [] } = one.expected;
    const read = (content: Uint8Array) => ({ said: readFromRadio(content), length: content.length });

    it(`finds the frames of ${one.source}, and nothing else, however it is cut`, () => {
      for (const sizes of [[4096], [1], [7, 64, 3]]) {
        const framer = createLengthPrefixedFramer({ start: [0x94, 0xc3], maxBytes: 512, read });
        const found = framesOf(pushAll(framer, chunksOf(inputOf(one), sizes)));
        expect(found.map(({ length }) => length)).to.deep.equal(lengths);
        expect(found.map(({ said }) => said?.kind)).to.deep.equal(variants.map((variant) => kinds[variant]));
        const counters = createCounters();
        runProtocol(meshtastic, chunksOf(inputOf(one), sizes), counters, heardAt);
        expect(counters).to.include({ frames, discardedBytes: 0, rejected: 0 });
      }
      tally.add('frames', frames);
      tally.add('streams');
    });

    it(`finds every frame of ${one.source} that is whole behind one that was torn`, () => {
      const input = inputOf(one);
      const all = recordsOf(runProtocol(meshtastic, [input], undefined, heardAt));
      let before = 0;
      for (const length of lengths ?? []) {
        const end = before + headBytes + length;
        for (const torn of [input.subarray(before + 1, end), input.subarray(before, end - 1)]) {
          const counters = createCounters();
          const damaged = Buffer.concat([input.subarray(0, before), torn, input.subarray(end)]);
          const left = recordsOf(runProtocol(meshtastic, [damaged], counters, heardAt));
          expect(counters.frames).to.equal((frames ?? 0) - 1);
          for (const record of left) expect(all).to.deep.include(record);
          tally.add('torn frames');
        }
        before = end;
      }
    });

    it(`leaves nothing of the keys and passwords of ${one.source} in what is written down`, () => {
      const input = inputOf(one);
      for (const size of [input.length, 61, 1]) {
        const conceal = createPacketRedactor();
        const passed = chunksOf(input, [size]).map((chunk) => conceal.push('in', chunk));
        const written = Buffer.concat([...passed, conceal.flush('in')]);
        expect(written).to.have.length(input.length);
        expect(written.toString('latin1')).to.not.match(/large4cats|meshdev|mqtt\.meshtastic/);
        let at = 0;
        for (const [place, length = 0] of (lengths ?? []).entries()) {
          const payload = written.subarray(at + headBytes, at + headBytes + length);
          const isPrivate = kinds[variants[place] ?? ''] === 'private';
          const shown = input.subarray(at + headBytes, at + headBytes + length);
          expect(payload.toString('latin1')).to.equal(isPrivate ? '*'.repeat(length) : shown.toString('latin1'));
          at += headBytes + length;
        }
      }
    });
  }
});

const trimmed = (value: unknown): unknown => (typeof value === 'string' ? value.trim() : value);

/** A number of 32 bits as others write it has digits that it can not tell. */
function near(value: unknown, asserted: unknown, where: string): void {
  if (typeof asserted === 'number') expect(value, where).to.be.closeTo(asserted, Math.abs(asserted) * 1e-6);
  else {
    const [own, theirs] = [value, asserted].map((one) => Object.entries(one as object)) as [
      [string, unknown][],
      [string, unknown][],
    ];
    expect(own.map(([name]) => name)).to.have.members(theirs.map(([name]) => name));
    for (const [name, one] of theirs) near(new Map(own).get(name), one, `${where} ${name}`);
  }
}
