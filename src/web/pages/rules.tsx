import type { JSX } from 'preact';
import { useFetch } from '../api/use-fetch.js';
import { useMaking } from '../making.js';
import { useApp, useText } from '../app-context.js';
import { isRestricted } from '../session/is-restricted.js';
import { LoadNote } from '../components/load-note.js';
import { PageHead } from '../shell/page-head.js';
import { StateNote } from '../components/state-note.js';
import { ToggleButton } from '../components/toggle-button.js';
import { navigationText } from '../text/navigation.js';
import { ChannelNotes } from './rules/channel-notes.js';
import { RuleForm } from './rules/rule-form.js';
import type { RuleFields } from './rules/read-rule-form.js';
import { RuleTable } from './rules/rule-table.js';
import { readRules } from './rules/rules-data.js';
import { rulesText } from './rules/rules.text.js';

/** Which alerts are told whom, and a new rule. */
export function RulesPage(): JSX.Element {
  const { session } = useApp();
  const t = useText(rulesText);
  const title = useText(navigationText)('rules');
  const state = session.state.value;
  if (state.is === 'in' && !isRestricted(state.user)) return <Rules title={title} />;
  return (
    <div class="page">
      <PageHead title={title} />
      <StateNote title={t('bound')}>{t('boundHint')}</StateNote>
    </div>
  );
}

function Rules({ title }: { readonly title: string }): JSX.Element {
  const { api } = useApp();
  const t = useText(rulesText);
  const { result, reload } = useFetch(() => readRules(api), []);
  const { open, make, made: createdName } = useMaking<RuleFields>({ path: '/api/notifications', reload });
  const found = result.value;
  const data = found?.ok === true ? found.value : undefined;

  return (
    <div class="page">
      <PageHead title={title}>
        <p class="grow" role="status">
          {createdName.value === '' ? '' : t('made', { name: createdName.value })}
        </p>
        <ToggleButton label={t('create')} open={open} />
      </PageHead>
      {open.value && data !== undefined ? <RuleForm context={data} onSave={make} /> : null}
      <LoadNote result={found} onRetry={reload} />
      {data === undefined ? null : <ChannelNotes channels={data.channels} />}
      {data?.rules.length === 0 ? <StateNote title={t('empty')}>{t('emptyHint')}</StateNote> : null}
      {data !== undefined && data.rules.length > 0 ? <RuleTable rules={data.rules} context={data} /> : null}
    </div>
  );
}
