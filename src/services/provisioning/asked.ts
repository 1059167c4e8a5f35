import { randomUUID } from 'node:crypto';
import { failure, success, type Result } from '../../errors.js';
import { LONGEST_MINUTES, type Provisioning, type ProvisioningInput } from '../../schema/provisioning.js';
import type { Row } from '../../schema/receipt.js';
import type { User } from '../../schema/user.js';
import type { ReadonlyState } from '../../store/state.js';
import type { Capability } from './capabilities.js';
import { publicRow } from './papers.js';
import { readRows } from './rows.js';

/** What is to be done: what a template says, or back to what was before a receipt. */
export type Order = Pick<Provisioning, 'template' | 'undo'>;

/** A provisioning as it is kept, and the list of units with what is secret in it. */
export type Asked = { readonly provisioning: Provisioning; readonly rows: readonly Row[] | null };

export type AskedOptions = {
  readonly user: User;
  readonly state: Pick<ReadonlyState, 'templates' | 'receipts'>;
  /** ms since 1970 */
  readonly at: number;
  readonly capabilityOf: (order: Order) => Result<Capability>;
};

const MINUTE_MS = 60_000;

/** `validation_failed` where it is nothing that can be done. */
export function readAsked(input: ProvisioningInput, options: AskedOptions): Result<Asked> {
  const { user, state, at, capabilityOf } = options;
  const { ports: paths, once = false, minutes = LONGEST_MINUTES, secrets = {} } = input;
  const order = orderOf(input, state);
  if (!order.ok) return order;
  const capability = capabilityOf(order.value);
  if (!capability.ok) return capability;
  const rows = readRows(input);
  if (!rows.ok) return rows;
  const units = rows.value?.map((row) => publicRow(row, capability.value)) ?? null;
  const provisioning: Provisioning = {
    id: randomUUID(),
    by: { id: user.id, name: user.name },
    at: new Date(at).toISOString(),
    until: new Date(at + minutes * MINUTE_MS).toISOString(),
    ...order.value,
    once,
    paths,
    units,
    hadSecrets: Object.keys(secrets).length > 0 || JSON.stringify(units) !== JSON.stringify(rows.value),
  };
  return success({ provisioning, rows: rows.value });
}

function orderOf({ template: id, undo: receipt }: ProvisioningInput, state: AskedOptions['state']): Result<Order> {
  if ((id === undefined) === (receipt === undefined)) {
    return failure('validation_failed', 'name either /template, or the receipt to /undo');
  }
  const undo = receipt ?? null;
  const template = id === undefined ? null : state.templates.get(id);
  if (template === undefined) return failure('validation_failed', `/template: there is no template ${id ?? ''}`);
  if (undo !== null && !state.receipts.has(undo)) {
    return failure('validation_failed', `/undo: there is no receipt ${undo}`);
  }
  return success({ template, undo });
}
