import type { JSX } from 'preact';
import { DeviceLink } from '../../shell/device-link.js';
import { useParts, useText } from '../../parts.js';
import { groupsText } from '../groups.text.js';

/** More are looked for among the devices. */
const MOST = 500;

/** The devices of a group, for who may not change it. */
export function MemberList({ devices }: { readonly devices: readonly string[] }): JSX.Element {
  const { live } = useParts();
  const say = useText(groupsText);
  const members = new Set(devices);
  const shown = live.ids.value.filter((id) => members.has(id)).slice(0, MOST);
  return (
    <section class="card card-stack" aria-labelledby="members-title">
      <h2 id="members-title">{say('devices')}</h2>
      {devices.length === 0 ? <p class="muted">{say('noDevices')}</p> : null}
      <ul class="plain-list">
        {shown.map((id) => (
          <li key={id}>
            <DeviceLink deviceId={id} />
          </li>
        ))}
      </ul>
      {live.loaded.value && devices.length > shown.length ? (
        <p class="muted">{say('more', { count: devices.length - shown.length })}</p>
      ) : null}
    </section>
  );
}
