import { nearest } from '../../domain/lists/nearest.js';
import { foldTitle, ID_TITLES, IDENTITY_TITLES, NAME_TITLES } from '../../domain/lists/titles.js';
import { placeholdersOf } from '../../domain/provisioning/pattern.js';
import { failure, success, type Result } from '../../errors.js';
import type { Template } from '../../schema/provisioning/template.js';
import type { Capability } from './capabilities.js';

/** What a column is used for. A column may have two uses: an identity that the template also has as `{imei}`. */
export type UnitColumn = { readonly name: string; readonly index: number };

export type UnitColumnsOptions = { readonly template: Template; readonly capability: Capability };

const NAMES = ['identity', 'id', 'name'] as const;
const USUAL_TITLES = { identity: IDENTITY_TITLES, id: ID_TITLES, name: NAME_TITLES } as const;

/** Finds the use of each title. `cells`: all of the list, because a cell may have placeholders as a template has. */
export function createUnitColumns(
  { template, capability }: UnitColumnsOptions,
  cells: readonly string[],
): (titles: readonly string[]) => Result<readonly UnitColumn[]> {
  const { provision, protocol } = capability;
  const settings = Object.keys(provision.settings).filter((name) => name !== provision.idSetting && !isName(name));
  const patterns = [...Object.values(template.settings), template.deviceId, template.deviceName, ...cells];
  const placeholders = [...new Set(patterns.flatMap((pattern) => placeholdersOf(pattern)))].filter(
    (name) => !isName(name) && !settings.includes(name),
  );
  // Where trackers keep their own ids, an id names the tracker.
  const isIdentity = provision.idSetting === undefined && !protocol.requiresDeviceId;

  function namesOf(title: string): readonly string[] {
    const folded = foldTitle(title);
    const own = [...settings, ...placeholders];
    const exact = own.find((name) => name === title) ?? own.find((name) => foldTitle(name) === folded);
    const titled = settings.find((name) => foldTitle(provision.settings[name]?.title ?? '') === folded);
    const usual = NAMES.find((name) => USUAL_TITLES[name].includes(folded));
    return [usual, exact ?? titled].filter((name) => name !== undefined);
  }

  return (titles) => {
    const found: UnitColumn[] = [];
    for (const [index, title] of titles.entries()) {
      const names = namesOf(title);
      if (names.length === 0)
        return failure('validation_failed', unusedColumn(title, [...NAMES, ...settings, ...placeholders]));
      for (const name of names) {
        const other = found.find((column) => column.name === name);
        if (other !== undefined) {
          const both = `the columns ${titles[other.index] ?? ''} and ${title} are both ${name}`;
          return failure('validation_failed', `${both}: remove one`);
        }
        found.push({ name, index });
      }
    }
    const id = found.find(({ name }) => name === 'id');
    if (isIdentity && id !== undefined && !found.some(({ name }) => name === 'identity'))
      found.push({ name: 'identity', index: id.index });
    return success(found);
  };
}

const isName = (name: string): boolean => (NAMES as readonly string[]).includes(name);

function unusedColumn(title: string, names: readonly string[]): string {
  const near = nearest(title, names);
  const known = names.join(', ');
  return near === undefined
    ? `column ${title} is not used: use one of ${known}`
    : `column ${title} is not used: did you mean ${near}? Use one of ${known}`;
}
