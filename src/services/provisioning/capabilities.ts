import type { Protocol } from '../../protocols/protocol.js';
import type { Provision, Setting } from '../../protocols/provision.js';
import { validatorOf, type Validator } from '../../schema/validator.js';

/** What can be set on trackers of one protocol. */
export type Capability = {
  readonly protocol: Protocol;
  readonly provision: Provision;
  /** of all settings by name; nothing else may be among them */
  readonly validate: Validator<unknown>;
};
export type Capabilities = ReadonlyMap<string, Capability>;

/** Those of the table, by the names of the protocols. */
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
