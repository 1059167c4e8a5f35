import type { ProvisioningReceipt, UnitWork } from '../schema/receipt.js';
import { keepLast } from './keep-last.js';
import type { State } from './state.js';

/** Of more the oldest are in the log alone, and then nowhere. */
const MOST_RECEIPTS = 2_000;
/** Who plugs in more without ever finishing one loses what the first had before. */
const MOST_UNFINISHED = 1_000;

type Held = Pick<State, 'unfinished' | 'receipts'>;

/** `at`: when it was begun. */
export function beginUnit({ unfinished }: Held, work: UnitWork, at: string): void {
  unfinished.delete(work.hardwareId);
  unfinished.set(work.hardwareId, { ...work, at });
  keepLast(unfinished, MOST_UNFINISHED);
}

export function endUnit({ unfinished, receipts }: Held, receipt: ProvisioningReceipt): void {
  unfinished.delete(receipt.hardwareId);
  receipts.set(receipt.id, receipt);
  keepLast(receipts, MOST_RECEIPTS);
}
