import type { ProvisioningView } from '../../../schema/provisioning.js';
import type { UnfinishedView } from '../../../schema/unfinished.js';

export type Change = { readonly name: string; readonly was: string; readonly is: string };

/** Those that nothing is being done about: what is on a port at the moment is not over yet. */
export function leftUnfinished(
  unfinished: readonly UnfinishedView[],
  provisionings: readonly ProvisioningView[],
): readonly UnfinishedView[] {
  const busy = provisionings
    .filter(({ ended }) => ended === null)
    .flatMap(({ ports }) => ports.filter(({ step }) => step !== 'waiting' && step !== 'done'));
  return unfinished.filter((work) => !busy.some(({ hardwareId }) => hardwareId === work.hardwareId));
}

/** What a tracker was to get that it did not have. */
export function changesOf({ before, wanted }: Pick<UnfinishedView, 'before' | 'wanted'>): readonly Change[] {
  const told = (values: UnfinishedView['before'], name: string): string =>
    Object.hasOwn(values, name) ? String(values[name]) : '–';
  return Object.keys(wanted)
    .map((name) => ({ name, was: told(before, name), is: told(wanted, name) }))
    .filter(({ was, is }) => was !== is);
}
