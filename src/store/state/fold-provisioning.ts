import type { ProvisioningReceipt, UnitWork } from '../../schema/provisioning/receipt.js';
import { trimMap } from './trim-map.js';
import type { State } from './state.js';

/** Of more the oldest are in the log alone, and then nowhere. */
const MAX_RECEIPTS = 2_000;
/** Who plugs in more without ever finishing one loses what the first had before. */
const MAX_UNFINISHED = 1_000;

type ProvisioningState = Pick<State, 'unfinished' | 'receipts'>;

/** `at`: when it was begun. */
export function onUnitStarted({ unfinished }: ProvisioningState, work: UnitWork, at: string): void {
  unfinished.delete(work.hardwareId);
  unfinished.set(work.hardwareId, { ...work, at });
  trimMap(unfinished, MAX_UNFINISHED);
}

export function onUnitFinished({ unfinished, receipts }: ProvisioningState, receipt: ProvisioningReceipt): void {
  unfinished.delete(receipt.hardwareId);
  receipts.set(receipt.id, receipt);
  trimMap(receipts, MAX_RECEIPTS);
}
