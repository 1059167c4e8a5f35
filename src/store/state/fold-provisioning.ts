import type { ProvisioningReceipt, UnitWork } from '../../schema/provisioning/receipt.js';
import { trimMap } from './trim-map.js';
import type { State } from './state.js';

/** Older receipts are only in the log. */
const MAX_RECEIPTS = 2_000;
/** With more unfinished trackers, the previous settings of the oldest are forgotten. */
const MAX_UNFINISHED = 1_000;

type ProvisioningState = Pick<State, 'unfinished' | 'receipts'>;

/** `at`: when the work started, UTC. */
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
