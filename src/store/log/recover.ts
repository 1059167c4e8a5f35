import { unlink } from 'node:fs/promises';
import { LF } from './entry-codec.js';
import { damageIn, saveCorruptBytes } from './save-corrupt.js';
import type { RawSegment } from './raw-segment.js';
import { lossMessages } from '../messages.js';
import { describeLoss, type LogFolder } from './segment.js';
import { scanSegments, type RawSegmentScan, type LogScan, type OnTail, type SnapshotCover } from './scan-segments.js';

/** The log, repaired and ready to be appended to. */
export type RecoveredLog = Pick<LogScan, 'segments' | 'last' | 'keptFrom' | 'unusable' | 'misplaced'> & {
  /** segments that a previous run did not sort */
  readonly unsorted: readonly RawSegment[];
  /** the segment to continue */
  readonly active: RawSegment | undefined;
};

/**
 * Repairs the log after a crash. A torn tail of the newest segment is truncated: it was never acknowledged. Damage
 * anywhere else is saved as corrupt and reported, and the entries after it are used. An unusable log is not touched.
 */
export async function recover(folder: LogFolder, snapshot: SnapshotCover, onTail: OnTail): Promise<RecoveredLog> {
  const found = await scanSegments(folder, snapshot, onTail, { restores: true });
  const { report } = folder;
  const suffix = found.unusable === null ? folder.corruptSuffix : undefined;
  for (const { segment, bytes, damages, garbage } of found.raw) {
    // No entry is lost with garbage, and nothing is thrown away.
    const saved = await saveCorruptBytes(segment.file.path, damageIn(bytes), [...damages, ...garbage], suffix);
    for (const loss of saved.slice(0, damages.length)) report(loss);
  }
  for (const range of found.missing) report(describeLoss(range));
  for (const { loss } of found.unreadable) report(loss);
  for (const { fileName, what } of found.misplaced) report(lossMessages.misplaced({ file: fileName, problem: what }));
  if (suffix === undefined) return { ...found, unsorted: [], active: undefined };
  // The next start retries what cannot be removed or repaired.
  for (const path of found.leftovers) await unlink(path).catch(() => undefined);
  const unrepaired = new Set<RawSegment>();
  for (const raw of found.raw) await repairSegment(raw).catch(() => unrepaired.add(raw.segment));
  // A damaged segment is closed and sorted without the damage; the number of the next segment voids the rest.
  const active = found.raw.find(
    ({ newest, damages, segment }) => newest && damages.length === 0 && !unrepaired.has(segment),
  )?.segment;
  return { ...found, unsorted: found.raw.map(({ segment }) => segment).filter((one) => one !== active), active };
}

async function repairSegment({ segment, newest, bytes, entries, end }: RawSegmentScan): Promise<void> {
  for (const { offset, length } of entries) {
    const lineFeed = offset + length - 1;
    // The entry is valid without it, but other tools need it.
    if (bytes[lineFeed] !== LF) await segment.file.write(Buffer.of(LF), lineFeed).catch(() => undefined);
  }
  if (newest && end < bytes.length) await segment.file.truncate(end);
  // A process that was killed before its sync leaves lines that can be read but are not on the disk yet. Clients that see
  // them rely on them, and the next segment may start right after them.
  if (newest) await segment.file.sync();
}
