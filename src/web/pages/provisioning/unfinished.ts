import type { ProvisioningView } from '../../../schema/provisioning/provisioning.js';
import type { UnfinishedWorkView } from '../../../schema/provisioning/unfinished-provisioning.js';

export type SettingChange = { readonly name: string; readonly was: string; readonly is: string };

/** Leaves out the trackers that a running session is working on. */
export function withoutRunning(
  unfinished: readonly UnfinishedWorkView[],
  provisionings: readonly ProvisioningView[],
): readonly UnfinishedWorkView[] {
  const running = provisionings
    .filter(({ ended }) => ended === null)
    .flatMap(({ ports }) => ports.filter(({ step }) => step !== 'waiting' && step !== 'done'));
  return unfinished.filter((work) => !running.some(({ hardwareId }) => hardwareId === work.hardwareId));
}

/** The settings that provisioning would have changed. */
export function settingChanges({
  before,
  wanted,
}: Pick<UnfinishedWorkView, 'before' | 'wanted'>): readonly SettingChange[] {
  const valueText = (values: UnfinishedWorkView['before'], name: string): string =>
    Object.hasOwn(values, name) ? String(values[name]) : '–';
  return Object.keys(wanted)
    .map((name) => ({ name, was: valueText(before, name), is: valueText(wanted, name) }))
    .filter(({ was, is }) => was !== is);
}
