import type { JSX } from 'preact';
import { useFetch } from '../api/use-fetch.js';
import { useCreate } from '../api/use-create.js';
import { useApp, useText } from '../app-context.js';
import { isRestricted } from '../session/is-restricted.js';
import { PageHead } from '../shell/page-head.js';
import { StateNote } from '../components/state-note.js';
import { navigationText } from '../text/navigation.js';
import { CollectionPage } from './collection-page.js';
import { ChannelNotes } from './rules/channel-notes.js';
import { RuleForm } from './rules/rule-form.js';
import type { RuleFormFields } from './rules/read-rule-form.js';
import { RuleTable } from './rules/rule-table.js';
import { readRules } from './rules/rules-data.js';
import { rulesText } from './rules/rules.text.js';

/** The notification rules, and a form to create one. */
export function RulesPage(): JSX.Element {
  const { session } = useApp();
  const t = useText(rulesText);
  const title = useText(navigationText)('rules');
  const state = session.state.value;
  if (state.is === 'in' && !isRestricted(state.user)) return <Rules title={title} />;
  return (
    <div class="page">
      <PageHead title={title} />
      <StateNote title={t('restricted')}>{t('restrictedHint')}</StateNote>
    </div>
  );
}

function Rules({ title }: { readonly title: string }): JSX.Element {
  const { api } = useApp();
  const t = useText(rulesText);
  const data = useFetch(() => readRules(api), []);
  const {
    open,
    create,
    created: createdName,
  } = useCreate<RuleFormFields>({ path: '/api/notifications', reload: data.reload });
  return (
    <CollectionPage
      title={title}
      data={data}
      create={{ label: t('create'), open, form: (context) => <RuleForm context={context} onSave={create} /> }}
      created={createdName.value === '' ? '' : t('created', { name: createdName.value })}
      notes={({ channels }) => <ChannelNotes channels={channels} />}
      emptyNote={({ rules }) => (rules.length > 0 ? undefined : { title: t('empty'), hint: t('emptyHint') })}
      list={(context) => <RuleTable rules={context.rules} context={context} />}
    />
  );
}
