import type { JSX } from 'preact';

export type InputFieldProps = {
  readonly label: string;
  readonly name: string;
  /** what it has at first; undefined: nothing */
  readonly value: string | number | undefined;
  readonly placeholder?: string;
} & (
  | { readonly type: 'number'; readonly min: number; readonly max: number }
  | { readonly type: 'text'; readonly maxLength: number }
);

/** An optional text or number of a form, with its label; the browser does not complete it. */
export const InputField = ({ label, value, ...input }: InputFieldProps): JSX.Element => (
  <label>
    {label}
    <input {...input} autocomplete="off" defaultValue={value === undefined ? '' : String(value)} />
  </label>
);
