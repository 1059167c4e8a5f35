import type { JSX } from 'preact';
import { useSave } from '../api/use-save.js';
import { useFetch } from '../api/use-fetch.js';
import { useApp, useText } from '../app-context.js';
import { linkTo } from '../routing/match.js';
import { LoadNote } from '../components/load-note.js';
import { ChangesLink } from '../shell/changes-link.js';
import { PageHead } from '../shell/page-head.js';
import { RemoveAction } from '../components/remove-action.js';
import { commonText } from '../text/common.js';
import type { PageProps } from './page.js';
import { ChannelNotes } from './rules/channel-notes.js';
import { RuleForm } from './rules/rule-form.js';
import { readRule } from './rules/rules-data.js';
import { WarningList } from './rules/warning-list.js';
import { rulesText } from './rules/rules.text.js';

/** One notification rule: its form, and warnings about what keeps it from notifying. */
export function RulePage({ params: { ruleId = '' } }: PageProps): JSX.Element {
  const { api } = useApp();
  const t = useText(rulesText);
  const tCommon = useText(commonText);
  const path = `/api/notifications/${encodeURIComponent(ruleId)}`;
  const { result, reload } = useFetch(() => readRule(api, path), [path]);
  const found = result.value;
  const data = found?.ok === true ? found.value : undefined;

  const { save, saved } = useSave({ path, lastModified: data?.rule.lastModified, reload });

  return (
    <div class="page">
      <a class="small" href={linkTo('/rules')}>
        {t('all')}
      </a>
      <PageHead title={data?.rule.name ?? ruleId}>
        <ChangesLink subject={ruleId} />
      </PageHead>
      <LoadNote result={found} onRetry={reload} />
      {data === undefined ? null : (
        <>
          <ChannelNotes channels={data.channels} />
          <WarningList rule={data.rule} context={data} hidesChannelWarnings />
          {/* A new key restarts the form with the values that were saved. */}
          <RuleForm key={data.rule.lastModified} rule={data.rule} context={data} onSave={save} />
          <RemoveAction path={path} question={t('confirmRemove', { name: data.rule.name })} next={linkTo('/rules')}>
            <p role="status">{saved.value ? tCommon('saved') : ''}</p>
          </RemoveAction>
        </>
      )}
    </div>
  );
}
