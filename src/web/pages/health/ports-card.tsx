import type { JSX } from 'preact';
import type { PortStatus } from '../../../schema/ports/port.js';
import { useText } from '../../app-context.js';
import { useMessage } from '../../components/use-message.js';
import { isInUse, portLabel } from '../../format/port.js';
import { linkTo } from '../../routing/match.js';
import { Card } from '../../components/card.js';
import { portsText } from '../ports/ports.text.js';
import { healthText } from './health.text.js';

/** How many ports are open, and why the others are not. */
export function PortsCard({ ports: all }: { readonly ports: readonly PortStatus[] }): JSX.Element {
  const t = useText(healthText);
  const tPorts = useText(portsText);
  const show = useMessage();
  const ports = all.filter(isInUse);
  const open = ports.filter(({ state }) => state === 'open').length;
  const others = ports.filter(({ state }) => state !== 'open');
  return (
    <Card title={t('portsTitle')}>
      {ports.length === 0 ? <p class="muted">{t('noPorts')}</p> : null}
      {ports.length > 0 ? <p>{t('portsOpen', { open, count: ports.length })}</p> : null}
      {ports.length > 0 && others.length === 0 ? <p class="muted">{t('allOpen')}</p> : null}
      {others.length === 0 ? null : (
        <ul class="plain-list">
          {others.map(({ path, name, state, reason, reasonData }) => (
            <li key={path}>
              <span class="line">
                <span class="breakable">{portLabel({ path, name })}</span>
                <span class={`badge badge-${state === 'opening' ? 'silent' : 'expired'}`}>{tPorts(state)}</span>
              </span>
              {reason === null ? null : <span class="small muted">{show(reasonData, reason)}</span>}
            </li>
          ))}
        </ul>
      )}
      <a href={linkTo('/ports')}>{t('toPorts')}</a>
    </Card>
  );
}
