import type { JSX } from 'preact';
import type { PortState, PortStatus } from '../../../schema/ports/port.js';
import { formatNumber } from '../../format/quantity.js';
import { useApp, useText } from '../../app-context.js';
import { linkTo } from '../../routing/match.js';
import { useServerText } from '../../components/server-text.js';
import { Age } from '../../components/timestamp.js';
import { portsText } from './ports.text.js';

const BADGE_CLASSES: Readonly<Record<PortState, string>> = {
  open: 'live',
  opening: 'silent',
  busy: 'stale',
  absent: 'silent',
  error: 'expired',
};

export type PortRowProps = {
  readonly port: PortStatus;
  /** the button that opens the lines of the port */
  readonly listen: JSX.Element;
};

/** One port: its names, state, protocol and counters. */
export function PortRow({ port, listen }: PortRowProps): JSX.Element {
  const t = useText(portsText);
  const serverText = useServerText();
  const { path, by, state, reason, deviceId, lastFrameAt } = port;
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
          {reason === null ? null : <span class="small">{serverText(reason)}</span>}
        </span>
      </td>
      <td data-label={t('protocol')}>
        <Protocol port={port} />
      </td>
      <td data-label={t('received')}>
        <Counters counters={port.counters} />
      </td>
      <td data-label={t('lastFrame')}>
        <Age at={lastFrameAt === null ? undefined : Date.parse(lastFrameAt)} />
      </td>
    </tr>
  );
}

function Protocol({ port: { protocol, baudRate, candidates } }: Pick<PortRowProps, 'port'>): JSX.Element {
  const { preferences } = useApp();
  const t = useText(portsText);
  const rate = baudRate === null ? undefined : formatNumber(baudRate, preferences.language.value);
  return (
    <div>
      {protocol === 'auto' ? t('notKnown') : protocol}
      <span class="muted small">{rate === undefined ? t('network') : t('speed', { rate })}</span>
      {candidates.map((candidate) => (
        <span key={candidate.protocol} class="muted small">
          {t('candidate', { protocol: candidate.protocol, share: Math.round(candidate.share * 100) })}
        </span>
      ))}
    </div>
  );
}

const FAULTS = ['badChecksums', 'rejected', 'unknownDevices', 'reopened'] as const;

function Counters({ counters }: Pick<PortStatus, 'counters'>): JSX.Element {
  const { preferences } = useApp();
  const t = useText(portsText);
  const format = (count: number): string => formatNumber(count, preferences.language.value);
  return (
    <div>
      {t('frames', { count: format(counters.frames) })}
      <span class="muted small">{t('bytes', { count: format(counters.bytes) })}</span>
      {counters.discardedBytes === 0 ? null : (
        <span class="small">{t('discarded', { count: format(counters.discardedBytes) })}</span>
      )}
      {FAULTS.filter((name) => counters[name] > 0).map((name) => (
        <span key={name} class="small">
          {t(name, { count: format(counters[name]) })}
        </span>
      ))}
    </div>
  );
}
