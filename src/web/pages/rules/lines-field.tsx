import type { JSX } from 'preact';
import { useText } from '../../parts.js';
import { ruleFormText } from './rule-form.text.js';

export type LinesFieldProps = {
  readonly name: string;
  readonly label: string;
  readonly values: readonly string[];
  readonly hint?: string | undefined;
  /** why what is in it would be of no use */
  readonly warning?: string | undefined;
  /** the one that was not taken */
  readonly wrong?: string | undefined;
};

const FEWEST = 2;
const MOST = 6;

/** Several values, one a line. */
export function LinesField({ name, label, values, hint, warning, wrong }: LinesFieldProps): JSX.Element {
  const say = useText(ruleFormText);
  const notes = [
    ...(hint === undefined ? [] : [{ kind: 'muted', text: hint }]),
    ...(warning === undefined ? [] : [{ kind: 'warn', text: warning }]),
    ...(wrong === undefined ? [] : [{ kind: 'bad', text: say('wrongOne', { value: wrong }) }]),
  ];
  const noteId = (kind: string): string => `${name}-${kind}`;
  return (
    <div class="lines-field">
      <label>
        {label}
        <textarea
          name={name}
          rows={Math.min(Math.max(values.length, FEWEST), MOST)}
          spellcheck={false}
          aria-invalid={wrong === undefined ? undefined : true}
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
