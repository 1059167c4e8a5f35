import type { JSX } from 'preact';
import type { ListenerStatus } from '../../../schema/ports/listener.js';
import { useApp, useText } from '../../app-context.js';
import { formatNumber } from '../../format/quantity.js';
import { linkTo } from '../../routing/match.js';
import { portsText } from './ports.text.js';

export type ConnectionsLinkProps = { readonly path: string; readonly listener: ListenerStatus };

/** The number of connections of a listener, as a link to them. */
export function ConnectionsLink({
  path,
  listener: { connections, maxConnections },
}: ConnectionsLinkProps): JSX.Element {
  const { preferences } = useApp();
  const t = useText(portsText);
  const format = (count: number): string => formatNumber(count, preferences.language.value);
  const text =
    maxConnections === null
      ? t('senders', { count: format(connections) })
      : t('connections', { count: format(connections), max: format(maxConnections) });
  return (
    <a class="small" href={linkTo('/ports/:path/connections', { path })} aria-label={t('ofPort', { text, port: path })}>
      {text}
    </a>
  );
}
