import type { JSX } from 'preact';

export type SelectFieldProps = {
  readonly label: string;
  readonly name: string;
  readonly value: string;
  /** values with their labels, in order */
  readonly options: readonly (readonly [value: string, text: string])[];
};

/** A select field of a form; keeps a value that is not among the options any more. */
export const SelectField = ({ label, name, value, options }: SelectFieldProps): JSX.Element => (
  <label>
    {label}
    <select name={name}>
      {options.some(([option]) => option === value) ? null : (
        <option value={value} selected>
          {value}
        </option>
      )}
      {options.map(([option, text]) => (
        <option key={option} value={option} selected={option === value}>
          {text}
        </option>
      ))}
    </select>
  </label>
);
