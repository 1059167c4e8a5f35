import { errnoOf, messageOf } from '../../errors.js';
import { english } from '../../messages/english.js';
import type { GatewayMessage } from '../../messages/message.js';
import type { ListenerConfig } from '../../schema/config/config.js';
import { listenMessages, portMessages } from '../messages.js';
import { PortError } from '../transport/port-error.js';

type ListenAddress = Pick<ListenerConfig, 'transport' | 'host' | 'port'>;

const LISTEN_ERRORS: Readonly<Record<string, (address: ListenAddress) => GatewayMessage>> = {
  EADDRINUSE: ({ transport, port }) =>
    transport === 'udp' ? listenMessages.inUseUdp({ port }) : listenMessages.inUseTcp({ port }),
  EADDRNOTAVAIL: ({ host }) => listenMessages.otherAddress({ host }),
  EACCES: ({ port }) => listenMessages.noPermission({ port }),
  EAFNOSUPPORT: () => listenMessages.noIpv6(),
};

const reasonOf = (address: ListenAddress, error: unknown): GatewayMessage | undefined =>
  LISTEN_ERRORS[errnoOf(error) ?? '']?.(address);

/** Explains why an address cannot be listened on, with the fix. */
export function describeListenError(address: ListenAddress, error: unknown): string {
  const reason = reasonOf(address, error);
  return reason === undefined ? messageOf(error) : english(reason);
}

export const explainListenError = (path: string, address: ListenAddress, error: unknown): PortError =>
  new PortError('error', portMessages.failed({ path, detail: reasonOf(address, error) ?? messageOf(error) }));
