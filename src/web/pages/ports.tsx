import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import type { PortState, PortStatus } from '../../schema/port.js';
import { numberText } from '../format/quantity.js';
import { useEvery, useHearing, useSoon } from '../live/hearing.js';
import { useLoading } from '../loading.js';
import { useParts, useText } from '../parts.js';
import { linkTo } from '../routing/match.js';
import { LoadNote } from '../shell/load-note.js';
import { PageHead } from '../shell/page-head.js';
import { StateNote } from '../shell/state-note.js';
import { Age } from '../shell/when.js';
import { navigationText } from '../text/navigation.js';
import { LinePanel } from './ports/line-panel.js';
import { ListenButton } from './ports/listen-button.js';
import { portsText } from './ports.text.js';

/** Events tell of states: what is counted is read again by itself. */
const COUNTERS_MS = 5_000;

const looks: Readonly<Record<PortState, string>> = {
  open: 'live',
  opening: 'silent',
  busy: 'stale',
  absent: 'silent',
  error: 'expired',
};

/** The serial ports: how they are, why, and what was heard. */
export function PortsPage(): JSX.Element {
  const { api } = useParts();
  const say = useText(portsText);
  const { answer, again } = useLoading(() => api.get<{ ports: readonly PortStatus[] }>('/api/ports'), []);
  useHearing('port', useSoon(again));
  useEvery(COUNTERS_MS, again);
  const found = answer.value;
  const chosen = useSignal('');
  const listened = found?.ok === true ? found.value.ports.find(({ path }) => path === chosen.value) : undefined;
  const choose = (path: string) => () => {
    chosen.value = chosen.peek() === path ? '' : path;
  };
  return (
    <div class="page">
      <PageHead title={useText(navigationText)('ports')} />
      <LoadNote answer={found} onRetry={again} />
      {found?.ok === true && found.value.ports.length === 0 ? (
        <StateNote title={say('empty')}>{say('emptyHint')}</StateNote>
      ) : null}
      {found?.ok === true && found.value.ports.length > 0 ? (
        <table class="rows">
          <thead>
            <tr>
              <th scope="col">{say('port')}</th>
              <th scope="col">{say('state')}</th>
              <th scope="col">{say('protocol')}</th>
              <th scope="col">{say('heard')}</th>
              <th scope="col">{say('lastFrame')}</th>
            </tr>
          </thead>
          <tbody>
            {found.value.ports.map((port) => (
              <PortRow
                key={port.path}
                port={port}
                listen={<ListenButton path={port.path} isOpen={port === listened} onClick={choose(port.path)} />}
              />
            ))}
          </tbody>
        </table>
      ) : null}
      {listened === undefined ? null : (
        <LinePanel key={listened.path} port={listened} onClose={choose(listened.path)} />
      )}
    </div>
  );
}

type PortRowProps = { readonly port: PortStatus; readonly listen: JSX.Element };

function PortRow({ port, listen }: PortRowProps): JSX.Element {
  const { preferences } = useParts();
  const say = useText(portsText);
  const { path, by, state, reason, protocol, baudRate, deviceId, counters, lastFrameAt, heard } = port;
  const count = (number: number): string => numberText(number, preferences.language.value);
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
            {say('bound', { device: deviceId })}
          </a>
        )}
        {listen}
      </th>
      <td data-label={say('state')}>
        <span class="outcome">
          <span class={`badge badge-${looks[state]}`}>{say(state)}</span>
          {reason === null ? null : <span class="small">{reason}</span>}
        </span>
      </td>
      <td data-label={say('protocol')}>
        <div>
          {protocol === 'auto' ? say('notKnown') : protocol}
          <span class="muted small">
            {baudRate === null ? say('network') : say('speed', { rate: count(baudRate) })}
          </span>
          {heard.map((one) => (
            <span key={one.protocol} class="muted small">
              {say('spoken', { protocol: one.protocol, share: Math.round(one.share * 100) })}
            </span>
          ))}
        </div>
      </td>
      <td data-label={say('heard')}>
        <div>
          {say('frames', { count: count(counters.frames) })}
          <span class="muted small">{say('bytes', { count: count(counters.bytes) })}</span>
          {counters.discardedBytes === 0 ? null : (
            <span class="small">{say('discarded', { count: count(counters.discardedBytes) })}</span>
          )}
          {faults.map((name) => (
            <span key={name} class="small">
              {say(name, { count: count(counters[name]) })}
            </span>
          ))}
        </div>
      </td>
      <td data-label={say('lastFrame')}>
        <Age at={lastFrameAt === null ? undefined : Date.parse(lastFrameAt)} />
      </td>
    </tr>
  );
}
