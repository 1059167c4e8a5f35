import type { JSX } from 'preact';
import { useText } from '../../app-context.js';
import { ruleFormText } from './rule-form.text.js';

export type LinesFieldProps = {
  readonly name: string;
  readonly label: string;
  readonly values: readonly string[];
  readonly hint?: string | undefined;
  /** why the values have no effect */
  readonly warning?: string | undefined;
  /** the value that the API rejected */
  readonly invalidValue?: string | undefined;
};

const MIN_ROWS = 2;
const MAX_ROWS = 6;

/** A text area with one value per line. */
export function LinesField({ name, label, values, hint, warning, invalidValue }: LinesFieldProps): JSX.Element {
  const t = useText(ruleFormText);
  const notes = [
    ...(hint === undefined ? [] : [{ kind: 'muted', text: hint }]),
    ...(warning === undefined ? [] : [{ kind: 'warn', text: warning }]),
    ...(invalidValue === undefined ? [] : [{ kind: 'bad', text: t('invalid', { value: invalidValue }) }]),
  ];
  const noteId = (kind: string): string => `${name}-${kind}`;
  return (
    <div class="lines-field">
      <label>
        {label}
        <textarea
          name={name}
          rows={Math.min(Math.max(values.length, MIN_ROWS), MAX_ROWS)}
          spellcheck={false}
          aria-invalid={invalidValue === undefined ? undefined : true}
          aria-describedby={notes.map(({ kind }) => noteId(kind)).join(' ')}
          defaultValue={values.join('\n')}
        />
      </label>
      {notes.map(({ kind, text }) => (
        <p key={kind} class={`small note-${kind}`} id={noteId(kind)}>
          {text}
        </p>
      ))}
    </div>
  );
}
