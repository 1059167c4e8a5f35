import type { JSX } from 'preact';
import { DeviceLink } from '../../shell/device-link.js';
import { useApp, useText } from '../../app-context.js';
import { groupsText } from './groups.text.js';

/** The devices page has a search for more. */
const MAX_LISTED = 500;

/** The devices of a group, for users who cannot change it. */
export function MemberList({ devices }: { readonly devices: readonly string[] }): JSX.Element {
  const { live } = useApp();
  const t = useText(groupsText);
  const members = new Set(devices);
  const shown = live.ids.value.filter((id) => members.has(id)).slice(0, MAX_LISTED);
  return (
    <section class="card card-stack" aria-labelledby="members-title">
      <h2 id="members-title">{t('devices')}</h2>
      {devices.length === 0 ? <p class="muted">{t('noDevices')}</p> : null}
      <ul class="plain-list">
        {shown.map((id) => (
          <li key={id}>
            <DeviceLink deviceId={id} />
          </li>
        ))}
      </ul>
      {live.loaded.value && devices.length > shown.length ? (
        <p class="muted">{t('more', { count: devices.length - shown.length })}</p>
      ) : null}
    </section>
  );
}
