import { unlink } from 'node:fs/promises';
import { saveCorruptBytes } from './save-corrupt.js';
import type { RawSegment } from './raw-segment.js';
import { describeLoss, type LogFolder } from './segment.js';
import { scanSegments, type RawSegmentScan, type LogScan } from './scan-segments.js';

const LF = 10;

/** The log made fit to be gone on with. */
export type RecoveredLog = Pick<LogScan, 'segments' | 'tail' | 'last' | 'unusable'> & {
  /** segments that a former run had no time to sort */
  readonly unsorted: readonly RawSegment[];
  /** the one to go on writing to */
  readonly active: RawSegment | undefined;
};

/**
 * Mends what a crash may have left. A torn tail of the newest segment is cut: it was never acknowledged. Damage
 * anywhere else is set aside and named; what follows it is used. A log that can not be used is not touched.
 * `covered`: number of the last entry that the snapshot holds; 0 without one.
 */
export async function recover(folder: LogFolder, covered: number): Promise<RecoveredLog> {
  const found = await scanSegments(folder, covered);
  const { report } = folder;
  const suffix = found.unusable === null ? folder.corruptSuffix : undefined;
  for (const { segment, bytes, damages } of found.raw) {
    for (const loss of await saveCorruptBytes(segment.file.path, bytes, damages, suffix)) report(loss);
  }
  for (const range of found.missing) report(describeLoss(range));
  if (suffix === undefined) return { ...found, unsorted: [], active: undefined };
  // What can not be removed or mended is tried again at the next start.
  for (const path of found.leftovers) await unlink(path).catch(() => undefined);
  const unrepaired = new Set<RawSegment>();
  for (const raw of found.raw) await repairSegment(raw).catch(() => unrepaired.add(raw.segment));
  // Behind damage nothing is written: the segment is closed, sorted without it, and voided by the name of the next.
  const active = found.raw.find(
    ({ newest, damages, segment }) => newest && damages.length === 0 && !unrepaired.has(segment),
  )?.segment;
  return { ...found, unsorted: found.raw.map(({ segment }) => segment).filter((one) => one !== active), active };
}

async function repairSegment({ segment, newest, bytes, entries, end }: RawSegmentScan): Promise<void> {
  for (const { offset, length } of entries) {
    const lineFeed = offset + length - 1;
    // The entry is whole without it; other tools want it.
    if (bytes[lineFeed] !== LF) await segment.file.write(Buffer.of(LF), lineFeed).catch(() => undefined);
  }
  if (newest && end < bytes.length) await segment.file.truncate(end);
  // A process that was killed ahead of its sync leaves lines that are read here and are not on the disk yet. Who is shown
  // them takes them for stored; and the next segment may begin right behind them.
  if (newest) await segment.file.sync();
}
