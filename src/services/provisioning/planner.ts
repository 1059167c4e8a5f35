import { failure, success, type Result } from '../../errors.js';
import type { TrackerInfo } from '../../protocols/provision.js';
import type { Provisioning } from '../../schema/provisioning/provisioning.js';
import type { UnitRow } from '../../schema/provisioning/receipt.js';
import type { ReadonlyState } from '../../store/state/state.js';
import type { Capability } from './capabilities.js';
import { createRowAllocator, type AllocatedNumbers } from './row-allocator.js';
import { publicRow } from './receipts.js';
import { fromTemplate, fromReceipt, type Allocation, type DesiredSettings } from './desired-settings.js';

/** The desired settings of a tracker, and the row and number they use. */
export type TrackerPlan = { readonly desired: DesiredSettings; readonly allocation: Allocation };

/** Plans the settings of the trackers of one session: from its template and list of units, or from a receipt. */
export type Planner = {
  /** `boundDeviceId`: the device that the configuration binds the port to */
  readonly plan: (unit: TrackerInfo, boundDeviceId: string | null) => Result<TrackerPlan>;
  /** Frees the row and number of a tracker. */
  readonly free: (hardwareId: string) => void;
  /** unused rows of the list; null: there is no list */
  readonly rowsLeft: () => number | null;
};

export type PlannerOptions = {
  readonly provisioning: Provisioning;
  /** the list of units, with its secrets; null: none */
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
        if (receipt === undefined) return failure('not_found', `receipt ${undo ?? ''} not found`);
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
