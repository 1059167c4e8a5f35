import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { localDate } from '../../../domain/clock/local-date.js';
import { toIsoRange, type TimeRange } from '../../api/time-range.js';
import type { ApiFailure } from '../../api/client.js';
import { useApp, useText } from '../../app-context.js';
import { FailureNote } from '../../components/failure-note.js';
import { Icon } from '../../components/icon.js';
import { saveFile } from '../../components/save-file.js';
import { csvStyleFor } from '../../format/spreadsheet.js';
import { linkTo } from '../../routing/match.js';
import { deviceText } from '../device/device.text.js';
import { historyText } from './history.text.js';
import { useDepotZone } from './use-depot-zone.js';
import { tripsPath, useMayReadTrips } from './use-trips.js';

const FORMATS = ['csv', 'gpx', 'geojson'] as const;
/** 10,000 positions each; larger exports are for the command line. */
const MAX_FILES = 20;

/** The range as files, and its last day as a sheet to print. */
export function Exports({ deviceId, range }: { readonly deviceId: string; readonly range: TimeRange }): JSX.Element {
  const { api, preferences } = useApp();
  const t = useText(deviceText);
  const tHistory = useText(historyText);
  const timeZone = useDepotZone();
  const mayReadTrips = useMayReadTrips();
  const failure = useSignal<ApiFailure | undefined>(undefined);
  const files = useSignal(0);
  const isTruncated = useSignal(false);

  const styleOf = (format: string): Record<string, string> => {
    if (format !== 'csv') return {};
    const { bom, ...marks } = csvStyleFor(preferences.language.value);
    return { ...marks, bom: String(bom) } as Record<string, string>;
  };

  /** With fetch, because a plain link would not carry the token. */
  async function save(path: string, format: string): Promise<void> {
    let query: string | null =
      `?${new URLSearchParams({ ...toIsoRange(range), format, ...styleOf(format) }).toString()}`;
    failure.value = undefined;
    files.value = 0;
    while (query !== null && files.value < MAX_FILES) {
      const result = await api.file(path + query);
      if (!result.ok) {
        failure.value = result;
        return;
      }
      const { blob, name, nextQuery } = result.value;
      files.value++;
      saveFile(blob, files.value === 1 ? name : name.replace(/(\.\w+)$/, `-${files.value}$1`));
      query = nextQuery;
    }
    isTruncated.value = query !== null;
  }

  return (
    <div class="stack">
      <div class="choices" role="group" aria-label={t('export')}>
        {FORMATS.map((format) => (
          <button
            key={format}
            type="button"
            onClick={() => void save(`/api/devices/${encodeURIComponent(deviceId)}/locations`, format)}
          >
            <Icon name="download" />
            {format.toUpperCase()}
          </button>
        ))}
        <button type="button" hidden={!mayReadTrips} onClick={() => void save(tripsPath(deviceId), 'csv')}>
          <Icon name="download" />
          {tHistory('exportTrips')}
        </button>
        <a
          class="button"
          hidden={!mayReadTrips}
          href={linkTo('/devices/:deviceId/day/:date', { deviceId, date: localDate(range.to, timeZone) })}
        >
          <Icon name="print" />
          {tHistory('daySheet')}
        </a>
      </div>
      {failure.value === undefined ? null : <FailureNote failure={failure.value} />}
      {isTruncated.value ? (
        <p class="notice" role="status">
          {t('exportTruncated', { count: files.value })}
        </p>
      ) : null}
    </div>
  );
}
