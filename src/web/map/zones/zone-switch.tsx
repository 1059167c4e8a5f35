import type { JSX } from 'preact';
import { useApp, useText } from '../../app-context.js';
import { navigationText } from '../../text/navigation.js';

/** Shows and hides the zones of all maps in this browser; nothing while there is no zone. */
export function ZoneSwitch(): JSX.Element | null {
  const { zoneStore, preferences } = useApp();
  const t = useText(navigationText);
  if (zoneStore.zones.value.length === 0) return null;
  const isShown = preferences.zones.value === 'show';
  return (
    <button
      type="button"
      class="map-zones"
      aria-pressed={isShown}
      onClick={() => {
        preferences.zones.value = isShown ? 'hide' : 'show';
      }}
    >
      {t('zones')}
    </button>
  );
}
