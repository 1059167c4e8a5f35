import type { ComponentChildren, JSX } from 'preact';

/** Shown in place of missing content: the reason and what to do. */
export const StateNote = ({
  title,
  children,
  action,
}: {
  readonly title: string;
  readonly children?: ComponentChildren;
  readonly action?: ComponentChildren;
}): JSX.Element => (
  <div class="state-note">
    <p class="state-note-title">{title}</p>
    {children === undefined ? null : <p>{children}</p>}
    {action}
  </div>
);
