import type { Sequence } from '../../schema/entry.js';

/** How many epochs of a device are known: a unit that was swapped and comes back is still recognised by its numbers. */
const MAX_EPOCHS = 4;

/** The number up to which the records of `epoch` are stored; undefined when none is. */
export const storedUpTo = (epochs: readonly Sequence[] | undefined, epoch: string): number | undefined =>
  epochs?.find((one) => one.epoch === epoch)?.seq;

/** What is stored of a device after a record numbered `sequence` was. */
export function advanceSequence(epochs: readonly Sequence[] = [], { epoch, seq }: Sequence): readonly Sequence[] {
  const highest = Math.max(seq, storedUpTo(epochs, epoch) ?? 0);
  return [...epochs.filter((one) => one.epoch !== epoch), { epoch, seq: highest }].slice(-MAX_EPOCHS);
}
