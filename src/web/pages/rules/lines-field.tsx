import type { ComponentChildren, JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { useText } from '../../app-context.js';
import { useServerText } from '../../components/server-text.js';
import type { FieldError } from './field-error.js';
import { ruleFormText } from './rule-form.text.js';

export type LinesFieldProps = {
  readonly name: string;
  readonly label: string;
  readonly values: readonly string[];
  readonly hint?: string | undefined;
  /** why the values have no effect */
  readonly warning?: ComponentChildren;
  /** the value that the API rejected, and why */
  readonly fieldError?: FieldError | undefined;
};

const MIN_ROWS = 2;
const MAX_ROWS = 6;

/** A text area with one value per line. */
export function LinesField({ name, label, values, hint, warning, fieldError }: LinesFieldProps): JSX.Element {
  const t = useText(ruleFormText);
  const serverText = useServerText();
  const describeError = ({ value, reason }: FieldError): string => {
    const rule = /^must be (.*)$/s.exec(reason)?.[1];
    const why = rule === undefined ? serverText(reason) : t('expected', { rule: serverText(rule) });
    return `${t('invalid', { value })}. ${why}`;
  };
  const notes: readonly { readonly kind: string; readonly text: ComponentChildren }[] = [
    ...(hint === undefined ? [] : [{ kind: 'muted', text: hint }]),
    ...(warning === undefined ? [] : [{ kind: 'warn', text: warning }]),
    ...(fieldError === undefined ? [] : [{ kind: 'bad', text: describeError(fieldError) }]),
  ];
  const area = useRef<HTMLTextAreaElement>(null);
  // The form may be longer than the screen: the field with the error comes into view.
  useEffect(() => {
    if (fieldError !== undefined) area.current?.focus();
  }, [fieldError]);
  const noteId = (kind: string): string => `${name}-${kind}`;
  return (
    <div class="lines-field">
      <label>
        {label}
        <textarea
          ref={area}
          name={name}
          rows={Math.min(Math.max(values.length, MIN_ROWS), MAX_ROWS)}
          spellcheck={false}
          aria-invalid={fieldError === undefined ? undefined : true}
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
