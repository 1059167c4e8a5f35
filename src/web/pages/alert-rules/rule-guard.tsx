import type { ComponentChildren, JSX } from 'preact';
import { useApp, useText } from '../../app-context.js';
import { StateNote } from '../../components/state-note.js';
import { isRestricted } from '../../session/is-restricted.js';
import { PageHead } from '../../shell/page-head.js';
import { navigationText } from '../../text/navigation.js';
import { alertRulesText } from './alert-rules.text.js';

/** Its children, or why a restricted user sees no alert rules. */
export function RuleGuard({ children }: { readonly children: ComponentChildren }): JSX.Element {
  const { session } = useApp();
  const t = useText(alertRulesText);
  const title = useText(navigationText)('alertRules');
  const state = session.state.value;
  if (state.is === 'in' && !isRestricted(state.user)) return <>{children}</>;
  return (
    <div class="page">
      <PageHead title={title} />
      <StateNote title={t('restricted')}>{t('restrictedHint')}</StateNote>
    </div>
  );
}
