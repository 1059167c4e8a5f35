import type { JSX } from 'preact';
import { useApp, useText } from '../../app-context.js';
import { linkTo } from '../../routing/match.js';
import { zonesText } from './zones.text.js';

const LIST = '/alert-rules';
const NEW = '/alert-rules/new';

/** Links to the alert rules that name a zone, for users who may open them. */
export function ZoneRules({ zoneId }: { readonly zoneId: string }): JSX.Element | null {
  const { canOpen } = useApp();
  const t = useText(zonesText);
  if (!canOpen(LIST)) return null;
  const query = `?zone=${encodeURIComponent(zoneId)}`;
  return (
    <p class="actions">
      <a href={linkTo(LIST) + query}>{t('rules')}</a>
      {canOpen(NEW) ? <a href={linkTo(NEW) + query}>{t('newRule')}</a> : null}
    </p>
  );
}
