import type { JSX } from 'preact';
import { Age } from '../components/timestamp.js';
import { useZonesOf } from './use-zones.js';

/** The zones that a device is in, each with the time since when. */
export function ZonesOfDevice({ deviceId }: { readonly deviceId: string }): JSX.Element {
  return (
    <ul class="plain-list">
      {useZonesOf(deviceId).map(({ zone, name, since }) => (
        <li key={zone}>
          {name} <Age at={since} />
        </li>
      ))}
    </ul>
  );
}
