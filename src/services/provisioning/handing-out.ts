import { failure, success, type Result } from '../../errors.js';
import type { Unit } from '../../protocols/provision.js';
import type { ProvisioningReceipt, Row, UnitWork } from '../../schema/receipt.js';
import type { Template } from '../../schema/template.js';
import type { ReadonlyState } from '../../store/state.js';
import { needsNumber, type Given } from './planning.js';

/** Gives each tracker its row of the list and its number: the same again when it comes again. */
export type HandingOut = {
  readonly give: (unit: Unit) => Result<Given>;
  /** It did not get it after all: the next one may. */
  readonly takeBack: (hardwareId: string) => void;
  /** rows that nobody has got; null: there is no list */
  readonly left: () => number | null;
};

/** Numbers that were given out and are in no receipt yet, by template and hardware id: for all that goes on at a time. */
export type Numbers = Map<string, Map<string, number>>;

export type HandingOutOptions = {
  readonly template: Template;
  readonly units: readonly Row[] | null;
  /** a row as it is written down */
  readonly publicOf: (row: Row) => Row;
  readonly state: Pick<ReadonlyState, 'receipts' | 'unfinished'>;
  readonly numbers: Numbers;
};

export function createHandingOut({ template, units, publicOf, state, numbers }: HandingOutOptions): HandingOut {
  const rows = (units ?? []).map((row) => ({ row, text: JSON.stringify(publicOf(row)) }));
  /** hardware ids by row */
  const taken = new Map<Row, string>();

  /** What was given out for this template before, and is in use. */
  function former(): (ProvisioningReceipt | UnitWork)[] {
    const done = [...state.receipts.values()].filter((receipt) => receipt.outcome === 'verified');
    return [...done, ...state.unfinished.values()].filter((work) => work.template?.id === template.id);
  }

  function rowFor({ hardwareId, deviceId }: Unit, before: ReturnType<typeof former>): Result<Row | null> {
    if (units === null) return success(null);
    const own = rows.find(
      ({ row: { identity = '' } }) => identity !== '' && (identity === hardwareId || identity === deviceId),
    );
    if (own !== undefined) return success(own.row);
    const isOf = (text: string, isHis: boolean): boolean =>
      before.some((work) => JSON.stringify(work.row) === text && (work.hardwareId === hardwareId) === isHis);
    const open = rows.filter(({ row }) => (row.identity ?? '') === '');
    const again = open.find(({ row, text }) => taken.get(row) === hardwareId || isOf(text, true));
    const free = open.find(({ row, text }) => !taken.has(row) && !isOf(text, false));
    const found = again ?? free;
    if (found !== undefined) return success(found.row);
    if (open.length === 0)
      return failure(
        'not_found',
        `no row of the list of units is for ${hardwareId}: add one, its identity in the column identity`,
      );
    return failure('limit_reached', `all ${rows.length} rows of the list of units are given out: add some`);
  }

  function numberFor({ hardwareId }: Unit, before: ReturnType<typeof former>): number | null {
    if (!needsNumber(template)) return null;
    const given = numbers.get(template.id) ?? new Map<string, number>();
    numbers.set(template.id, given);
    const last = before.filter((work) => work.hardwareId === hardwareId).at(-1)?.number;
    const own = given.get(hardwareId) ?? last;
    if (own !== undefined && own !== null) return own;
    const used = [...before.map(({ number }) => number ?? -1), ...given.values(), template.firstNumber - 1];
    const next = used.reduce((most, number) => Math.max(most, number)) + 1;
    given.set(hardwareId, next);
    return next;
  }

  return {
    give(unit) {
      const before = former();
      const row = rowFor(unit, before);
      if (!row.ok) return row;
      if (row.value !== null) taken.set(row.value, unit.hardwareId);
      return success({ row: row.value, number: numberFor(unit, before) });
    },
    takeBack(hardwareId) {
      numbers.get(template.id)?.delete(hardwareId);
      for (const [row, holder] of taken) if (holder === hardwareId) taken.delete(row);
    },
    left() {
      if (units === null) return null;
      const before = former().map(({ row }) => JSON.stringify(row));
      return rows.filter(({ row, text }) => !taken.has(row) && !before.includes(text)).length;
    },
  };
}
