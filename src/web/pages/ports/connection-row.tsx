import type { JSX } from 'preact';
import type { Connection } from '../../../schema/ports/listener.js';
import { useApp, useText } from '../../app-context.js';
import { Age, Timestamp } from '../../components/timestamp.js';
import { DeviceLink } from '../../shell/device-link.js';
import { connectionsText } from './connections.text.js';
import { Counters } from './counters.js';

/** One connection of a listener, or one sender of datagrams. */
export function ConnectionRow({ connection }: { readonly connection: Connection }): JSX.Element {
  const t = useText(connectionsText);
  const { address, deviceId, connectedAt, lastFrameAt, counters } = connection;
  return (
    <tr>
      <th scope="row">{address}</th>
      <td data-label={t('device')}>
        <ReportedDevice deviceId={deviceId} />
      </td>
      <td data-label={t('connected')}>
        <Timestamp at={Date.parse(connectedAt)} />
      </td>
      <td data-label={t('lastFrame')}>
        <Age at={lastFrameAt === null ? undefined : Date.parse(lastFrameAt)} />
      </td>
      <td data-label={t('received')}>
        <Counters counters={counters} />
      </td>
    </tr>
  );
}

/** A tracker can report any id: only that of a registered device has a page to link to. */
function ReportedDevice({ deviceId }: Pick<Connection, 'deviceId'>): JSX.Element {
  const { live } = useApp();
  const t = useText(connectionsText);
  if (deviceId === null) return <span class="muted">{t('notIdentified')}</span>;
  // Reading the ids renders the row again when the device is registered.
  if (live.ids.value.length > 0 && live.get(deviceId) !== undefined) return <DeviceLink deviceId={deviceId} />;
  return (
    <div class="breakable">
      {deviceId}
      {live.loaded.value ? <span class="muted small">{t('notRegistered')}</span> : null}
    </div>
  );
}
