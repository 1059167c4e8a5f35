import type { JSX } from 'preact';

export type SelectFieldProps = {
  readonly label: string;
  readonly name: string;
  readonly value: string;
  /** values and how they are called, in order */
  readonly options: readonly (readonly [value: string, text: string])[];
};

/** A field of a form; what is chosen stays to be chosen, even when it is among the options no more. */
export const SelectField = ({ label, name, value, options }: SelectFieldProps): JSX.Element => (
  <label>
    {label}
    <select name={name}>
      {options.some(([one]) => one === value) ? null : (
        <option value={value} selected>
          {value}
        </option>
      )}
      {options.map(([one, text]) => (
        <option key={one} value={one} selected={one === value}>
          {text}
        </option>
      ))}
    </select>
  </label>
);
