import { failure, success, type Result } from '../../errors.js';
import type { Unit } from '../../protocols/provision.js';
import type { Provisioning } from '../../schema/provisioning.js';
import type { Row } from '../../schema/receipt.js';
import type { ReadonlyState } from '../../store/state.js';
import type { Capability } from './capabilities.js';
import { createHandingOut, type Numbers } from './handing-out.js';
import { publicRow, type Paper } from './papers.js';
import { applied, undone, type Given } from './planning.js';

/** What a tracker is to have, and what it was given for it. */
export type Planned = Omit<Paper, 'path'>;

/** What the trackers of one provisioning are to have: by its template and its list of units, or what they had once. */
export type Wanting = {
  /** `bound`: the device that the port is bound to by configuration */
  readonly plan: (unit: Unit, bound: string | null) => Result<Planned>;
  /** What the tracker was given goes to another. */
  readonly takeBack: (hardwareId: string) => void;
  /** rows of the list that nobody has got; null: there is no list */
  readonly left: () => number | null;
};

export type WantingOptions = {
  readonly provisioning: Provisioning;
  /** the list of units with what is secret in it; null: there is none */
  readonly rows: readonly Row[] | null;
  readonly capability: Capability;
  readonly numbers: Numbers;
  readonly state: Pick<ReadonlyState, 'receipts' | 'unfinished'>;
};

const nothingGiven: Given = { row: null, number: null };

export function createWanting({ provisioning, rows, capability, numbers, state }: WantingOptions): Wanting {
  const { template, undo } = provisioning;
  if (template === null) {
    return {
      plan(unit) {
        const receipt = state.receipts.get(undo ?? '');
        if (receipt === undefined) return failure('not_found', `there is no receipt ${undo ?? ''}`);
        const wanted = undone(receipt, capability, unit);
        return wanted.ok ? success({ wanted: wanted.value, given: nothingGiven }) : wanted;
      },
      takeBack: () => undefined,
      left: () => null,
    };
  }
  const publicOf = (row: Row): Row => publicRow(row, capability);
  const handing = createHandingOut({ template, units: rows, publicOf, state, numbers });
  return {
    plan(unit, bound) {
      const given = handing.give(unit);
      if (!given.ok) return given;
      const wanted = applied({ template, capability, unit, bound, ...given.value });
      if (wanted.ok) return success({ wanted: wanted.value, given: given.value });
      handing.takeBack(unit.hardwareId);
      return wanted;
    },
    takeBack: handing.takeBack,
    left: handing.left,
  };
}
