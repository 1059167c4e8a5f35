import { isRecord, recordStreamOf, streamName, type RecordChange } from '../../domain/records/record.js';
import type { Entry } from '../../schema/entry.js';
import { NO_ROW } from './row-table.js';
import { streamOf, type StreamName, type TimeSpan } from './segment.js';

/** A stream of a segment that is not sorted. `newest`: its last row, from which `previous` leads to the others. */
export type RawStream = TimeSpan & { readonly name: StreamName; readonly newest: number };

export type GrowingStream = {
  readonly name: StreamName;
  readonly id: number;
  from: number;
  to: number;
  count: number;
  newest: number;
};

export type RawStreams = {
  readonly all: readonly RawStream[];
  readonly byName: (name: StreamName) => RawStream | undefined;
  readonly ofRecord: (record: RecordChange) => RawStream | undefined;
  /** the stream that the entry belongs to, a new one if there is none */
  readonly addTo: (entry: Entry) => GrowingStream;
  /** the stream of this name, a new one if there is none */
  readonly named: (name: StreamName) => GrowingStream;
};

/** A record finds its stream by its device: making the name for each record would take longer than the rest. */
export function createRawStreams(): RawStreams {
  const all: GrowingStream[] = [];
  const locations = new Map<string, GrowingStream>();
  const alerts = new Map<string, GrowingStream>();
  const others = new Map<StreamName, GrowingStream>();

  const ofDevice = (kind: RecordChange['kind']): Map<string, GrowingStream> =>
    kind === 'location' ? locations : alerts;

  function start(name: StreamName): GrowingStream {
    const started = { name, id: all.length, from: Infinity, to: -Infinity, count: 0, newest: NO_ROW };
    all.push(started);
    return started;
  }

  function startIn(streams: Map<string, GrowingStream>, key: string, name: StreamName): GrowingStream {
    const started = start(name);
    streams.set(key, started);
    return started;
  }

  function byName(name: StreamName): GrowingStream | undefined {
    const record = recordStreamOf(name);
    return record === undefined ? others.get(name) : ofDevice(record.kind).get(record.deviceId);
  }

  function named(name: StreamName): GrowingStream {
    const existing = byName(name);
    if (existing !== undefined) return existing;
    const record = recordStreamOf(name);
    return record === undefined ? startIn(others, name, name) : startIn(ofDevice(record.kind), record.deviceId, name);
  }

  return {
    all,
    byName,
    named,
    ofRecord: ({ kind, v }) => ofDevice(kind).get(v.deviceId),
    addTo(entry) {
      if (isRecord(entry)) {
        const streams = ofDevice(entry.kind);
        const { deviceId } = entry.v;
        return streams.get(deviceId) ?? startIn(streams, deviceId, streamName(entry.kind, deviceId));
      }
      return named(streamOf(entry).stream);
    },
  };
}
