import type { JSX } from 'preact';
import { useApp, useText } from '../app-context.js';
import { linkTo } from '../routing/match.js';
import { PageHead } from '../shell/page-head.js';
import { useZones } from '../zones/use-zones.js';
import { ZoneEditor } from './zones/zone-editor.js';
import { zonesText } from './zones/zones.text.js';

/** A zone that is drawn. */
export function NewZonePage(): JSX.Element {
  const { api } = useApp();
  const t = useText(zonesText);
  // The other zones are on the map.
  useZones();
  return (
    <div class="page">
      <a class="small" href={linkTo('/zones')}>
        {t('all')}
      </a>
      <PageHead title={t('create')} />
      <ZoneEditor
        onSave={async (fields) => {
          const result = await api.send('POST', '/api/zones', fields);
          if (result.ok) location.hash = linkTo('/zones');
          return result;
        }}
      />
    </div>
  );
}
