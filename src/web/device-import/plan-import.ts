import { cleanCell, roundedNumbers } from '../../domain/lists/cell.js';
import { nearest } from '../../domain/lists/nearest.js';
import type { CsvRow } from '../../domain/lists/read-csv.js';
import type { DeviceView } from '../../schema/devices/device.js';
import { columnNamed, IMPORT_COLUMNS, parseCell, type CellProblem } from './import-columns.js';

/** Why a line is refused: the name of a text. */
type LineProblem = CellProblem | 'noId' | 'repeated' | 'noGroup' | 'groupForbidden' | 'noLicense';

/** What the import does with a line of the file. */
export type PlannedLine = {
  readonly line: number;
  readonly id: string;
  readonly action: 'add' | 'change' | 'unchanged' | 'refused';
  readonly problem?: LineProblem;
  /** the column with the problem, or another value of the sentence */
  readonly what?: string;
  /** the new values, by column */
  readonly values: ReadonlyMap<string, unknown>;
  /** the device as it is now */
  readonly device?: DeviceView;
  /** a group that the device is not in yet */
  readonly group?: { readonly id: string; readonly name: string };
};

export type ImportContext = {
  readonly deviceOf: (id: string) => DeviceView | undefined;
  /** the groups that the user may change; undefined: the user may change none */
  readonly groups:
    readonly { readonly id: string; readonly name: string; readonly devices: readonly string[] }[] | undefined;
  /** free licenses */
  readonly licenses: number;
  /** ms since 1970 */
  readonly now: number;
};

export type ImportPlan =
  | { readonly ok: true; readonly lines: readonly PlannedLine[] }
  | { readonly ok: false; readonly code: 'empty' | 'noIdColumn' }
  /** `name`: the known column that is the most like it, or that another column is already */
  | {
      readonly ok: false;
      readonly code: 'unknownColumn' | 'mistypedColumn' | 'sameColumn';
      readonly title: string;
      readonly name: string;
    };

/** What an import of the rows would do, line by line. Licenses go to the first lines. */
export function planImport(rows: readonly CsvRow[], context: ImportContext): ImportPlan {
  const [head, ...body] = rows;
  if (head === undefined || body.length === 0) return { ok: false, code: 'empty' };
  const titles = head.cells.map(cleanCell);
  const columns = titles.map(columnNamed);
  for (const [index, title] of titles.entries()) {
    const name = columns[index];
    if (title !== '' && name === undefined) return { ok: false, ...unknownColumn(title) };
    if (name !== undefined && columns.indexOf(name) < index) return { ok: false, code: 'sameColumn', title, name };
  }
  if (!columns.includes('id')) return { ok: false, code: 'noIdColumn' };
  const ids = body.map(({ cells }) => cleanCell(cells[columns.indexOf('id')] ?? ''));
  const planLine = createPlanner(context, new Set(roundedNumbers(ids)));
  return { ok: true, lines: body.map((row) => planLine(row, columns)) };
}

function unknownColumn(title: string) {
  const name = nearest(title, Object.keys(IMPORT_COLUMNS));
  return name === undefined
    ? ({ code: 'unknownColumn', title, name: '' } as const)
    : ({ code: 'mistypedColumn', title, name } as const);
}

function createPlanner(
  context: ImportContext,
  rounded: ReadonlySet<string>,
): (row: CsvRow, columns: readonly (string | undefined)[]) => PlannedLine {
  const { deviceOf, groups, now } = context;
  const lineOf = new Map<string, number>();
  const groupOf = new Map(
    (groups ?? []).flatMap((group) => [group.name.toLowerCase(), group.id].map((key) => [key, group])),
  );
  const members = new Map((groups ?? []).map(({ id, devices }) => [id, new Set(devices)]));
  let free = context.licenses;

  const isActive = (expires: unknown): boolean => typeof expires !== 'string' || Date.parse(expires) > now;

  /** Takes a license if the device needs another one; false: none is left. */
  function takeLicense(device: DeviceView | undefined, values: ReadonlyMap<string, unknown>): boolean {
    const expires = values.has('expires') ? values.get('expires') : device?.expires;
    if (!isActive(expires) || device?.state === 'active') return true;
    return free-- > 0;
  }

  return ({ line, cells }, columns) => {
    const values = new Map<string, unknown>();
    let id = '';
    const refused = (problem: LineProblem, what = ''): PlannedLine => ({
      line,
      id,
      action: 'refused',
      problem,
      what,
      values: new Map(),
    });
    id = cleanCell(cells[columns.indexOf('id')] ?? '');
    if (id === '') return refused('noId');
    if (rounded.has(id)) return refused('shortenedId');
    for (const [index, name] of columns.entries()) {
      const text = cleanCell(cells[index] ?? '');
      const column = name === undefined ? undefined : IMPORT_COLUMNS[name];
      if (name === undefined || column === undefined || text === '') continue;
      const cell = parseCell(column, text);
      if (!cell.ok) return refused(cell.problem, name);
      values.set(name, cell.value);
    }
    const before = lineOf.get(id);
    if (before !== undefined) return refused('repeated', String(before));
    lineOf.set(id, line);
    const wanted = values.get('group');
    const group = typeof wanted === 'string' ? (groupOf.get(wanted) ?? groupOf.get(wanted.toLowerCase())) : undefined;
    if (wanted !== undefined && groups === undefined) return refused('groupForbidden');
    if (wanted !== undefined && group === undefined)
      return refused('noGroup', typeof wanted === 'string' ? wanted : '');
    values.delete('group');
    values.delete('id');
    const device = deviceOf(id);
    const changed = new Map(
      [...values].filter(([name, value]) => device === undefined || !isSame(name, value, device)),
    );
    const joins = group !== undefined && members.get(group.id)?.has(id) !== true ? { group } : {};
    if (!takeLicense(device, changed)) return refused('noLicense');
    if (device === undefined) return { line, id, action: 'add', values: changed, ...joins };
    const isUnchanged = changed.size === 0 && joins.group === undefined;
    return { line, id, action: isUnchanged ? 'unchanged' : 'change', values: changed, device, ...joins };
  };
}

function isSame(name: string, value: unknown, device: DeviceView): boolean {
  const now = IMPORT_COLUMNS[name]?.field?.read(device);
  return JSON.stringify(sorted(now)) === JSON.stringify(sorted(value));
}

/** The order of tags has no meaning. */
const sorted = (value: unknown): unknown =>
  typeof value === 'object' && value !== null ? Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)) : value;
