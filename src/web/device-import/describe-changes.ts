import { formatTags } from '../device-form/tags.js';
import { IMPORT_COLUMNS } from './import-columns.js';
import type { PlannedLine } from './plan-import.js';

const NOTHING = '–';

/** What a line changes, each as `name: before → after`; a group that the device joins has a `+`. */
export function describeChanges({ values, device, group }: PlannedLine): readonly string[] {
  const changes = [...values].map(([name, value]) => {
    const before = device === undefined ? undefined : IMPORT_COLUMNS[name]?.field?.read(device);
    const isShown = before !== undefined && showValue(before) !== NOTHING;
    return isShown ? `${name}: ${showValue(before)} → ${showValue(value)}` : `${name}: ${showValue(value)}`;
  });
  return group === undefined ? changes : [...changes, `group: + ${group.name}`];
}

/** A cleared field is visible as a change, too. */
function showValue(value: unknown): string {
  if (value === null || value === '') return NOTHING;
  if (typeof value === 'object') {
    return formatTags(value as Readonly<Record<string, string>>).replaceAll('\n', '; ') || NOTHING;
  }
  return typeof value === 'string' ? value : JSON.stringify(value);
}
