import type { ComponentChildren, JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';

export type FieldProps = {
  /** of the elements that describe the control */
  readonly id: string;
  readonly hint?: string | undefined;
  /** why the value is refused */
  readonly error?: string | undefined;
  /** the field is alone in its row */
  readonly isWide?: boolean;
  readonly children: ComponentChildren;
};

/** The attributes of the control of a field. */
export const describedBy = (id: string, { hint, error }: Pick<FieldProps, 'hint' | 'error'>) => ({
  'aria-invalid': error === undefined ? undefined : (true as const),
  'aria-describedby': hint === undefined && error === undefined ? undefined : id,
});

/** A control with its hint and, once it is refused, the reason. */
export function Field({ id, hint, error, isWide = false, children }: FieldProps): JSX.Element {
  const element = useRef<HTMLDivElement>(null);
  // The form may be longer than the screen: the refused field comes into view.
  useEffect(() => {
    if (error !== undefined) element.current?.querySelector<HTMLElement>('input, select')?.focus();
  }, [error]);
  return (
    <div class={isWide ? 'setting wide-field' : 'setting'} ref={element}>
      {children}
      {hint === undefined && error === undefined ? null : (
        <div id={id} class="setting-notes small">
          {hint === undefined ? null : <p class="note-muted">{hint}</p>}
          {error === undefined ? null : (
            <p class="note-bad" role="alert">
              {error}
            </p>
          )}
        </div>
      )}
    </div>
  );
}
