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
import { chunksOf, framesOf, runProtocol, pushAll } from '../support/protocols/framing.js';
import { recordsOf } from '../support/protocols/decoded-records.js';
import { casesOf, createTally, inputOf } from './corpus.js';

type Metrics = Readonly<Record<string, number>>;

/** Values asserted for a frame or a stream of frames; degrees, m. */
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

const KINDS: Readonly<Record<string, FromRadio['kind']>> = {
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

const HEADER_BYTES = 4;
const RECEIVED_AT = Date.UTC(2026, 10, 21, 10);
const nodeNameOf = (num: number): string => `!${deviceIdOf(num)}`;
const isoOf = (seconds: number | undefined): string | undefined =>
  seconds === undefined ? undefined : new Date(seconds * 1000).toISOString();

/** The decoded values by the names of the corpus. */
function decodedValues(message: FromRadio | undefined): Asserted {
  if (message?.kind === 'packet') return packetValues(message.packet);
  if (message?.kind === 'node') return nodeValues(message.node);
  return message?.kind === 'me' ? { deviceId: nodeNameOf(message.num) } : {};
}

function nodeValues({ num, user, position, metrics }: NodeInfo): Asserted {
  const { id, ...names } = user;
  const { time, latitude, longitude, altitude } = position ?? {};
  const all = {
    deviceId: nodeNameOf(num),
    userId: id,
    ...names,
    latitude,
    longitude,
    altitude,
    time: isoOf(time),
    deviceMetrics: toSourceMetrics(metrics),
  };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
}

/** In the form of the source: a battery level of 101 means external power. */
function toSourceMetrics({
  power,
  battery = power === undefined ? undefined : 101,
  ...rest
}: TelemetryValues): Metrics {
  return (battery === undefined ? rest : { batteryLevel: battery, ...rest }) as Metrics;
}

function packetValues({ from, to, id, rxTime, data }: MeshPacket): Asserted {
  const { portnum, payload = new Uint8Array() } = data ?? {};
  const { time = 0, values = {} } = portnum === 67 ? (readTelemetry(payload) ?? {}) : {};
  const deviceMetrics = toSourceMetrics(values);
  return {
    deviceId: nodeNameOf(from),
    to: nodeNameOf(to),
    packetId: id,
    rxTime: isoOf(rxTime) ?? '',
    portnum: portnum ?? 0,
    ...(portnum === 67 && { telemetry: { time, deviceMetrics } }),
    ...(portnum === 1 && { text: printableText(payload, 300) ?? '' }),
  };
}

/** Values that records do not hold: readable form, source of the position, last contact. */
const NOT_STORED = ['payload', 'locationSource', 'lastHeard'];

describe('frames of a Meshtastic node', () => {
  const cases = casesOf<Asserted>('meshtastic.jsonl');
  const tally = createTally();
  after(() => {
    tally.print();
  });

  it('every frame has the asserted values', () => {
    const frames = cases.filter(({ expected }) => expected.frames === undefined);
    expect(frames).to.not.be.empty;
    for (const {
      input,
      expected: { variant = '', ...expected },
      source,
    } of frames) {
      const message = readFromRadio(Buffer.from(input, 'hex'));
      expect(message?.kind, source).to.equal(KINDS[variant]);
      const decoded = decodedValues(message);
      for (const [name, asserted] of Object.entries(expected)) {
        if (NOT_STORED.includes(name)) {
          tally.add('asserted values that records do not hold');
          continue;
        }
        const value = decoded[name as keyof Asserted];
        if (name === 'telemetry' || name === 'deviceMetrics') expectNear(value, asserted, source);
        else expect(typeof value === 'string' ? value.trim() : value, `${source} ${name}`).to.equal(trimmed(asserted));
        tally.add('values');
      }
      tally.add('frames');
    }
  });

  for (const testCase of cases.filter(({ expected }) => expected.frames !== undefined)) {
    const { frames, lengths, variants = [] } = testCase.expected;
    const read = (content: Uint8Array) => ({ message: readFromRadio(content), length: content.length });

    it(`the frames of ${testCase.source} are found, however the stream is cut`, () => {
      for (const sizes of [[4096], [1], [7, 64, 3]]) {
        const framer = createLengthPrefixedFramer({ start: [0x94, 0xc3], maxBytes: 512, read });
        const found = framesOf(pushAll(framer, chunksOf(inputOf(testCase), sizes)));
        expect(found.map(({ length }) => length)).to.deep.equal(lengths);
        expect(found.map(({ message }) => message?.kind)).to.deep.equal(variants.map((variant) => KINDS[variant]));
        const counters = createCounters();
        runProtocol(meshtastic, chunksOf(inputOf(testCase), sizes), counters, RECEIVED_AT);
        expect(counters).to.include({ frames, discardedBytes: 0, rejected: 0 });
      }
      tally.add('frames', frames);
      tally.add('streams');
    });

    it(`a truncated frame in ${testCase.source} costs only itself`, () => {
      const input = inputOf(testCase);
      const all = recordsOf(runProtocol(meshtastic, [input], undefined, RECEIVED_AT));
      let before = 0;
      for (const length of lengths ?? []) {
        const end = before + HEADER_BYTES + length;
        for (const truncated of [input.subarray(before + 1, end), input.subarray(before, end - 1)]) {
          const counters = createCounters();
          const damaged = Buffer.concat([input.subarray(0, before), truncated, input.subarray(end)]);
          const left = recordsOf(runProtocol(meshtastic, [damaged], counters, RECEIVED_AT));
          expect(counters.frames).to.equal((frames ?? 0) - 1);
          for (const record of left) expect(all).to.deep.include(record);
          tally.add('truncated frames');
        }
        before = end;
      }
    });

    it(`captures of ${testCase.source} contain no keys or passwords`, () => {
      const input = inputOf(testCase);
      for (const size of [input.length, 61, 1]) {
        const redactor = createPacketRedactor();
        const redacted = chunksOf(input, [size]).map((chunk) => redactor.push('in', chunk));
        const captured = Buffer.concat([...redacted, redactor.flush('in')]);
        expect(captured).to.have.length(input.length);
        expect(captured.toString('latin1')).to.not.match(/large4cats|meshdev|mqtt\.meshtastic/);
        let at = 0;
        for (const [index, length = 0] of (lengths ?? []).entries()) {
          const payload = captured.subarray(at + HEADER_BYTES, at + HEADER_BYTES + length);
          const isPrivate = KINDS[variants[index] ?? ''] === 'private';
          const original = input.subarray(at + HEADER_BYTES, at + HEADER_BYTES + length);
          expect(payload.toString('latin1')).to.equal(isPrivate ? '*'.repeat(length) : original.toString('latin1'));
          at += HEADER_BYTES + length;
        }
      }
    });
  }
});

const trimmed = (value: unknown): unknown => (typeof value === 'string' ? value.trim() : value);

/** Other programs print more digits than a 32-bit float has. */
function expectNear(value: unknown, asserted: unknown, where: string): void {
  if (typeof asserted === 'number') expect(value, where).to.be.closeTo(asserted, Math.abs(asserted) * 1e-6);
  else {
    const [decodedValue, assertedValue] = [value, asserted].map((metrics) => Object.entries(metrics as object)) as [
      [string, unknown][],
      [string, unknown][],
    ];
    expect(decodedValue.map(([name]) => name)).to.have.members(assertedValue.map(([name]) => name));
    for (const [name, assertedMetric] of assertedValue)
      expectNear(new Map(decodedValue).get(name), assertedMetric, `${where} ${name}`);
  }
}
