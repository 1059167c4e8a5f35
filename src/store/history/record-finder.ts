import { streamName, timeOf, type RecordChange } from '../../domain/records/record.js';
import type { Segment } from '../log/segment.js';

/** Whether a record is stored. Synchronous if no disk access is needed, as for every record newer than the others. */
export function createRecordFinder(
  segments: () => readonly Segment[],
): (record: RecordChange) => boolean | Promise<boolean> {
  const latest = createLatestTimes();
  return (record) => {
    const all = segments();
    // The usual case, whose time must not grow with the history.
    if (timeOf(record) > latest(all, record)) return all.at(-1)?.hasRecord(record) ?? false;
    return findIn(all, record);
  };
}

/**
 * The time of the latest record of the same device and kind in the segments before the newest, -Infinity: there is none.
 * These do not change until the list of segments is another.
 */
function createLatestTimes(): (all: readonly Segment[], record: RecordChange) => number {
  const times = { location: new Map<string, number>(), alert: new Map<string, number>() };
  let known: readonly Segment[] | undefined;
  return (all, { kind, v: { deviceId } }) => {
    if (all !== known) for (const one of [times.location, times.alert]) one.clear();
    known = all;
    const found = times[kind].get(deviceId);
    if (found !== undefined) return found;
    const stream = streamName(kind, deviceId);
    const latest = all
      .slice(0, -1)
      .reduce((ms, segment) => Math.max(ms, segment.span(stream)?.to ?? -Infinity), -Infinity);
    times[kind].set(deviceId, latest);
    return latest;
  };
}

function findIn(segments: readonly Segment[], record: RecordChange): boolean | Promise<boolean> {
  const stream = streamName(record.kind, record.v.deviceId);
  const ms = timeOf(record);
  const unsure: Promise<boolean>[] = [];
  for (const segment of segments) {
    const span = segment.span(stream);
    if (span === undefined || ms < span.from || ms > span.to) continue;
    const found = segment.hasRecord(record);
    if (found === true) return true;
    if (found !== false) unsure.push(found);
  }
  return unsure.length === 0 ? false : Promise.all(unsure).then((all) => all.includes(true));
}
