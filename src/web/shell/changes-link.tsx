import type { JSX } from 'preact';
import { useApp, useText } from '../app-context.js';
import { changesText } from '../pages/changes/changes.text.js';
import { linkTo } from '../routing/match.js';
import { isRestricted } from '../session/is-restricted.js';

const CHANGES_PAGE = '/changes';

export type ChangesLinkProps = {
  /** id of what was changed; of a port its path */
  readonly subject: string;
  /** where the page has several such links */
  readonly name?: string;
};

/** Leads to the changes of one thing; nothing for users who may not see them. */
export function ChangesLink({ subject, name }: ChangesLinkProps): JSX.Element | null {
  const { canOpen, session } = useApp();
  const t = useText(changesText);
  const state = session.state.value;
  if (!canOpen(CHANGES_PAGE) || state.is !== 'in' || isRestricted(state.user)) return null;
  const label = name === undefined ? undefined : t('linkOf', { name });
  return (
    <a class="small" href={`${linkTo(CHANGES_PAGE)}?${new URLSearchParams({ subject }).toString()}`} aria-label={label}>
      {t('link')}
    </a>
  );
}
