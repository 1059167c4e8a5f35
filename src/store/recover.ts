import { unlink } from 'node:fs/promises';
import { replaceFile } from './durable.js';
import type { RawSegment } from './raw-segment.js';
import { survey, type FoundRaw, type Survey } from './survey.js';

/** The log made fit to be gone on with. */
export type Recovered = Pick<Survey, 'segments' | 'tail' | 'next' | 'losses' | 'unusable'> & {
  /** segments that a former run had no time to sort */
  readonly unsorted: readonly RawSegment[];
  /** the one to go on writing to */
  readonly active: RawSegment | undefined;
};

export type RecoverOptions = {
  readonly folder: string;
  /** number of the last entry that the snapshot holds; 0 without one */
  readonly covered: number;
  /** names what is set aside: `corrupt-<time>` */
  readonly suffix: string;
};

/**
 * Mends what a crash may have left. A torn tail of the newest segment is cut: it was never acknowledged. Damage
 * anywhere else is set aside and named; what follows it is used. A log that can not be used is not touched.
 */
export async function recover({ folder, covered, suffix }: RecoverOptions): Promise<Recovered> {
  const found = await survey(folder, covered, 'r+');
  if (found.unusable !== null) return { ...found, unsorted: [], active: undefined };
  for (const path of found.leftovers) await unlink(path);
  for (const raw of found.raw) await mend(raw, suffix);
  // Behind damage nothing is written: the segment is closed, and sorted without it.
  const newest = found.raw.find((raw) => raw.newest);
  const active = newest?.damages.length === 0 ? newest.segment : undefined;
  return { ...found, unsorted: found.raw.map(({ segment }) => segment).filter((one) => one !== active), active };
}

async function mend({ segment, newest, bytes, damages, end }: FoundRaw, suffix: string): Promise<void> {
  if (damages.length > 0) {
    const hurt = damages.map(({ offset, length }) => bytes.subarray(offset, offset + length));
    await replaceFile(`${segment.file.path}.${suffix}`, hurt);
  }
  if (newest && end < bytes.length) await segment.file.truncate(end);
}
