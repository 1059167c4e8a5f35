import type { JSX } from 'preact';
import { useChanging } from '../changing.js';
import { useLoading } from '../loading.js';
import { useParts, useText } from '../parts.js';
import { linkTo } from '../routing/match.js';
import { LoadNote } from '../shell/load-note.js';
import { PageHead } from '../shell/page-head.js';
import { RemoveAction } from '../shell/remove-action.js';
import { commonText } from '../text/common.js';
import type { PageProps } from './page.js';
import { ChannelNotes } from './rules/channel-notes.js';
import { RuleForm } from './rules/rule-form.js';
import { readRule } from './rules/rules-data.js';
import { WarningList } from './rules/warning-list.js';
import { rulesText } from './rules.text.js';

/** One notification rule: what it says, what stands in its way, and its end. */
export function RulePage({ params: { ruleId = '' } }: PageProps): JSX.Element {
  const { api } = useParts();
  const say = useText(rulesText);
  const sayCommon = useText(commonText);
  const path = `/api/notifications/${encodeURIComponent(ruleId)}`;
  const { answer, again } = useLoading(() => readRule(api, path), [path]);
  const found = answer.value;
  const data = found?.ok === true ? found.value : undefined;

  const { save, saved } = useChanging({ path, lastModified: data?.rule.lastModified, again });

  return (
    <div class="page">
      <a class="small" href={linkTo('/rules')}>
        {say('all')}
      </a>
      <PageHead title={data?.rule.name ?? ruleId} />
      <LoadNote answer={found} onRetry={again} />
      {data === undefined ? null : (
        <>
          <ChannelNotes channels={data.channels} />
          <WarningList rule={data.rule} around={data} isBesideForm />
          {/* What was saved is what the form begins with. */}
          <RuleForm key={data.rule.lastModified} rule={data.rule} around={data} onSave={save} />
          <RemoveAction path={path} question={say('removeAsk', { name: data.rule.name })} next={linkTo('/rules')}>
            <p role="status">{saved.value ? sayCommon('saved') : ''}</p>
          </RemoveAction>
        </>
      )}
    </div>
  );
}
