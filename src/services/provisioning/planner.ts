import { failure, success, type Result } from '../../errors.js';
import type { TrackerInfo } from '../../protocols/provision.js';
import type { Provisioning } from '../../schema/provisioning/provisioning.js';
import type { UnitRow } from '../../schema/provisioning/receipt.js';
import type { ReadonlyState } from '../../store/state/state.js';
import type { Capability } from './capabilities.js';
import { createRowAllocator, type AllocatedNumbers } from './row-allocator.js';
import { publicRow, type PortPlan } from './receipts.js';
import { fromTemplate, fromReceipt, type Allocation } from './desired-settings.js';

/** What a tracker is to have, and what it was given for it. */
export type TrackerPlan = Omit<PortPlan, 'path'>;

/** What the trackers of one provisioning are to have: by its template and its list of units, or what they had once. */
export type Planner = {
  /** `bound`: the device that the port is bound to by configuration */
  readonly plan: (unit: TrackerInfo, boundDeviceId: string | null) => Result<TrackerPlan>;
  /** What the tracker was given goes to another. */
  readonly free: (hardwareId: string) => void;
  /** rows of the list that nobody has got; null: there is no list */
  readonly rowsLeft: () => number | null;
};

export type PlannerOptions = {
  readonly provisioning: Provisioning;
  /** the list of units with what is secret in it; null: there is none */
  readonly rows: readonly UnitRow[] | null;
  readonly capability: Capability;
  readonly numbers: AllocatedNumbers;
  readonly state: Pick<ReadonlyState, 'receipts' | 'unfinished'>;
};

const NO_ALLOCATION: Allocation = { row: null, number: null };

export function createPlanner({ provisioning, rows, capability, numbers, state }: PlannerOptions): Planner {
  const { template, undo } = provisioning;
  if (template === null) {
    return {
      plan(unit) {
        const receipt = state.receipts.get(undo ?? '');
        if (receipt === undefined) return failure('not_found', `there is no receipt ${undo ?? ''}`);
        const desired = fromReceipt(receipt, capability, unit);
        return desired.ok ? success({ desired: desired.value, allocation: NO_ALLOCATION }) : desired;
      },
      free: () => undefined,
      rowsLeft: () => null,
    };
  }
  const publicOf = (row: UnitRow): UnitRow => publicRow(row, capability);
  const allocator = createRowAllocator({ template, units: rows, publicOf, state, numbers });
  return {
    plan(unit, boundDeviceId) {
      const allocation = allocator.allocate(unit);
      if (!allocation.ok) return allocation;
      const desired = fromTemplate({ template, capability, unit, boundDeviceId, ...allocation.value });
      if (desired.ok) return success({ desired: desired.value, allocation: allocation.value });
      allocator.free(unit.hardwareId);
      return desired;
    },
    free: allocator.free,
    rowsLeft: allocator.rowsLeft,
  };
}
