import type { JSX } from 'preact';
import type { ChangeView } from '../../../schema/changes/change.js';
import { useApp, useText } from '../../app-context.js';
import { Timestamp, VIEWER_TIME_ZONE } from '../../components/timestamp.js';
import { useDeviceName } from '../../live/device-name.js';
import { changesText } from './changes.text.js';
import { describeAuthor, describeDetails, subjectName, subjectPage } from './describe-change.js';
import type { ValueWords } from './field-value.js';

/** One item per change: when, who and from where, and what. */
export function ChangeList({ changes }: { readonly changes: readonly ChangeView[] }): JSX.Element {
  const { preferences, gatewayClock } = useApp();
  const device = useDeviceName();
  const words: ValueWords = {
    language: preferences.language.value,
    units: preferences.units.value,
    device,
    zones: { viewer: VIEWER_TIME_ZONE, gateway: gatewayClock.view.value?.timeZone },
  };
  return (
    <ol class="card changes">
      {changes.map((change) => (
        <ChangeItem key={change.n} change={change} words={words} />
      ))}
    </ol>
  );
}

type ChangeItemProps = { readonly change: ChangeView; readonly words: ValueWords };

function ChangeItem({ change, words }: ChangeItemProps): JSX.Element {
  const t = useText(changesText);
  const { at, kind, by, untrusted } = change;
  const name = subjectName(change, words.language);
  const page = subjectPage(change);
  return (
    <li>
      <p class="small">
        <Timestamp at={Date.parse(at)} isShort />
        {untrusted === true ? <span class="badge badge-stale">{t('untrusted')}</span> : null}
        <span class={by === null ? 'muted' : undefined}> · {describeAuthor(by, words.language)}</span>
      </p>
      <p>
        {t(kind)}
        {name === '' ? null : <> {page === undefined ? <strong>{name}</strong> : <a href={page}>{name}</a>}</>}
        {': '}
        {describeDetails(change, words).join(' · ')}
      </p>
    </li>
  );
}
