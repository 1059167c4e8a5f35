import { isForListeners } from '../../protocols/lookup.js';
import type { Protocol } from '../../protocols/protocol.js';
import type { ListenerConfig } from '../../schema/config/config.js';
import { isAnyAddress } from '../../schema/ports/port-path.js';

type ListenerConfigOptions = {
  readonly listeners: readonly ListenerConfig[];
  /** of the API; 0: any free port */
  readonly httpPort: number;
  readonly protocols: Readonly<Record<string, Protocol>>;
};

/** What is wrong with the listeners of the configuration, each with its key, what was expected, and the fix. */
export const findListenerProblems = (options: ListenerConfigOptions): string[] =>
  options.listeners.flatMap((config, index) => {
    const problem = findProblem(options, config, index);
    return problem === undefined ? [] : [`serial.listeners.${index}.${problem}`];
  });

function findProblem(
  { listeners, httpPort, protocols }: ListenerConfigOptions,
  config: ListenerConfig,
  index: number,
): string | undefined {
  const { transport, port, protocol: name, maxConnections } = config;
  const protocol = Object.hasOwn(protocols, name) ? protocols[name] : undefined;
  if (protocol === undefined || !isForListeners(protocol)) {
    const names = Object.entries(protocols).flatMap(([own, row]) => (isForListeners(row) ? [own] : []));
    const why = protocol === undefined ? '' : ': its stream names no device';
    return `protocol must be one of ${names.join(', ')}, not ${name}${why}`;
  }
  if ((transport === 'http') !== (protocol.httpOnly === true)) {
    return protocol.httpOnly === true
      ? `transport must be http for the protocol ${name}, not ${transport}`
      : `transport must be tcp or udp for the protocol ${name}: over http, use osmand`;
  }
  if (transport === 'udp' && maxConnections !== undefined) {
    return `maxConnections must be left out: ${transport} has no connections`;
  }
  if (transport !== 'udp' && port === httpPort) {
    return `port must not be ${port}: http.port is the same; choose another one`;
  }
  const other = listeners.findIndex((one, at) => at < index && sharesAddress(one, config));
  if (other >= 0) return `port must not be ${port}: serial.listeners.${other} listens on the same; choose another one`;
  return undefined;
}

const isStream = ({ transport }: ListenerConfig): boolean => transport !== 'udp';

const sharesAddress = (one: ListenerConfig, other: ListenerConfig): boolean =>
  one.port === other.port &&
  isStream(one) === isStream(other) &&
  (one.host === other.host || [one.host, other.host].some(isAnyAddress));
