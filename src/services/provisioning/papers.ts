import { randomUUID } from 'node:crypto';
import { readable } from '../../domain/provisioning/settings.js';
import type { Unit } from '../../protocols/provision.js';
import type { Provisioning } from '../../schema/provisioning.js';
import type { ProvisioningReceipt, Row, UnitWork } from '../../schema/receipt.js';
import type { Clock } from '../clock.js';
import type { Capability } from './capabilities.js';
import type { Given, Wanted } from './planning.js';
import type { Proof } from './procedure.js';

/** A tracker on a port, and what it is to have. */
export type Paper = { readonly path: string; readonly wanted: Wanted; readonly given: Given };

/** What is written down of trackers; nothing in it is secret. */
export type Papers = {
  readonly workOf: (paper: Paper, unit: Unit, before: UnitWork['before']) => UnitWork;
  readonly receiptOf: (paper: Paper, proof: Proof, how: How) => ProvisioningReceipt;
};

type How = Pick<ProvisioningReceipt, 'outcome'> & Partial<Pick<ProvisioningReceipt, 'message' | 'registered'>>;

export type PapersOptions = {
  readonly provisioning: Provisioning;
  readonly capability: Capability;
  readonly clock: Pick<Clock, 'now'>;
};

export function createPapers({ provisioning, capability, clock }: PapersOptions): Papers {
  const { id, by, template } = provisioning;

  const workOf: Papers['workOf'] = ({ path, wanted, given }, { hardwareId }, before) => ({
    provisioning: id,
    port: path,
    protocol: capability.protocol.name,
    template: template && { id: template.id, name: template.name },
    hardwareId,
    deviceId: wanted.deviceId,
    before,
    wanted: readable(wanted.settings, capability.provision.settings),
    number: given.number,
    row: given.row && publicRow(given.row, capability),
  });

  return {
    workOf,
    receiptOf: (paper, { unit, before, after, secrets }, { outcome, message = null, registered = false }) => ({
      ...workOf(paper, unit, before),
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
export const publicRow = (row: Row, { provision }: Capability): Row =>
  Object.fromEntries(
    Object.entries(row).filter(
      ([name]) => !Object.hasOwn(provision.secrets ?? {}, name) && provision.settings[name]?.writeOnly !== true,
    ),
  );
