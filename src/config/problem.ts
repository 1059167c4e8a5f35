import { WaypostError } from '../errors.js';

/** The names and places that lead to a key: `['serial', 'ports', 0, 'path']`. */
export type KeyPath = readonly (string | number)[];

/** More of them are not printed, but counted. */
const MAX_SHOWN = 20;

/** The configuration cannot be used. Its message has every problem, each with its source. */
export class ConfigError extends WaypostError {
  readonly problems: readonly string[];

  /** `problems`: one sentence each, with its source: `waypost.json:7:5: timezone is not a known key` */
  constructor(problems: readonly string[]) {
    const shown = problems.slice(0, MAX_SHOWN);
    const left = problems.length - shown.length;
    const lines = left === 0 ? shown : [...shown, `and ${left} more: correct these first`];
    super(
      'validation_failed',
      problems.length === 1
        ? (problems[0] ?? '')
        : [`the configuration has ${problems.length} problems:`, ...lines].join('\n  '),
    );
    this.problems = lines;
  }
}

export const dotted = (path: KeyPath): string => path.join('.');

const MAX_VALUE_CHARS = 60;

/** A plain value as a message shows it, on one line. */
export function shownValue(value: unknown): string {
  const text = JSON.stringify(value);
  return text.length > MAX_VALUE_CHARS ? `${text.slice(0, MAX_VALUE_CHARS)}…` : text;
}
