import type { Protocol } from './protocol.js';

/** Stands for a protocol name: the protocol is detected by listening. */
export const AUTO = 'auto';

/** False: for listeners only. */
export const isForPorts = ({ networkOnly }: Protocol): boolean => networkOnly !== true;

/** False: its stream names no device, and a listener has none to bind it to. */
export const isForListeners = ({ requiresDeviceId, hasIdLines }: Protocol): boolean =>
  !requiresDeviceId || hasIdLines === true;

/** The protocols that a name in the configuration of a port allows; undefined if it allows none. */
export function resolveProtocols(
  name: string,
  protocols: Readonly<Record<string, Protocol>>,
): readonly [Protocol, ...Protocol[]] | undefined {
  const named = name === AUTO ? Object.values(protocols) : Object.hasOwn(protocols, name) ? [protocols[name]] : [];
  const [first, ...others] = named.flatMap((protocol) =>
    protocol !== undefined && isForPorts(protocol) ? [protocol] : [],
  );
  return first === undefined ? undefined : [first, ...others];
}

/** All names that the configuration of a port accepts. */
export const protocolNames = (protocols: Readonly<Record<string, Protocol>>): readonly string[] => [
  AUTO,
  ...Object.entries(protocols).flatMap(([name, protocol]) => (isForPorts(protocol) ? [name] : [])),
];

/** The same for an error message. */
export const protocolChoices = (protocols: Readonly<Record<string, Protocol>>): readonly string[] => {
  const [auto = AUTO, ...names] = protocolNames(protocols);
  return [...names, auto];
};
