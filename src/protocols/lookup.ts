import type { Protocol } from './protocol.js';

/** In the place of a protocol's name: what is spoken is found out by listening. */
export const AUTO = 'auto';

/** The protocols that may be spoken by a name in the configuration; undefined when there is none of that name. */
export function resolveProtocols(
  name: string,
  protocols: Readonly<Record<string, Protocol>>,
): readonly [Protocol, ...Protocol[]] | undefined {
  const named = name === AUTO ? Object.values(protocols) : Object.hasOwn(protocols, name) ? [protocols[name]] : [];
  const [first, ...others] = named.filter((protocol) => protocol !== undefined);
  return first === undefined ? undefined : [first, ...others];
}

/** All that may stand in the place of a name, to be shown to who wrote another. */
export const protocolChoices = (protocols: Readonly<Record<string, Protocol>>): string =>
  [...Object.keys(protocols), AUTO].join(', ');
