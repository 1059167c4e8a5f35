import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import type { PortState, PortStatus } from '../../schema/ports/port.js';
import { formatNumber } from '../format/quantity.js';
import { useInterval, useFeedEvent, useDebounced } from '../live/hooks.js';
import { useFetch } from '../api/use-fetch.js';
import { useApp, useText } from '../app-context.js';
import { linkTo } from '../routing/match.js';
import { LoadNote } from '../components/load-note.js';
import { PageHead } from '../shell/page-head.js';
import { StateNote } from '../components/state-note.js';
import { Age } from '../components/timestamp.js';
import { navigationText } from '../text/navigation.js';
import { LinePanel } from './ports/line-panel.js';
import { ListenButton } from './ports/listen-button.js';
import { portsText } from './ports/ports.text.js';

/** Events tell of states: what is counted is read again by itself. */
const POLL_MS = 5_000;

const BADGE_CLASSES: Readonly<Record<PortState, string>> = {
  open: 'live',
  opening: 'silent',
  busy: 'stale',
  absent: 'silent',
  error: 'expired',
};

/** The serial ports: how they are, why, and what was heard. */
export function PortsPage(): JSX.Element {
  const { api } = useApp();
  const t = useText(portsText);
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
        <StateNote title={t('empty')}>{t('emptyHint')}</StateNote>
      ) : null}
      {found?.ok === true && found.value.ports.length > 0 ? (
        <table class="rows">
          <thead>
            <tr>
              <th scope="col">{t('port')}</th>
              <th scope="col">{t('state')}</th>
              <th scope="col">{t('protocol')}</th>
              <th scope="col">{t('heard')}</th>
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

type PortRowProps = { readonly port: PortStatus; readonly listen: JSX.Element };

function PortRow({ port, listen }: PortRowProps): JSX.Element {
  const { preferences } = useApp();
  const t = useText(portsText);
  const { path, by, state, reason, protocol, baudRate, deviceId, counters, lastFrameAt, candidates } = port;
  const count = (number: number): string => formatNumber(number, preferences.language.value);
  const faults = (['badChecksums', 'rejected', 'unknownDevices', 'reopened'] as const).filter(
    (name) => counters[name] > 0,
  );
  return (
    <tr>
      <th scope="row">
        <span class="port">{path}</span>
        {by.map((name) => (
          <span key={name} class="muted small">
            {name}
          </span>
        ))}
        {deviceId === null ? null : (
          <a class="small" href={linkTo('/devices/:deviceId', { deviceId })}>
            {t('bound', { device: deviceId })}
          </a>
        )}
        {listen}
      </th>
      <td data-label={t('state')}>
        <span class="outcome">
          <span class={`badge badge-${BADGE_CLASSES[state]}`}>{t(state)}</span>
          {reason === null ? null : <span class="small">{reason}</span>}
        </span>
      </td>
      <td data-label={t('protocol')}>
        <div>
          {protocol === 'auto' ? t('notKnown') : protocol}
          <span class="muted small">{baudRate === null ? t('network') : t('speed', { rate: count(baudRate) })}</span>
          {candidates.map((one) => (
            <span key={one.protocol} class="muted small">
              {t('spoken', { protocol: one.protocol, share: Math.round(one.share * 100) })}
            </span>
          ))}
        </div>
      </td>
      <td data-label={t('heard')}>
        <div>
          {t('frames', { count: count(counters.frames) })}
          <span class="muted small">{t('bytes', { count: count(counters.bytes) })}</span>
          {counters.discardedBytes === 0 ? null : (
            <span class="small">{t('discarded', { count: count(counters.discardedBytes) })}</span>
          )}
          {faults.map((name) => (
            <span key={name} class="small">
              {t(name, { count: count(counters[name]) })}
            </span>
          ))}
        </div>
      </td>
      <td data-label={t('lastFrame')}>
        <Age at={lastFrameAt === null ? undefined : Date.parse(lastFrameAt)} />
      </td>
    </tr>
  );
}
