import type { JSX } from 'preact';

export type SelectFilterProps = {
  readonly label: string;
  readonly value: string;
  /** values and how they are called, in order */
  readonly options: readonly (readonly [value: string, text: string])[];
  readonly onChange: (value: string) => void;
};

/** One of several by which a list is filtered: its first entry shows what it is, so its label is for screen readers. */
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
