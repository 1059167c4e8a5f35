import type { Sequence } from '../../schema/entry.js';

/** Epochs kept per device, so that the numbers of a tracker that was swapped out are still known when it returns. */
const MAX_EPOCHS = 4;

/**
 * The newest run of stored numbers of an epoch: every record from `from` to `seq` is stored. Numbers below `from` may be
 * missing: a tracker claimed that it lost them. A state of an earlier version has no `from`: from the first one.
 */
export type StoredRun = Sequence & { readonly from?: number };

/** The newest run of `epoch`; undefined: nothing of it is stored. */
export const runOf = (epochs: readonly StoredRun[] | undefined, epoch: string): StoredRun | undefined =>
  epochs?.find((one) => one.epoch === epoch);

/** All numbers from `oldest` to the end of the run are stored: a tracker whose oldest record it is may delete them. */
export const isCoveredFrom = ({ from = 1, seq }: StoredRun, oldest: number): boolean =>
  oldest >= from && oldest <= seq + 1;

/** The runs of a device after an entry with the number `sequence`; `isLost`: it stands for lost records up to there. */
export function advanceSequence(
  epochs: readonly StoredRun[] = [],
  { epoch, seq }: Sequence,
  isLost = false,
): readonly StoredRun[] {
  const others = epochs.filter((one) => one.epoch !== epoch);
  return [...others, isLost ? { epoch, from: seq + 1, seq } : advanceRun(runOf(epochs, epoch), { epoch, seq })].slice(
    -MAX_EPOCHS,
  );
}

function advanceRun(run: StoredRun | undefined, { epoch, seq }: Sequence): StoredRun {
  if (run === undefined || !isCoveredFrom(run, seq)) return { epoch, from: seq, seq };
  return { ...run, seq: Math.max(seq, run.seq) };
}
