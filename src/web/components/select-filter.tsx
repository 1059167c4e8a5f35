import type { JSX } from 'preact';

export type SelectFilterProps = {
  readonly label: string;
  readonly value: string;
  /** values and their labels, in order */
  readonly options: readonly (readonly [value: string, text: string])[];
  readonly onChange: (value: string) => void;
};

/** A filter of a list. The first entry names the filter, so the label is only for screen readers. */
export const SelectFilter = ({ label, value, options, onChange }: SelectFilterProps): JSX.Element => (
  <select
    aria-label={label}
    value={value}
    onChange={({ currentTarget }) => {
      onChange(currentTarget.value);
    }}
  >
    {options.map(([one, text]) => (
      <option key={one} value={one}>
        {text}
      </option>
    ))}
  </select>
);
