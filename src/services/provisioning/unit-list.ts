import { isDeviceId } from '../../domain/devices/device.js';
import { cleanCell, isReformatted, isShortened, roundedNumbers } from '../../domain/lists/cell.js';
import { readCsv, type CsvProblem } from '../../domain/lists/read-csv.js';
import { isPattern } from '../../domain/provisioning/pattern.js';
import { coerceSetting } from '../../domain/provisioning/settings.js';
import { failure, success, type Failure, type Result } from '../../errors.js';
import type { ProvisioningInput } from '../../schema/provisioning/provisioning.js';
import { unitRowSchema, type UnitRow } from '../../schema/provisioning/receipt.js';
import type { Template } from '../../schema/provisioning/template.js';
import { validator } from '../../schema/validator.js';
import type { Capability } from './capabilities.js';
import { fromTemplate } from './desired-settings.js';
import { createUnitColumns, type UnitColumn } from './unit-columns.js';

const MAX_ROWS = 2_000;
const validateRow = validator(unitRowSchema);

/** A cell of a list, with its title as people wrote it. */
type ListCell = { readonly title: string; readonly text: string };
/** A row as it came. `where`: how a message names it, like `/csv: line 3`. */
type ListRow = { readonly where: string; readonly cells: readonly ListCell[] };
type UnitList = { readonly rows: readonly ListRow[]; readonly isCsv: boolean };

/** A row in the names of the gateway, with the title of each column. */
type NamedRow = { readonly where: string; readonly row: UnitRow; readonly titles: ReadonlyMap<string, string> };

export type UnitListGoal = { readonly template: Template | null; readonly capability: Capability };

/** The list of units, from JSON or from CSV with a row of titles; null: none. Every cell is checked before any is used. */
export function readUnitList(
  { units, csv }: Pick<ProvisioningInput, 'units' | 'csv'>,
  { template, capability }: UnitListGoal,
): Result<readonly UnitRow[] | null> {
  if (units !== undefined && csv !== undefined) return failure('validation_failed', 'set either /units or /csv');
  if (units === undefined && csv === undefined) return success(null);
  if (template === null) return failure('validation_failed', 'leave the list of units out: an undo uses none');
  const list = csv === undefined ? success(fromJson(units ?? [])) : fromCsv(csv);
  if (!list.ok) return list;
  const named = nameColumns(list.value, { template, capability });
  if (!named.ok) return named;
  const refused = refuseRows(named.value, list.value.isCsv, { template, capability });
  return refused ?? success(named.value.map(({ row }) => row));
}

const fromJson = (units: readonly UnitRow[]): UnitList => ({
  isCsv: false,
  rows: units.map((unit, index) => ({
    where: `/units/${index}`,
    cells: Object.entries(unit).map(([title, text]) => ({ title, text })),
  })),
});

function fromCsv(csv: string): Result<UnitList> {
  const table = readCsv(csv, MAX_ROWS + 1);
  if (!table.ok) return failure('validation_failed', `/csv: ${describeProblem(table)}`);
  const [head, ...body] = table.rows;
  if (head === undefined || body.length === 0) return failure('validation_failed', '/csv: no rows below the titles');
  const titles = head.cells.map(cleanCell);
  const rows = body.map(({ line, cells }) => ({
    where: `/csv: line ${line}`,
    cells: titles.flatMap((title, index) => (title === '' ? [] : [{ title, text: cleanCell(cells[index] ?? '') }])),
  }));
  return success({ isCsv: true, rows });
}

const PROBLEMS: Readonly<Record<Exclude<CsvProblem['code'], 'tooManyRows'>, string>> = {
  openQuote: 'a quotation mark is never closed',
  afterQuote: 'text after a closing quotation mark: double each quotation mark inside of a cell',
  damaged: 'a character was damaged: save the list as CSV in UTF-8',
  untitled: 'a cell without a title: add a title, or put cells with a separator in quotation marks',
};

const describeProblem = ({ code, line, column }: CsvProblem): string =>
  code === 'tooManyRows'
    ? `more than ${MAX_ROWS} rows: split the list`
    : `line ${line}, column ${column}: ${PROBLEMS[code]}`;

/** Gives each cell the name that its title stands for; a title that stands for nothing is refused. */
function nameColumns({ rows, isCsv }: UnitList, goal: UnitListGoal & { readonly template: Template }) {
  const columns = createUnitColumns(
    goal,
    rows.flatMap(({ cells }) => cells.map(({ text }) => text)),
  );
  const known = new Map<string, Result<readonly UnitColumn[]>>();
  const named: NamedRow[] = [];
  for (const { where, cells } of rows) {
    const key = cells.map(({ title }) => title).join('\n');
    const found = known.get(key) ?? columns(cells.map(({ title }) => title));
    known.set(key, found);
    if (!found.ok) return failure('validation_failed', `${isCsv ? '/csv' : where}: ${found.message}`);
    const row: Record<string, string> = {};
    const titles = new Map<string, string>();
    for (const { name, index } of found.value) {
      const { title = '', text = '' } = cells[index] ?? {};
      titles.set(name, title);
      if (text !== '' || (!isCsv && !ID_COLUMNS.includes(name))) row[name] = text;
    }
    const checked = validateRow(row);
    if (!checked.ok) return failure('validation_failed', `${where}: ${checked.message}`);
    named.push({ where, row: checked.value, titles });
  }
  return success<readonly NamedRow[]>(named);
}

const ID_COLUMNS: readonly string[] = ['identity', 'id', 'name'];

/** Why the list cannot be used: the first cell that is wrong. */
function refuseRows(
  rows: readonly NamedRow[],
  isCsv: boolean,
  goal: UnitListGoal & { readonly template: Template },
): Failure | undefined {
  return (
    first(rows, (row) => refuseNumbers(row, goal.capability)) ??
    refuseRounded(rows) ??
    (isCsv ? first(rows, refuseWithoutIdentity) : undefined) ??
    refuseRepeated(rows) ??
    first(rows, (row) => refuseSettings(row, goal.capability)) ??
    first(rows, (row) => refuseTogether(row, goal))
  );
}

function first(rows: readonly NamedRow[], check: (row: NamedRow) => Failure | undefined): Failure | undefined {
  for (const row of rows) {
    const refused = check(row);
    if (refused !== undefined) return refused;
  }
  return undefined;
}

/** A cell may have placeholders, as a template has. */
const hasPlaceholder = (text: string): boolean => isPattern(text);

const refuseCell = ({ where, titles }: NamedRow, name: string, problem: string): Failure =>
  failure('validation_failed', `${where}, column ${titles.get(name) ?? name}: ${problem}`);

const changedNumber = (value: string): string =>
  `a spreadsheet has shortened or reformatted the number ${value}: format the column as text and enter it again`;

function refuseNumbers(named: NamedRow, { provision }: Capability): Failure | undefined {
  for (const [name, value] of Object.entries(named.row)) {
    const type = provision.settings[name]?.type;
    const isNumber = name === 'identity' || name === 'id' || type === 'integer';
    const isChanged = isNumber ? isReformatted(value) : type !== 'number' && isShortened(value);
    if (isChanged) return refuseCell(named, name, changedNumber(value));
  }
  const { identity } = named.row;
  return identity === undefined || identity === '' || isDeviceId(identity)
    ? undefined
    : refuseCell(named, 'identity', `${identity} is not an id: an id has 1 to 64 letters, digits and . _ : -`);
}

function refuseRounded(rows: readonly NamedRow[]): Failure | undefined {
  for (const name of ['identity', 'id']) {
    const [rounded] = roundedNumbers(rows.map(({ row }) => row[name] ?? ''));
    const found = rounded === undefined ? undefined : rows.find(({ row }) => row[name] === rounded);
    if (found !== undefined) return refuseCell(found, name, changedNumber(found.row[name] ?? ''));
  }
  return undefined;
}

const refuseWithoutIdentity = (named: NamedRow): Failure | undefined =>
  named.titles.has('identity') && named.row.identity === undefined
    ? refuseCell(named, 'identity', 'no identity: a list with identities is not assigned in order')
    : undefined;

function refuseRepeated(rows: readonly NamedRow[]): Failure | undefined {
  for (const name of ['identity', 'id']) {
    const seen = new Map<string, NamedRow>();
    for (const named of rows) {
      const value = named.row[name] ?? '';
      if (value === '' || hasPlaceholder(value)) continue;
      const before = seen.get(value);
      if (before !== undefined) {
        const where = before.where.replace(/^\/csv: /, '');
        return refuseCell(named, name, `${value} is also in ${where}: remove one of the two`);
      }
      seen.set(value, named);
    }
  }
  return undefined;
}

/** A value that its setting cannot have. Those with a placeholder are checked once it is filled in. */
function refuseSettings(named: NamedRow, { provision, validate }: Capability): Failure | undefined {
  for (const [name, value] of Object.entries(named.row)) {
    const setting = Object.hasOwn(provision.settings, name) ? provision.settings[name] : undefined;
    if (setting === undefined || ID_COLUMNS.includes(name) || hasPlaceholder(value)) continue;
    const checked = validate({ [name]: coerceSetting(value, setting) });
    if (!checked.ok) return refuseCell(named, name, checked.message.replace(`/${name} `, ''));
  }
  return undefined;
}

/** What the row and the template give together, for a tracker with this identity. */
function refuseTogether(
  { where, row }: NamedRow,
  { template, capability }: UnitListGoal & { readonly template: Template },
): Failure | undefined {
  const { identity = 'tracker', id } = row;
  const unit = {
    hardwareId: identity,
    deviceId: id === undefined || hasPlaceholder(id) ? identity : id,
    model: '',
    firmware: '',
  };
  const ofAnyTracker = { template, capability, unit, row, number: template.firstNumber, boundDeviceId: null };
  const desired = fromTemplate(ofAnyTracker);
  return desired.ok ? undefined : failure('validation_failed', `${where}: ${desired.message}`);
}
