import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import type { Zone } from '../../schema/zones/zone.js';
import { updateIfUnmodified } from '../api/update-if-unmodified.js';
import { useApp, useText } from '../app-context.js';
import { RemoveAction } from '../components/remove-action.js';
import { StateNote } from '../components/state-note.js';
import { linkTo } from '../routing/match.js';
import { ChangesLink } from '../shell/changes-link.js';
import { PageHead } from '../shell/page-head.js';
import { commonText } from '../text/common.js';
import { useZones } from '../zones/use-zones.js';
import type { PageProps } from './page.js';
import { ZoneEditor, type ZoneFields } from './zones/zone-editor.js';
import { ZoneRules } from './zones/zone-rules.js';
import { zonesText } from './zones/zones.text.js';

/** One zone: its form and its shape on the map. */
export function ZonePage({ params: { zoneId = '' } }: PageProps): JSX.Element {
  const t = useText(zonesText);
  const tCommon = useText(commonText);
  const { zones, isLoaded } = useZones();
  const stored = zones.find(({ id }) => id === zoneId);
  /** the version that the form started with */
  const edited = useSignal<Zone | undefined>(undefined);
  if (edited.peek() === undefined && stored !== undefined) edited.value = stored;
  const zone = edited.value;
  return (
    <div class="page">
      <a class="small" href={linkTo('/zones')}>
        {t('all')}
      </a>
      <PageHead title={stored?.name ?? zone?.name ?? zoneId}>
        <ChangesLink subject={zoneId} />
      </PageHead>
      {zone === undefined ? (
        <StateNote title={isLoaded ? tCommon('not_found') : tCommon('loading')} />
      ) : (
        // A new key restarts the form with the values of another version.
        <EditedZone
          key={zone.lastModified}
          zone={zone}
          stored={stored}
          onRestart={(version) => {
            edited.value = version;
          }}
        />
      )}
    </div>
  );
}

type EditedZoneProps = {
  readonly zone: Zone;
  /** undefined: another user has deleted it */
  readonly stored: Zone | undefined;
  readonly onRestart: (version: Zone) => void;
};

function EditedZone({ zone, stored, onRestart }: EditedZoneProps): JSX.Element {
  const { api } = useApp();
  const t = useText(zonesText);
  const tCommon = useText(commonText);
  const path = `/api/zones/${encodeURIComponent(zone.id)}`;
  /** the version that the user has seen last */
  const seen = useSignal(zone.lastModified);
  const isSaving = useSignal(false);
  const isSaved = useSignal(false);

  async function save(fields: ZoneFields) {
    isSaving.value = true;
    const update = { path, lastModified: seen.peek(), fields };
    const result = await updateIfUnmodified<{ zone: Zone }>(api, update);
    isSaved.value = result.ok;
    if (result.ok) seen.value = result.value.zone.lastModified;
    isSaving.value = false;
    return result;
  }
  const isOutdated = stored !== undefined && stored.lastModified > seen.value && !isSaving.value;
  return (
    <>
      <ZoneEditor zone={zone} onSave={save}>
        {stored === undefined && !isSaving.value ? (
          <p class="notice" role="status">
            {t('removed')}
          </p>
        ) : null}
        {isOutdated ? (
          <div class="notice" role="status">
            <p>{t('changed')}</p>
            <div class="actions">
              <button
                type="button"
                onClick={() => {
                  onRestart(stored);
                }}
              >
                {t('takeTheirs')}
              </button>
              <button
                type="button"
                onClick={() => {
                  seen.value = stored.lastModified;
                }}
              >
                {t('keepMine')}
              </button>
            </div>
          </div>
        ) : null}
      </ZoneEditor>
      <ZoneRules zoneId={zone.id} />
      <RemoveAction path={path} question={t('confirmRemove', { name: zone.name })} next={linkTo('/zones')}>
        <p role="status">{isSaved.value ? tCommon('saved') : ''}</p>
      </RemoveAction>
    </>
  );
}
