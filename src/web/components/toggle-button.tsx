import type { Signal } from '@preact/signals';
import type { JSX } from 'preact';

/** Opens something on the page, and closes it again. */
export const ToggleButton = ({
  label,
  open,
}: {
  readonly label: string;
  readonly open: Signal<boolean>;
}): JSX.Element => (
  <button
    type="button"
    aria-expanded={open.value}
    onClick={() => {
      open.value = !open.value;
    }}
  >
    {label}
  </button>
);
