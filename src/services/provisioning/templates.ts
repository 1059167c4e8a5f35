import { hasPrivilege, isRestricted } from '../../domain/accounts/scope.js';
import { isPattern } from '../../domain/provisioning/pattern.js';
import { collectionErrors } from '../../domain/messages.js';
import { failure, success, type Failure } from '../../errors.js';
import type { User } from '../../schema/accounts/user.js';
import type { Template, TemplateInput } from '../../schema/provisioning/template.js';
import type { Store } from '../../store/store.js';
import { createCollection, type Collection } from '../collection.js';
import type { Edits } from '../edits.js';
import type { Time } from '../time/time.js';
import type { Capabilities } from './capabilities.js';

/**
 * Settings that every tracker of one kind gets. They require the privilege `provision`. Restricted users see none,
 * because a port may carry data of any device.
 */
export type Templates = Collection<Template, TemplateInput>;

export type TemplatesOptions = {
  readonly store: Pick<Store, 'state' | 'append'>;
  readonly capabilities: Capabilities;
  readonly time: Pick<Time, 'now'>;
  readonly edits: Edits;
};

export const canProvision = (user: User): boolean => !isRestricted(user) && hasPrivilege(user, 'provision');
export const provisionForbidden = (): Failure =>
  failure('forbidden', 'requires privilege provision and a user not restricted to a group or device');

export function createTemplates({ store, capabilities, time, edits }: TemplatesOptions): Templates {
  const { state } = store;
  return createCollection<'template', TemplateInput>({
    kind: 'template',
    errors: collectionErrors.templates,
    entities: state.templates,
    store,
    time,
    edits,
    canSee: canProvision,
    refuseChange: (user) => (canProvision(user) ? undefined : provisionForbidden()),
    read(input, user) {
      const { name, protocol, description = '', settings = {}, deviceId = null, deviceName = null } = input;
      const { group = null, limits = null, firstNumber = 1 } = input;
      const refused = refuseSettings(input, capabilities) ?? refuseGroup(group, user, state);
      if (refused !== undefined) return refused;
      return success({ name, description, protocol, settings, deviceId, deviceName, group, limits, firstNumber });
    },
  });
}

function refuseGroup(group: string | null, user: User, state: Store['state']): Failure | undefined {
  if (group === null) return undefined;
  if (!hasPrivilege(user, 'groups:write')) {
    return failure('forbidden', '/group: adding devices to a group requires privilege groups:write');
  }
  return state.groups.has(group) ? undefined : failure('validation_failed', `/group: group ${group} not found`);
}

/** Why the protocol cannot have these settings. Values with a placeholder are checked once it is filled in. */
function refuseSettings(
  { protocol, settings = {}, deviceId }: TemplateInput,
  capabilities: Capabilities,
): Failure | undefined {
  const capability = capabilities.get(protocol);
  if (capability === undefined) {
    const known = [...capabilities.keys()].join(', ');
    return failure('validation_failed', `/protocol must be a protocol with provisioning: ${known}`);
  }
  const { provision, validate } = capability;
  const { idSetting } = provision;
  if (idSetting !== undefined && Object.hasOwn(settings, idSetting)) {
    return failure('validation_failed', `/settings/${idSetting}: use /deviceId, the pattern of the ids, instead`);
  }
  if ((deviceId ?? null) !== null && idSetting === undefined && !capability.protocol.requiresDeviceId) {
    return failure('validation_failed', `/deviceId must be left out: ${protocol} trackers report their own id`);
  }
  const [secret] =
    Object.entries(settings).find(
      ([name, value]) => provision.settings[name]?.writeOnly === true && !isPattern(value),
    ) ?? [];
  if (secret !== undefined) {
    return failure(
      'validation_failed',
      `/settings/${secret} is a secret: write {${secret}} and add a column of that name to the list of units`,
    );
  }
  const unknownSetting = Object.keys(settings).find((name) => !Object.hasOwn(provision.settings, name));
  if (unknownSetting !== undefined) {
    return failure('validation_failed', `/settings/${unknownSetting} is not a setting of ${protocol}`);
  }
  const checked = validate(Object.fromEntries(Object.entries(settings).filter(([, value]) => !isPattern(value))));
  return checked.ok ? undefined : failure('validation_failed', `/settings${checked.message}`);
}
