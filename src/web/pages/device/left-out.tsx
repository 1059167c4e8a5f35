import type { JSX } from 'preact';
import type { Location } from '../../../schema/records/location.js';
import { useText } from '../../app-context.js';
import { Timestamp } from '../../components/timestamp.js';
import { formatCoordinates } from '../../format/quantity.js';
import { deviceText } from './device.text.js';

const MAX_LISTED = 100;

/** The fixes of a range that do not count, with the reason; nothing if all count. */
export function LeftOut({ locations }: { readonly locations: readonly Location[] }): JSX.Element | null {
  const t = useText(deviceText);
  if (locations.length === 0) return null;
  return (
    <details>
      <summary class="muted">{t('leftOut', { count: locations.length })}</summary>
      <ul class="plain-list">
        {locations
          .slice(-MAX_LISTED)
          .reverse()
          .map(({ dateTime, latitude, longitude, unfit }, index) => (
            <li key={`${dateTime} ${index}`} class="small">
              <Timestamp at={Date.parse(dateTime)} /> {formatCoordinates(latitude, longitude)}
              {unfit === undefined ? null : <span class="muted"> {t(unfit)}</span>}
            </li>
          ))}
      </ul>
    </details>
  );
}
