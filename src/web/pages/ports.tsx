import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import type { PortStatus } from '../../schema/ports/port.js';
import { useInterval, useFeedEvent, useDebounced } from '../live/hooks.js';
import { useFetch } from '../api/use-fetch.js';
import { useApp, useText } from '../app-context.js';
import { LoadNote } from '../components/load-note.js';
import { PageHead } from '../shell/page-head.js';
import { StateNote } from '../components/state-note.js';
import { navigationText } from '../text/navigation.js';
import { isRestricted } from '../session/is-restricted.js';
import { LinePanel } from './ports/line-panel.js';
import { ListenButton } from './ports/listen-button.js';
import { PortRow } from './ports/port-row.js';
import { portsText } from './ports/ports.text.js';

/** Polled, because counters raise no event. */
const POLL_MS = 5_000;

/** The serial ports: state, protocol and counters. */
export function PortsPage(): JSX.Element {
  const { api, session } = useApp();
  const t = useText(portsText);
  const state = session.state.value;
  const emptyHint = state.is === 'in' && isRestricted(state.user) ? t('emptyRestricted') : t('emptyHint');
  const { result, reload } = useFetch(() => api.get<{ ports: readonly PortStatus[] }>('/api/ports'), []);
  useFeedEvent('port', useDebounced(reload));
  useInterval(POLL_MS, reload);
  const found = result.value;
  const chosen = useSignal('');
  const monitored = found?.ok === true ? found.value.ports.find(({ path }) => path === chosen.value) : undefined;
  const choose = (path: string) => () => {
    chosen.value = chosen.peek() === path ? '' : path;
  };
  return (
    <div class="page">
      <PageHead title={useText(navigationText)('ports')} />
      <LoadNote result={found} onRetry={reload} />
      {found?.ok === true && found.value.ports.length === 0 ? (
        <StateNote title={t('empty')}>{emptyHint}</StateNote>
      ) : null}
      {found?.ok === true && found.value.ports.length > 0 ? (
        <table class="rows">
          <thead>
            <tr>
              <th scope="col">{t('port')}</th>
              <th scope="col">{t('state')}</th>
              <th scope="col">{t('protocol')}</th>
              <th scope="col">{t('received')}</th>
              <th scope="col">{t('lastFrame')}</th>
            </tr>
          </thead>
          <tbody>
            {found.value.ports.map((port) => (
              <PortRow
                key={port.path}
                port={port}
                listen={<ListenButton path={port.path} isOpen={port === monitored} onClick={choose(port.path)} />}
              />
            ))}
          </tbody>
        </table>
      ) : null}
      {monitored === undefined ? null : (
        <LinePanel key={monitored.path} port={monitored} onClose={choose(monitored.path)} />
      )}
    </div>
  );
}
