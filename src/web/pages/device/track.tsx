import type { JSX } from 'preact';
import type { Location } from '../../../schema/records/location.js';
import { readRange, type TimeRange } from '../../api/time-range.js';
import { useFetch } from '../../api/use-fetch.js';
import { useApp, useText } from '../../app-context.js';
import { LoadNote } from '../../components/load-note.js';
import { StateNote } from '../../components/state-note.js';
import { Exports } from '../history/exports.js';
import { History } from '../history/history.js';
import { deviceText } from './device.text.js';
import { LeftOut } from './left-out.js';

export type TrackProps = { readonly deviceId: string; readonly range: TimeRange };

/** The track of a range with its history and exports. */
export function Track({ deviceId, range }: TrackProps): JSX.Element {
  const { api } = useApp();
  const t = useText(deviceText);
  const { result, busy, reload } = useFetch(async () => {
    const read = await readRange<Location>(api, { deviceId, kind: 'locations', range });
    // With their range, because the page shows the previous ones until the next ones are there.
    return read.ok ? { ...read, value: { ...read.value, range } } : read;
  }, [deviceId, range]);
  const found = result.value;
  if (found?.ok !== true) return <LoadNote result={found} onRetry={reload} />;
  const { records, leftOut, isTruncated, range: shown } = found.value;
  return (
    <div class="stack" aria-busy={busy.value}>
      <p class="muted" role="status">
        {isTruncated ? t('truncated', { count: records.length }) : t('positionCount', { count: records.length })}
      </p>
      <LeftOut locations={leftOut} />
      {records.length === 0 ? (
        <StateNote title={t('empty')}>{t('emptyHint')}</StateNote>
      ) : (
        <>
          <History deviceId={deviceId} range={shown} locations={records} />
          <Exports deviceId={deviceId} range={shown} />
        </>
      )}
    </div>
  );
}
