import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect, useId } from 'preact/hooks';
import { fromLocalInput } from '../format/local-input.js';
import { Timestamp } from './timestamp.js';

export type DateTimeInputProps = {
  readonly name: string;
  /** in the viewer's zone, as date and time fields have it; empty: none */
  readonly value: string;
  readonly required?: boolean;
  readonly onType?: (text: string) => void;
};

const LENGTH_WITHOUT_SECONDS = '2026-11-22T08:00'.length;

/**
 * The field of a date and time, for a label. Browsers write such a field in their own language, whatever that of the page:
 * the time is repeated below in the language of the page, with the depot's time if that differs.
 */
export function DateTimeInput({ name, value, required, onType }: DateTimeInputProps): JSX.Element {
  const typed = useSignal(value);
  const hintId = useId();
  useEffect(() => {
    typed.value = value;
  }, [value]);
  const at = fromLocalInput(typed.value);
  return (
    <>
      <input
        name={name}
        type="datetime-local"
        required={required}
        {...(value.length > LENGTH_WITHOUT_SECONDS && { step: 1 })}
        value={typed.value}
        aria-describedby={hintId}
        onInput={({ currentTarget }) => {
          typed.value = currentTarget.value;
          onType?.(currentTarget.value);
        }}
      />
      {/* It describes the field, and is no part of its name. */}
      <span class="small muted hint" id={hintId} aria-hidden="true">
        {at === undefined ? null : <Timestamp at={at} />}
      </span>
    </>
  );
}
