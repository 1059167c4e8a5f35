import type { JSX } from 'preact';
import { useApp, useText } from '../../app-context.js';
import { useMessage } from '../../components/use-message.js';
import { describeChanges } from '../../device-import/describe-changes.js';
import { importText } from '../../device-import/import.text.js';
import type { PlannedLine } from '../../device-import/plan-import.js';
import type { ImportProgress } from '../../device-import/run-import.js';
import { Spacer } from '../../table/spacer.js';
import { useVisibleRows } from '../../table/use-visible-rows.js';
import { commonText } from '../../text/common.js';

export type LineTableProps = { readonly lines: readonly PlannedLine[]; readonly progress: ImportProgress };

const BADGE_CLASSES = { add: 'live', change: 'stale', unchanged: 'silent', refused: 'expired' } as const;

/** What the import does with each line of the file. */
export function LineTable({ lines, progress }: LineTableProps): JSX.Element {
  const t = useText(importText);
  const { body, start, end, before, after } = useVisibleRows(lines.length);
  return (
    <table class="rows one-line" aria-rowcount={lines.length + 1}>
      <thead>
        <tr>
          <th scope="col">{t('line')}</th>
          <th scope="col">{t('id')}</th>
          <th scope="col">{t('action')}</th>
          <th scope="col">{t('details')}</th>
        </tr>
      </thead>
      <tbody ref={body}>
        <Spacer height={before} />
        {lines.slice(start, end).map((planned, index) => (
          <tr key={planned.line} aria-rowindex={start + index + 2}>
            <td data-label={t('line')}>{planned.line}</td>
            <th scope="row">{planned.id}</th>
            <td data-label={t('action')}>
              <LineBadge planned={planned} progress={progress} />
            </td>
            <td class="long details" data-label={t('details')}>
              <Details planned={planned} progress={progress} />
            </td>
          </tr>
        ))}
        <Spacer height={after} />
      </tbody>
    </table>
  );
}

type LineProps = { readonly planned: PlannedLine; readonly progress: ImportProgress };

function LineBadge({ planned: { line, action }, progress }: LineProps): JSX.Element {
  const t = useText(importText);
  const tCommon = useText(commonText);
  if (progress.failed.has(line)) return <span class="badge badge-expired">{tCommon('failed')}</span>;
  if (progress.done.has(line)) return <span class="badge badge-live">{t('done')}</span>;
  return <span class={`badge badge-${BADGE_CLASSES[action]}`}>{t(action)}</span>;
}

function Details({ planned, progress }: LineProps): JSX.Element {
  const t = useText(importText);
  const { preferences } = useApp();
  const show = useMessage();
  const failure = progress.failed.get(planned.line);
  const { problem, what = '' } = planned;
  if (failure !== undefined) {
    const text = failure.text === '' ? failure.code : show(failure.message, failure.text, failure.field);
    return <span title={text}>{text}</span>;
  }
  if (problem !== undefined) {
    const text = t(problem, { what });
    return <span title={text}>{text}</span>;
  }
  const text = new Intl.ListFormat(preferences.language.value, { type: 'unit' }).format(describeChanges(planned));
  return <span title={text}>{text}</span>;
}
