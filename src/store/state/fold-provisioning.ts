import { BOUNDS } from '../../domain/bounds.js';
import type { ProvisioningReceipt, UnitWork } from '../../schema/provisioning/receipt.js';
import { trimMap } from './trim-map.js';
import type { State } from './state.js';

type ProvisioningState = Pick<State, 'unfinished' | 'receipts'>;

/** `at`: when the work started, UTC. */
export function onUnitStarted({ unfinished }: ProvisioningState, work: UnitWork, at: string): void {
  unfinished.delete(work.hardwareId);
  unfinished.set(work.hardwareId, { ...work, at });
  // The previous settings of the oldest are forgotten.
  trimMap(unfinished, BOUNDS.unfinished);
}

export function onUnitFinished({ unfinished, receipts }: ProvisioningState, receipt: ProvisioningReceipt): void {
  unfinished.delete(receipt.hardwareId);
  receipts.set(receipt.id, receipt);
  // Older ones are only in the log.
  trimMap(receipts, BOUNDS.receipts);
}
