import type { JSX } from 'preact';
import { toLocalInputWithSeconds } from '../format/local-input.js';
import { DateTimeInput } from './date-time-input.js';

export type InstantFieldProps = {
  readonly name: string;
  readonly label: string;
  /** ISO 8601 */
  readonly at: string | null;
  readonly required?: boolean;
};

/** A date and time field, with seconds if they are not 0. */
export function InstantField({ name, label, at, required }: InstantFieldProps): JSX.Element {
  const value = at === null ? '' : toLocalInputWithSeconds(Date.parse(at));
  return (
    <label>
      {label}
      <DateTimeInput name={name} value={value} {...(required === true && { required })} />
    </label>
  );
}
