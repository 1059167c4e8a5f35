import type { ComponentChildren, JSX } from 'preact';
import type { PortState, PortStatus } from '../../../schema/ports/port.js';
import { formatNumber } from '../../format/quantity.js';
import { useApp, useText } from '../../app-context.js';
import { linkTo } from '../../routing/match.js';
import { useMessage } from '../../components/use-message.js';
import { ChangesLink } from '../../shell/changes-link.js';
import { Age } from '../../components/timestamp.js';
import { ConnectionsLink } from './connections-link.js';
import { Counters } from './counters.js';
import { portsText } from './ports.text.js';
import type { PanelKind } from './use-panels.js';

const BADGE_CLASSES: Readonly<Record<PortState, string>> = {
  open: 'live',
  opening: 'silent',
  busy: 'stale',
  absent: 'silent',
  error: 'expired',
  disabled: 'silent',
  available: 'silent',
};

/** The columns of the table of ports. */
export const PORT_COLUMNS = ['port', 'state', 'protocol', 'received', 'lastFrame'] as const;

type PortPanel = { readonly kind: PanelKind; readonly content: JSX.Element };

export type PortRowProps = {
  readonly port: PortStatus;
  /** the buttons that open the panels of the port */
  readonly actions: ComponentChildren;
  /** what is open below the row */
  readonly panels: readonly PortPanel[];
};

/** One port or listener: its name, state, protocol and counters. */
export function PortRow({ port, actions, panels }: PortRowProps): JSX.Element {
  const t = useText(portsText);
  const show = useMessage();
  const { path, by, name, state, reason, reasonData, deviceId, counters, lastFrameAt, listener, source } = port;
  return (
    <>
      <tr>
        <th scope="row">
          <span class="port-cell">
            {name === null ? null : <span class="port-name">{name}</span>}
            <span class={`port ${name === null ? '' : 'muted small'}`} title={[path, ...by].join('\n')}>
              {path}
            </span>
          </span>
          {deviceId === null ? null : (
            <a class="small" href={linkTo('/devices/:deviceId', { deviceId })}>
              {t('bound', { device: deviceId })}
            </a>
          )}
          {listener === undefined ? null : <ConnectionsLink path={path} listener={listener} />}
          {source === 'configuration' ? null : <ChangesLink subject={path} name={name ?? path} />}
        </th>
        <td data-label={t('state')}>
          <span class="outcome">
            <span class={`badge badge-${BADGE_CLASSES[state]}`}>{t(state)}</span>
            {reason === null ? null : <span class="small">{withoutPath(show(reasonData, reason), path)}</span>}
          </span>
        </td>
        <td data-label={t('protocol')}>
          <Protocol port={port} />
        </td>
        <td data-label={t('received')}>
          <Counters counters={counters} listener={listener} />
        </td>
        <td data-label={t('lastFrame')}>
          <Age at={lastFrameAt === null ? undefined : Date.parse(lastFrameAt)} />
        </td>
        <td class="row-actions">{actions}</td>
      </tr>
      {panels.map(({ kind, content }) => (
        <tr key={kind} class="row-panel">
          <td colSpan={PORT_COLUMNS.length + 1}>{content}</td>
        </tr>
      ))}
    </>
  );
}

function Protocol({
  port: { path, protocol, baudRate, candidates, listener },
}: Pick<PortRowProps, 'port'>): JSX.Element {
  const { preferences } = useApp();
  const t = useText(portsText);
  const overNetwork = listener === undefined ? t('network') : t('transport', { transport: transportOf(path) });
  const medium =
    baudRate === null ? overNetwork : t('speed', { rate: formatNumber(baudRate, preferences.language.value) });
  return (
    <div>
      {protocol === 'auto' ? t('notKnown') : protocol}
      <span class="muted small nowrap">{medium}</span>
      {(protocol === 'auto' ? candidates : []).map((candidate) => (
        <span key={candidate.protocol} class="muted small">
          {t('candidate', { protocol: candidate.protocol, share: Math.round(candidate.share * 100) })}
        </span>
      ))}
    </div>
  );
}

/** The row has the path already. */
function withoutPath(reason: string, path: string): string {
  // French has a space before the colon.
  const [, rest] = /^\s?: (.*)$/s.exec(reason.slice(path.length)) ?? [];
  return reason.startsWith(path) && rest !== undefined ? rest : reason;
}

/** `TCP` of `tcp-listen://0.0.0.0:5027` */
const transportOf = (path: string): string => path.slice(0, path.indexOf('-')).toUpperCase();
