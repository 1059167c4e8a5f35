import type { JSX } from 'preact';
import type { UnknownDeviceView } from '../../schema/devices/unknown-device.js';
import { useFetch } from '../api/use-fetch.js';
import { useApp, useText } from '../app-context.js';
import { useDebounced, useFeedEvent } from '../live/hooks.js';
import { linkTo } from '../routing/match.js';
import { hasPrivilege } from '../session/has-privilege.js';
import { isRestricted } from '../session/is-restricted.js';
import { adoptNoteText } from './adopt-note.text.js';

/** Where operators look: how many trackers wait to be adopted, for users who may. */
export function AdoptNote(): JSX.Element | null {
  const state = useApp().session.state.value;
  const canAdopt = state.is === 'in' && !isRestricted(state.user) && hasPrivilege(state.user, 'devices:write');
  return canAdopt ? <WaitingNote /> : null;
}

function WaitingNote(): JSX.Element | null {
  const { api } = useApp();
  const t = useText(adoptNoteText);
  const { result, reload } = useFetch(
    () => api.get<{ unknownDevices: readonly UnknownDeviceView[] }>('/api/unknownDevices'),
    [],
  );
  const reloadSoon = useDebounced(reload);
  useFeedEvent('unknownDevice', reloadSoon);
  useFeedEvent('gap', reloadSoon);
  const found = result.value;
  const count = found?.ok === true ? found.value.unknownDevices.length : 0;
  if (count === 0) return null;
  return (
    <p class="notice adopt-note" role="status">
      {t('waiting', { count })} <a href={linkTo('/unknown')}>{t('adopt')}</a>
    </p>
  );
}
