import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import type { MapArchive } from '../../../schema/system/map-archive.js';
import type { Yard } from '../../../schema/system/yard.js';
import type { ApiFailure } from '../../api/client.js';
import { useFetch } from '../../api/use-fetch.js';
import { useApp, useText } from '../../app-context.js';
import { Card } from '../../components/card.js';
import { ConfirmButton } from '../../components/confirm-button.js';
import { FailureNote } from '../../components/failure-note.js';
import { LoadNote } from '../../components/load-note.js';
import { useMessage } from '../../components/use-message.js';
import { formatBytes } from '../../format/bytes.js';
import { maintenanceText } from './maintenance.text.js';
import { UploadButton } from './upload-button.js';

/** Uploads the archive of street tiles. */
export function StreetsCard(): JSX.Element {
  const { api, preferences } = useApp();
  const t = useText(maintenanceText);
  const show = useMessage();
  const state = useFetch(() => api.get<{ map: MapArchive | null }>('/api/map'), []);
  const result = state.result.value;
  const archive = result?.ok === true ? result.value.map : null;
  return (
    <Card title={t('streets')}>
      <p>{t('streetsHint')}</p>
      <LoadNote result={result} onRetry={state.reload} />
      {archive === null ? null : (
        <p>{t('streetsNow', { size: formatBytes(archive.bytes, preferences.language.value) })}</p>
      )}
      {(archive?.fault ?? null) === null ? null : (
        <p class="detail">{show(archive?.fault?.whatData, archive?.fault?.what ?? '')}</p>
      )}
      <UploadButton kind="map" label={t('chooseArchive')} accept=".pmtiles" onDone={state.reload} />
    </Card>
  );
}

/** Uploads the picture of the yard and places it. */
export function YardCard(): JSX.Element {
  const { api } = useApp();
  const t = useText(maintenanceText);
  const state = useFetch(() => api.get<{ yard: Yard | null }>('/api/map/yard'), []);
  const failure = useSignal<ApiFailure | undefined>(undefined);
  const result = state.result.value;
  const yard = result?.ok === true ? result.value.yard : null;

  async function remove(): Promise<void> {
    const removed = await api.send('DELETE', '/api/map/yard');
    failure.value = removed.ok ? undefined : removed;
    state.reload();
  }

  return (
    <Card title={t('yard')}>
      <p>{t('yardHint')}</p>
      <LoadNote result={result} onRetry={state.reload} />
      {yard === null ? null : (
        <>
          <p>
            {t('yardNow', { width: yard.width, height: yard.height })}. {yard.place === null ? t('yardUnplaced') : ''}
          </p>
          <PlaceForm key={yard.tag} yard={yard} />
          <ConfirmButton label={t('removePicture')} question={t('removeQuestion')} onConfirm={() => void remove()} />
        </>
      )}
      {failure.value === undefined ? null : <FailureNote failure={failure.value} />}
      <UploadButton kind="yard" label={t('choosePicture')} accept=".png,.jpg,.jpeg,.webp" onDone={state.reload} />
    </Card>
  );
}

const FIELDS = ['latitude', 'longitude', 'width', 'rotation'] as const;
type Field = (typeof FIELDS)[number];
const LIMITS: Readonly<Record<Field, readonly [min: number, max: number]>> = {
  latitude: [-85, 85],
  longitude: [-180, 180],
  width: [1, 100_000],
  rotation: [-360, 360],
};
const DEFAULT_WIDTH_M = 200;

/** Without a place, the center is that of the map as the user saw it last. */
function PlaceForm({ yard: { place } }: { readonly yard: Yard }): JSX.Element {
  const { api, mapView } = useApp();
  const t = useText(maintenanceText);
  const seen = mapView.current;
  const typed = useSignal<Readonly<Record<Field, string>>>({
    latitude: String(place?.latitude ?? seen?.latitude ?? ''),
    longitude: String(place?.longitude ?? seen?.longitude ?? ''),
    width: String(place?.widthMeters ?? DEFAULT_WIDTH_M),
    rotation: String(place?.rotation ?? 0),
  });
  const failure = useSignal<ApiFailure | undefined>(undefined);
  const isSaved = useSignal(false);

  async function save(): Promise<void> {
    const { latitude, longitude, width, rotation } = typed.value;
    const sent = { latitude: Number(latitude), longitude: Number(longitude), rotation: Number(rotation) };
    const result = await api.send('PUT', '/api/map/yard', { ...sent, widthMeters: Number(width) });
    failure.value = result.ok ? undefined : result;
    isSaved.value = result.ok;
  }

  return (
    <form
      class="card-stack"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      {FIELDS.map((field) => (
        <label key={field} class="field">
          {t(field)}
          <input
            type="number"
            step="any"
            required
            min={LIMITS[field][0]}
            max={LIMITS[field][1]}
            value={typed.value[field]}
            onInput={({ currentTarget }) => {
              isSaved.value = false;
              typed.value = { ...typed.peek(), [field]: currentTarget.value };
            }}
          />
        </label>
      ))}
      <div class="actions">
        <button type="submit">{t('place')}</button>
        {isSaved.value ? <span role="status">{t('placed')}</span> : null}
      </div>
      {failure.value === undefined ? null : <FailureNote failure={failure.value} />}
    </form>
  );
}
