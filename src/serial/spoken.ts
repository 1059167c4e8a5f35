import type { Protocol } from '../protocols/protocol.js';

/** In the place of a protocol's name: what is spoken is found out by listening. */
export const auto = 'auto';

/** The protocols that may be spoken by a name in the configuration; undefined when there is none of that name. */
export function protocolsNamed(
  name: string,
  protocols: Readonly<Record<string, Protocol>>,
): readonly [Protocol, ...Protocol[]] | undefined {
  const named = name === auto ? Object.values(protocols) : Object.hasOwn(protocols, name) ? [protocols[name]] : [];
  const [first, ...others] = named.filter((protocol) => protocol !== undefined);
  return first === undefined ? undefined : [first, ...others];
}

/** All that may stand in the place of a name, to be shown to who wrote another. */
export const spokenNames = (protocols: Readonly<Record<string, Protocol>>): string =>
  [...Object.keys(protocols), auto].join(', ');
