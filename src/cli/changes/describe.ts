import type { ChangeView, ChangedValues } from '../../schema/changes/change.js';
import { printableJson } from '../../schema/printable-text.js';
import { shorten, tableLines } from '../terminal/table.js';

const HEADINGS = ['TIME', 'BY', 'KIND', 'SUBJECT', 'ACTION', 'DETAILS'] as const;
/** A list of devices can be long; --json has all of it. */
const MAX_VALUE_CHARS = 60;

export function describeChanges(changes: readonly ChangeView[]): string {
  if (changes.length === 0) return 'No changes in this time range. Other ranges: --last 30d, or --from and --to\n';
  const rows = changes.map((change) => [
    change.untrusted === true ? `${change.at}?` : change.at,
    describeAuthor(change.by),
    change.kind,
    subjectText(change),
    change.action,
    describeValues(change),
  ]);
  return [...tableLines(HEADINGS, rows, { cut: ['DETAILS', 'SUBJECT'] }), ''].join('\n');
}

/** The name, and in parentheses the id of an entity that has both. */
const subjectText = ({ subject }: ChangeView): string =>
  subject === null ? '-' : subject.name === subject.id ? subject.id : `${subject.name} (${subject.id})`;

function describeAuthor(by: ChangeView['by']): string {
  if (by === null) return '-';
  switch (by.type) {
    case 'user':
      return `${by.name}, ${by.address} (${by.key === undefined ? by.via : `${by.via} ${by.key}`})`;
    case 'display':
      return `display ${by.name}, ${by.address}`;
    case 'command':
      return `${by.account}: waypost ${by.command}`;
    case 'configuration':
      return 'configuration';
    case 'uplink':
    case 'center':
      return `${by.type} ${by.uplink}${by.name === '' ? '' : `, ${by.name}`}, ${by.address}`;
  }
}

/** `limit 90 → 100`; of a list, what went and what came. */
function describeValues({ before, after, secrets }: ChangeView): string {
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  const shown = names.map((name) => `${name} ${describeValue(name, before, after)}`);
  const hidden = secrets.filter((name) => !names.includes(name)).map((name) => `${name} (not shown)`);
  return [...shown, ...hidden].join('; ');
}

function describeValue(name: string, before: ChangedValues, after: ChangedValues): string {
  const [was, is] = [before?.[name], after?.[name]];
  if (Array.isArray(was) && Array.isArray(is))
    return [...was.map((one) => `-${text(one)}`), ...is.map((one) => `+${text(one)}`)].join(' ');
  return before === null ? text(is) : `${text(was)} → ${text(is)}`;
}

const text = (value: unknown): string =>
  shorten(
    typeof value === 'string' ? value : value === undefined || value === null ? '-' : printableJson(value),
    MAX_VALUE_CHARS,
  );
