import type { Protocol } from '../../protocols/protocol.js';
import type { Provision, Setting } from '../../protocols/provision.js';
import { validatorOf, type Validator } from '../../schema/validator.js';

/** The settings of one protocol that provisioning can change. */
export type Capability = {
  readonly protocol: Protocol;
  readonly provision: Provision;
  /** checks settings by name, and refuses unknown ones */
  readonly validate: Validator<unknown>;
};
export type Capabilities = ReadonlyMap<string, Capability>;

/** The capabilities of all protocols, by protocol name. */
export const capabilitiesOf = (protocols: Readonly<Record<string, Protocol>>): Capabilities =>
  new Map(
    Object.values(protocols).flatMap((protocol): [string, Capability][] => {
      const { name, provision } = protocol;
      return provision === undefined
        ? []
        : [[name, { protocol, provision, validate: validatorFor(provision.settings) }]];
    }),
  );

const validatorFor = (settings: Readonly<Record<string, Setting>>): Validator<unknown> =>
  validatorOf({ type: 'object', properties: settings, additionalProperties: false });
