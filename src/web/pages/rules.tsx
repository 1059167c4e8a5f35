import type { JSX } from 'preact';
import { useLoading } from '../loading.js';
import { useMaking } from '../making.js';
import { useParts, useText } from '../parts.js';
import { isBound } from '../session/is-bound.js';
import { LoadNote } from '../shell/load-note.js';
import { PageHead } from '../shell/page-head.js';
import { StateNote } from '../shell/state-note.js';
import { ToggleButton } from '../shell/toggle-button.js';
import { navigationText } from '../text/navigation.js';
import { ChannelNotes } from './rules/channel-notes.js';
import { RuleForm } from './rules/rule-form.js';
import type { RuleFields } from './rules/rule-of.js';
import { RuleTable } from './rules/rule-table.js';
import { readRules } from './rules/rules-data.js';
import { rulesText } from './rules.text.js';

/** Which alerts are told whom, and a new rule. */
export function RulesPage(): JSX.Element {
  const { session } = useParts();
  const say = useText(rulesText);
  const title = useText(navigationText)('rules');
  const state = session.state.value;
  if (state.is === 'in' && !isBound(state.user)) return <Rules title={title} />;
  return (
    <div class="page">
      <PageHead title={title} />
      <StateNote title={say('bound')}>{say('boundHint')}</StateNote>
    </div>
  );
}

function Rules({ title }: { readonly title: string }): JSX.Element {
  const { api } = useParts();
  const say = useText(rulesText);
  const { answer, again } = useLoading(() => readRules(api), []);
  const { open, make, made } = useMaking<RuleFields>({ path: '/api/notifications', again });
  const found = answer.value;
  const data = found?.ok === true ? found.value : undefined;

  return (
    <div class="page">
      <PageHead title={title}>
        <p class="grow" role="status">
          {made.value === '' ? '' : say('made', { name: made.value })}
        </p>
        <ToggleButton label={say('create')} open={open} />
      </PageHead>
      {open.value && data !== undefined ? <RuleForm around={data} onSave={make} /> : null}
      <LoadNote answer={found} onRetry={again} />
      {data === undefined ? null : <ChannelNotes channels={data.channels} />}
      {data?.rules.length === 0 ? <StateNote title={say('empty')}>{say('emptyHint')}</StateNote> : null}
      {data !== undefined && data.rules.length > 0 ? <RuleTable rules={data.rules} around={data} /> : null}
    </div>
  );
}
