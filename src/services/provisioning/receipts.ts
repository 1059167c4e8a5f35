import { randomUUID } from 'node:crypto';
import { readableSettings } from '../../domain/provisioning/settings.js';
import type { TrackerInfo } from '../../protocols/provision.js';
import type { Provisioning } from '../../schema/provisioning/provisioning.js';
import type { ProvisioningReceipt, UnitRow, UnitWork } from '../../schema/provisioning/receipt.js';
import type { Clock } from '../../time/clock.js';
import type { Capability } from './capabilities.js';
import type { Allocation, DesiredSettings } from './desired-settings.js';
import type { Proof } from './procedure.js';

/** A tracker on a port, and what it is to have. */
export type PortPlan = { readonly path: string; readonly desired: DesiredSettings; readonly allocation: Allocation };

/** What is written down of trackers; nothing in it is secret. */
export type Receipts = {
  readonly workOf: (plan: PortPlan, unit: TrackerInfo, before: UnitWork['before']) => UnitWork;
  readonly receiptOf: (plan: PortPlan, proof: Proof, result: ReceiptResult) => ProvisioningReceipt;
};

type ReceiptResult = Pick<ProvisioningReceipt, 'outcome'> &
  Partial<Pick<ProvisioningReceipt, 'message' | 'registered'>>;

export type ReceiptsOptions = {
  readonly provisioning: Provisioning;
  readonly capability: Capability;
  readonly clock: Pick<Clock, 'now'>;
};

export function createReceipts({ provisioning, capability, clock }: ReceiptsOptions): Receipts {
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
      at: new Date(clock.now()).toISOString(),
      by,
      model: unit.model,
      firmware: unit.firmware,
      after,
      secrets: [...secrets],
      ...{ outcome, message, registered },
    }),
  };
}

/** A row without what is secret, as it may be written down. */
export const publicRow = (row: UnitRow, { provision }: Capability): UnitRow =>
  Object.fromEntries(
    Object.entries(row).filter(
      ([name]) => !Object.hasOwn(provision.secrets ?? {}, name) && provision.settings[name]?.writeOnly !== true,
    ),
  );
