import { errnoOf, messageOf } from '../../errors.js';
import type { ListenerConfig } from '../../schema/config/config.js';
import { PortError } from '../transport/port-error.js';

type ListenAddress = Pick<ListenerConfig, 'transport' | 'host' | 'port'>;

const LISTEN_ERRORS: Readonly<Record<string, (address: ListenAddress) => string>> = {
  EADDRINUSE: ({ transport, port }) =>
    `port ${port} is in use by another program (find it with: sudo ss -ln${transport === 'udp' ? 'u' : 't'}p): ` +
    'stop it, or choose another port',
  EADDRNOTAVAIL: ({ host }) => `${host} is not an address of this machine: correct host; 0.0.0.0 listens on all`,
  EACCES: ({ port }) => `no permission to listen on port ${port}: choose a port of 1024 or higher`,
  EAFNOSUPPORT: () => 'this machine has no IPv6: use an IPv4 address as host',
};

/** Explains why an address cannot be listened on, with the fix. */
export const describeListenError = (address: ListenAddress, error: unknown): string =>
  LISTEN_ERRORS[errnoOf(error) ?? '']?.(address) ?? messageOf(error);

export const explainListenError = (path: string, address: ListenAddress, error: unknown): PortError =>
  new PortError('error', `${path}: ${describeListenError(address, error)}`);
