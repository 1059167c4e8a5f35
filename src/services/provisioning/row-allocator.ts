import { failure, success, type Result } from '../../errors.js';
import type { TrackerInfo } from '../../protocols/provision.js';
import type { ProvisioningReceipt, UnitRow, UnitWork } from '../../schema/provisioning/receipt.js';
import type { Template } from '../../schema/provisioning/template.js';
import type { ReadonlyState } from '../../store/state/state.js';
import { needsNumber, type Allocation } from './desired-settings.js';

/** Assigns each tracker a row of the list and a number: the same ones each time. */
export type RowAllocator = {
  readonly allocate: (unit: TrackerInfo) => Result<Allocation>;
  /** Frees the row and number of a tracker that was not set up. */
  readonly free: (hardwareId: string) => void;
  /** unused rows; null: there is no list */
  readonly rowsLeft: () => number | null;
};

/** Assigned numbers without a receipt yet, by template and hardware id; shared by all sessions. */
export type AllocatedNumbers = Map<string, Map<string, number>>;

export type RowAllocatorOptions = {
  readonly template: Template;
  readonly units: readonly UnitRow[] | null;
  /** a row as it is stored */
  readonly publicOf: (row: UnitRow) => UnitRow;
  readonly state: Pick<ReadonlyState, 'receipts' | 'unfinished'>;
  readonly numbers: AllocatedNumbers;
};

export function createRowAllocator({ template, units, publicOf, state, numbers }: RowAllocatorOptions): RowAllocator {
  const rows = (units ?? []).map((row) => ({ row, text: JSON.stringify(publicOf(row)) }));
  /** hardware ids by row */
  const taken = new Map<UnitRow, string>();

  /** The rows and numbers of this template that are in use. */
  function previousWork(): (ProvisioningReceipt | UnitWork)[] {
    const done = [...state.receipts.values()].filter((receipt) => receipt.outcome === 'verified');
    return [...done, ...state.unfinished.values()].filter((work) => work.template?.id === template.id);
  }

  function rowFor(
    { hardwareId, deviceId }: TrackerInfo,
    before: ReturnType<typeof previousWork>,
  ): Result<UnitRow | null> {
    if (units === null) return success(null);
    const ownRow = rows.find(
      ({ row: { identity = '' } }) => identity !== '' && (identity === hardwareId || identity === deviceId),
    );
    if (ownRow !== undefined) return success(ownRow.row);
    const isRowOf = (text: string, isOwn: boolean): boolean =>
      before.some((work) => JSON.stringify(work.row) === text && (work.hardwareId === hardwareId) === isOwn);
    const open = rows.filter(({ row }) => (row.identity ?? '') === '');
    const again = open.find(({ row, text }) => taken.get(row) === hardwareId || isRowOf(text, true));
    const free = open.find(({ row, text }) => !taken.has(row) && !isRowOf(text, false));
    const found = again ?? free;
    if (found !== undefined) return success(found.row);
    if (open.length === 0)
      return failure('not_found', `the list of units has no row for ${hardwareId}: add one with this identity`);
    return failure('limit_reached', `all ${rows.length} rows of the list of units are used: add more`);
  }

  function numberFor({ hardwareId }: TrackerInfo, before: ReturnType<typeof previousWork>): number | null {
    if (!needsNumber(template)) return null;
    const allocated = numbers.get(template.id) ?? new Map<string, number>();
    numbers.set(template.id, allocated);
    const last = before.filter((work) => work.hardwareId === hardwareId).at(-1)?.number;
    const own = allocated.get(hardwareId) ?? last;
    if (own !== undefined && own !== null) return own;
    const used = [...before.map(({ number }) => number ?? -1), ...allocated.values(), template.firstNumber - 1];
    const next = used.reduce((max, number) => Math.max(max, number)) + 1;
    allocated.set(hardwareId, next);
    return next;
  }

  return {
    allocate(unit) {
      const before = previousWork();
      const row = rowFor(unit, before);
      if (!row.ok) return row;
      if (row.value !== null) taken.set(row.value, unit.hardwareId);
      return success({ row: row.value, number: numberFor(unit, before) });
    },
    free(hardwareId) {
      numbers.get(template.id)?.delete(hardwareId);
      for (const [row, holder] of taken) if (holder === hardwareId) taken.delete(row);
    },
    rowsLeft() {
      if (units === null) return null;
      const before = previousWork().map(({ row }) => JSON.stringify(row));
      return rows.filter(({ row, text }) => !taken.has(row) && !before.includes(text)).length;
    },
  };
}
