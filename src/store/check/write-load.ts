import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { WriteLoad } from '../../domain/disk-wear.js';
import { isFileFault } from '../log/read-guard.js';
import { readLines } from '../log/scan.js';
import { findSegments, rawName, sortedName, streamOf, type SegmentFiles } from '../log/segment.js';
import { stateBytesOf } from './state-bytes.js';

const DAY_MS = 86_400_000;
const WEEK_MS = 7 * DAY_MS;
/** Earlier times come from a clock that was not set. */
const EARLIEST_PLAUSIBLE = Date.UTC(2024, 0, 1);
/** of the log: the last days of a busy depot, the last weeks of a quiet one */
const MAX_BYTES = 32 * 1_048_576;
/** A shorter span does not allow an estimate per day. */
const MIN_SPAN_MS = 3_600_000;

export type RecentLoad = WriteLoad & {
  /** times of the first and the last entry it is measured from, ms since 1970 */
  readonly from: number;
  readonly to: number;
  readonly entries: number;
};

/**
 * The recent write load, measured from the newest segments of the log: a week, or 32 MiB. Entries of one write have the
 * same stamp. Null if they span less than an hour. A gateway may be running on the folder.
 */
export async function readWriteLoad(folder: string): Promise<RecentLoad | null> {
  const log = join(folder, 'log');
  const streams = new Set<string>();
  const writes = new Set<string>();
  let [from, to, entries, bytes, read] = [Infinity, 0, 0, 0, 0];
  for (const segment of (await findSegments(log)).reverse()) {
    const content = await readSegmentFile(log, segment, MAX_BYTES - read);
    if (content === undefined || (to > 0 && to - from >= WEEK_MS)) break;
    read += content.length;
    for (const { entry, length } of readLines(content)) {
      const at = entry === undefined ? 0 : Date.parse(entry.at);
      if (entry === undefined || at < EARLIEST_PLAUSIBLE) continue;
      [from, to] = [Math.min(from, at), Math.max(to, at)];
      entries += 1;
      bytes += length;
      streams.add(streamOf(entry).stream);
      writes.add(`${entry.boot} ${entry.up}`);
    }
  }
  if (to - from < MIN_SPAN_MS) return null;
  const perDay = DAY_MS / (to - from);
  return {
    from,
    to,
    entries,
    entriesPerDay: entries * perDay,
    bytesPerEntry: bytes / entries,
    writesPerDay: writes.size * perDay,
    streams: streams.size,
    stateBytes: stateBytesOf(folder),
  };
}

/** Undefined if it is larger than `maxBytes` and not the newest, or gone by now. */
async function readSegmentFile(
  log: string,
  { first, raw, sorted }: SegmentFiles,
  maxBytes: number,
): Promise<Buffer | undefined> {
  for (const name of [...(raw ? [rawName(first)] : []), ...(raw || sorted ? [sortedName(first)] : [])]) {
    try {
      const path = join(log, name);
      return maxBytes < MAX_BYTES && (await stat(path)).size > maxBytes ? undefined : await readFile(path);
    } catch (error) {
      if (!isFileFault(error)) throw error;
    }
  }
  return undefined;
}
