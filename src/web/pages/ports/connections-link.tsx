import type { JSX } from 'preact';
import type { ListenerStatus } from '../../../schema/ports/listener.js';
import { useText } from '../../app-context.js';
import { linkTo } from '../../routing/match.js';
import { portsText } from './ports.text.js';

export type ConnectionsLinkProps = { readonly path: string; readonly listener: ListenerStatus };

/** The number of connections of a listener, as a link to them. */
export function ConnectionsLink({
  path,
  listener: { connections, maxConnections },
}: ConnectionsLinkProps): JSX.Element {
  const t = useText(portsText);
  const text =
    maxConnections === null
      ? t('senders', { count: connections })
      : t('connections', { count: connections, max: maxConnections });
  return (
    <a class="small" href={linkTo('/ports/:path/connections', { path })} aria-label={t('ofPort', { text, port: path })}>
      {text}
    </a>
  );
}
