import { randomUUID } from 'node:crypto';
import { readableSettings } from '../../domain/provisioning/settings.js';
import type { TrackerInfo } from '../../protocols/provision.js';
import type { Provisioning } from '../../schema/provisioning/provisioning.js';
import type { ProvisioningReceipt, UnitRow, UnitWork } from '../../schema/provisioning/receipt.js';
import type { Time } from '../time/time.js';
import type { Capability } from './capabilities.js';
import type { Allocation, DesiredSettings } from './desired-settings.js';
import type { Proof } from './procedure.js';

/** The plan of the tracker on a port. */
export type PortPlan = { readonly path: string; readonly desired: DesiredSettings; readonly allocation: Allocation };

/** Composes what the store keeps about trackers, without secrets. */
export type Receipts = {
  readonly workOf: (plan: PortPlan, unit: TrackerInfo, before: UnitWork['before']) => UnitWork;
  readonly receiptOf: (plan: PortPlan, proof: Proof, result: ReceiptResult) => ProvisioningReceipt;
};

type ReceiptResult = Pick<ProvisioningReceipt, 'outcome'> &
  Partial<Pick<ProvisioningReceipt, 'message' | 'registered'>>;

export type ReceiptsOptions = {
  readonly provisioning: Provisioning;
  readonly capability: Capability;
  readonly time: Pick<Time, 'now'>;
};

export function createReceipts({ provisioning, capability, time }: ReceiptsOptions): Receipts {
  const { id, by, template } = provisioning;

  const workOf: Receipts['workOf'] = ({ path, desired, allocation }, { hardwareId }, before) => ({
    provisioning: id,
    port: path,
    protocol: capability.protocol.name,
    template: template && { id: template.id, name: template.name },
    hardwareId,
    deviceId: desired.deviceId,
    before,
    wanted: readableSettings(desired.settings, capability.provision.settings),
    number: allocation.number,
    row: allocation.row && publicRow(allocation.row, capability),
  });

  return {
    workOf,
    receiptOf: (plan, { unit, before, after, secrets }, { outcome, message = null, registered = false }) => ({
      ...workOf(plan, unit, before),
      id: randomUUID(),
      at: new Date(time.now()).toISOString(),
      by,
      model: unit.model,
      firmware: unit.firmware,
      after,
      secrets: [...secrets],
      ...{ outcome, message, registered },
    }),
  };
}

/** A row without its secrets, as it may be stored. */
export const publicRow = (row: UnitRow, { provision }: Capability): UnitRow =>
  Object.fromEntries(
    Object.entries(row).filter(
      ([name]) => !Object.hasOwn(provision.secrets ?? {}, name) && provision.settings[name]?.writeOnly !== true,
    ),
  );
