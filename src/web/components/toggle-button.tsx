import type { Signal } from '@preact/signals';
import type { JSX } from 'preact';

/** Opens and closes a section of the page. */
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
