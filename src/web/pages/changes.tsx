import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import type { UserView } from '../../schema/accounts/user.js';
import type { TimeRange } from '../api/time-range.js';
import { useFetch } from '../api/use-fetch.js';
import { useApp, useText } from '../app-context.js';
import { FailureNote } from '../components/failure-note.js';
import { StateNote } from '../components/state-note.js';
import { Timestamp } from '../components/timestamp.js';
import { linkTo } from '../routing/match.js';
import { useQuery } from '../routing/use-query.js';
import { PageHead } from '../shell/page-head.js';
import { commonText } from '../text/common.js';
import { navigationText } from '../text/navigation.js';
import { ChangeFilters } from './changes/change-filters.js';
import { ChangeList } from './changes/change-list.js';
import { changesText } from './changes/changes.text.js';
import { queryOfChanges, ROWS, type ChangeFilter, type ChangesPage as Found } from './changes/read-changes.js';
import { useChanges } from './changes/use-changes.js';
import { lastHours, RangePicker } from './device/range-picker.js';

const WEEK_HOURS = 168;

/** The changes of the gateway with author, address and time, newest first. */
export function ChangesPage(): JSX.Element {
  const { api, gatewayClock } = useApp();
  const t = useText(changesText);
  const tCommon = useText(commonText);
  const subject = useQuery('subject') ?? '';
  const range = useSignal<TimeRange>(lastHours(gatewayClock.now(), WEEK_HOURS));
  const chosen = useSignal<Omit<ChangeFilter, 'subject'>>({ kind: '', by: '' });
  const users = useFetch(() => api.get<{ users: readonly UserView[] }>('/api/users'), []).result.value;
  const { result, busy, reload, more } = useChanges(queryOfChanges({ ...chosen.value, subject }, range.value));
  const found = result?.ok === true ? result.value : undefined;
  return (
    <div class="page">
      <PageHead title={useText(navigationText)('changes')}>
        <p class="muted" role="status">
          {found === undefined || busy ? tCommon('loading') : t('count', { count: found.changes.length })}
        </p>
      </PageHead>
      <p class="muted">{t('lead')}</p>
      {subject === '' ? null : <SubjectNote subject={subject} found={found} />}
      <RangePicker
        range={range.value}
        hours={WEEK_HOURS}
        onChange={(one) => {
          range.value = one;
        }}
      />
      <ChangeFilters
        filter={{ ...chosen.value, subject }}
        users={users?.ok === true ? users.value.users : []}
        onChange={({ kind, by }) => {
          chosen.value = { kind, by };
        }}
      />
      {result?.ok === false ? <FailureNote failure={result} onRetry={reload} /> : null}
      {found?.changes.length === 0 ? <StateNote title={t('empty')}>{t('emptyHint')}</StateNote> : null}
      {found !== undefined && found.changes.length > 0 ? <ChangeList changes={found.changes} /> : null}
      {found === undefined ? null : <End found={found} busy={busy} onMore={more} />}
    </div>
  );
}

type SubjectNoteProps = { readonly subject: string; readonly found: Found | undefined };

/** What the list is restricted to. */
function SubjectNote({ subject, found }: SubjectNoteProps): JSX.Element {
  const t = useText(changesText);
  const name = found?.changes.find((change) => change.subject?.id === subject)?.subject?.name ?? subject;
  return (
    <p class="notice">
      {t('only', { name })} <a href={linkTo('/changes')}>{t('showAll')}</a>
    </p>
  );
}

type EndProps = { readonly found: Found; readonly busy: boolean; readonly onMore: () => void };

/** Older changes, or where the log begins. */
function End({ found: { changes, since, next }, busy, onMore }: EndProps): JSX.Element | null {
  const t = useText(changesText);
  if (next !== undefined) {
    return (
      <button type="button" disabled={busy} onClick={onMore}>
        {changes.length % ROWS === 0 && changes.length > 0 ? t('more') : t('goOn')}
      </button>
    );
  }
  return since === null ? null : (
    <p class="muted small">
      {t('since')} <Timestamp at={Date.parse(since)} />
    </p>
  );
}
