import type { Protocol } from './protocol.js';

/** Stands for a protocol name: the protocol is detected by listening. */
export const AUTO = 'auto';

/** The protocols that a name in the configuration allows; undefined if the name is unknown. */
export function resolveProtocols(
  name: string,
  protocols: Readonly<Record<string, Protocol>>,
): readonly [Protocol, ...Protocol[]] | undefined {
  const named = name === AUTO ? Object.values(protocols) : Object.hasOwn(protocols, name) ? [protocols[name]] : [];
  const [first, ...others] = named.filter((protocol) => protocol !== undefined);
  return first === undefined ? undefined : [first, ...others];
}

/** All names that the configuration accepts, for an error message. */
export const protocolChoices = (protocols: Readonly<Record<string, Protocol>>): string =>
  [...Object.keys(protocols), AUTO].join(', ');
