import { randomUUID } from 'node:crypto';
import { failure, success, type Result } from '../../errors.js';
import {
  MAX_SESSION_MINUTES,
  type Provisioning,
  type ProvisioningInput,
} from '../../schema/provisioning/provisioning.js';
import type { UnitRow } from '../../schema/provisioning/receipt.js';
import type { User } from '../../schema/accounts/user.js';
import type { ReadonlyState } from '../../store/state/state.js';
import type { Capability } from './capabilities.js';
import { publicRow } from './receipts.js';
import { readUnitList } from './unit-list.js';

/** What a session does: apply a template, or undo a receipt. */
export type SessionGoal = Pick<Provisioning, 'template' | 'undo'>;

/** The session as stored, and its list of units with secrets. */
export type SessionRequest = { readonly provisioning: Provisioning; readonly rows: readonly UnitRow[] | null };

export type SessionRequestOptions = {
  readonly user: User;
  readonly state: Pick<ReadonlyState, 'templates' | 'receipts'>;
  /** ms since 1970 */
  readonly at: number;
  readonly capabilityOf: (goal: SessionGoal) => Result<Capability>;
};

const MINUTE_MS = 60_000;

/** Checks a request; `validation_failed` if the session cannot be started. */
export function readSessionRequest(input: ProvisioningInput, options: SessionRequestOptions): Result<SessionRequest> {
  const { user, state, at, capabilityOf } = options;
  const { ports: paths, once = false, dryRun = false, minutes = MAX_SESSION_MINUTES, secrets = {} } = input;
  const goal = goalOf(input, state);
  if (!goal.ok) return goal;
  const capability = capabilityOf(goal.value);
  if (!capability.ok) return capability;
  const rows = readUnitList(input, { template: goal.value.template, capability: capability.value });
  if (!rows.ok) return rows;
  const units = rows.value?.map((row) => publicRow(row, capability.value)) ?? null;
  const provisioning: Provisioning = {
    id: randomUUID(),
    by: { id: user.id, name: user.name },
    at: new Date(at).toISOString(),
    until: new Date(at + minutes * MINUTE_MS).toISOString(),
    ...goal.value,
    once,
    ...(dryRun && { dryRun }),
    paths,
    units,
    hadSecrets: Object.keys(secrets).length > 0 || JSON.stringify(units) !== JSON.stringify(rows.value),
  };
  return success({ provisioning, rows: rows.value });
}

function goalOf(
  { template: id, undo: receipt }: ProvisioningInput,
  state: SessionRequestOptions['state'],
): Result<SessionGoal> {
  if ((id === undefined) === (receipt === undefined)) {
    return failure('validation_failed', 'set either /template or /undo');
  }
  const undo = receipt ?? null;
  const template = id === undefined ? null : state.templates.get(id);
  if (template === undefined) return failure('validation_failed', `/template: template ${id ?? ''} not found`);
  if (undo !== null && !state.receipts.has(undo)) {
    return failure('validation_failed', `/undo: receipt ${undo} not found`);
  }
  return success({ template, undo });
}
