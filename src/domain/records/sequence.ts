import type { Sequence } from '../../schema/entry.js';

/** Epochs kept per device, so that the numbers of a tracker that was swapped out are still known when it returns. */
const MAX_EPOCHS = 4;

/** The highest number stored of `epoch`; undefined: none. */
export const storedUpTo = (epochs: readonly Sequence[] | undefined, epoch: string): number | undefined =>
  epochs?.find((one) => one.epoch === epoch)?.seq;

/** The epochs of a device after the record numbered `sequence` is stored. */
export function advanceSequence(epochs: readonly Sequence[] = [], { epoch, seq }: Sequence): readonly Sequence[] {
  const highest = Math.max(seq, storedUpTo(epochs, epoch) ?? 0);
  return [...epochs.filter((one) => one.epoch !== epoch), { epoch, seq: highest }].slice(-MAX_EPOCHS);
}
