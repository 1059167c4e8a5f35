import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useText } from '../../app-context.js';
import { FailureNote } from '../../components/failure-note.js';
import { SelectFilter } from '../../components/select-filter.js';
import { importText } from '../../device-import/import.text.js';
import type { PlannedLine } from '../../device-import/plan-import.js';
import { LineTable } from './line-table.js';
import { useImport } from './use-import.js';

const ACTIONS = ['add', 'change', 'unchanged', 'refused'] as const;

export type ImportPreviewProps = {
  readonly lines: readonly PlannedLine[];
  readonly freeLicenses: number;
};

/** The preview of an import, and the import itself with its progress. */
export function ImportPreview({ lines, freeLicenses }: ImportPreviewProps): JSX.Element {
  const t = useText(importText);
  const { state, settled, progress, failure, run, stop } = useImport(lines);
  const shown = useSignal('');
  const counts = Object.fromEntries(ACTIONS.map((action) => [action, countOf(lines, action)])) as Counts;
  const count = counts.add + counts.change;
  const missing = lines.filter(({ problem }) => problem === 'noLicense').length;
  const visible = shown.value === '' ? lines : lines.filter(({ action }) => action === shown.value);
  return (
    <>
      <section class="card card-stack">
        <p role="status">{t('summary', counts)}</p>
        {missing === 0 ? null : (
          <p class="notice" role="alert">
            {t('missing', { missing, free: freeLicenses })}
          </p>
        )}
        {failure === undefined ? null : <FailureNote failure={failure} />}
        {state === 'preview' ? null : <progress max={Math.max(1, count)} value={settled} aria-label={t('title')} />}
        <p role="status">
          {state === 'running' ? t('progress', { done: settled, count }) : ''}
          {state === 'stopped' ? t('stopped', { done: progress.done.size }) : ''}
          {state === 'finished' ? t('finished', { done: progress.done.size, failed: progress.failed.size }) : ''}
        </p>
        <div class="actions">
          {state === 'preview' || state === 'stopped' ? (
            <button type="button" class="primary" disabled={count === 0} onClick={() => void run()}>
              {state === 'preview' ? t('start', { count }) : t('resume')}
            </button>
          ) : null}
          {state === 'running' ? (
            <button type="button" onClick={stop}>
              {t('stop')}
            </button>
          ) : null}
          <SelectFilter
            label={t('show')}
            value={shown.value}
            options={[
              ['', t('all')],
              ...ACTIONS.map((action) => [action, `${t(action)} (${counts[action]})`] as const),
            ]}
            onChange={(action) => {
              shown.value = action;
            }}
          />
        </div>
      </section>
      <LineTable lines={visible} progress={progress} />
    </>
  );
}

type Counts = Readonly<Record<(typeof ACTIONS)[number], number>>;

const countOf = (lines: readonly PlannedLine[], action: PlannedLine['action']): number =>
  lines.filter((line) => line.action === action).length;
