import type { JSX } from 'preact';
import { useApp, useText } from '../app-context.js';
import { FailureNote } from '../components/failure-note.js';
import { StateNote } from '../components/state-note.js';
import { linkTo } from '../routing/match.js';
import { PageHead } from '../shell/page-head.js';
import { commonText } from '../text/common.js';
import { navigationText } from '../text/navigation.js';
import { useZones } from '../zones/use-zones.js';
import { canChangeZones } from './zones/can-change-zones.js';
import { ZoneFiles } from './zones/zone-files.js';
import { ZoneTable } from './zones/zone-table.js';
import { zonesText } from './zones/zones.text.js';

/** All zones with the devices in them. */
export function ZonesPage(): JSX.Element {
  const { session, zoneStore } = useApp();
  const t = useText(zonesText);
  const tCommon = useText(commonText);
  const { zones, isLoaded, failure } = useZones();
  const canChange = canChangeZones(session.state.value);
  return (
    <div class="page">
      <PageHead title={useText(navigationText)('zones')}>
        {canChange ? (
          <a class="button" href={linkTo('/zones/new')}>
            {t('create')}
          </a>
        ) : null}
      </PageHead>
      {failure === undefined ? null : <FailureNote failure={failure} onRetry={zoneStore.reload} />}
      {isLoaded || failure !== undefined ? null : (
        <p class="muted" role="status">
          {tCommon('loading')}
        </p>
      )}
      {isLoaded && zones.length === 0 ? (
        <StateNote title={t('empty')}>{t(canChange ? 'emptyHint' : 'emptyReader')}</StateNote>
      ) : null}
      {zones.length > 0 && canChange && !zones.some(({ home }) => home) ? <p class="notice">{t('noHome')}</p> : null}
      {zones.length === 0 ? null : <ZoneTable zones={zones} canChange={canChange} />}
      {isLoaded ? <ZoneFiles canImport={canChange} canExport={zones.length > 0} /> : null}
    </div>
  );
}
