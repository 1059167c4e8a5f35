import { randomUUID } from 'node:crypto';
import { caseFold } from '../../domain/case-fold.js';
import { isPattern } from '../../domain/provisioning/pattern.js';
import { isRestricted, hasPrivilege } from '../../domain/accounts/scope.js';
import { failure, success, type Failure, type Result } from '../../errors.js';
import type { Template, TemplateInput } from '../../schema/provisioning/template.js';
import type { User } from '../../schema/accounts/user.js';
import type { Store } from '../../store/store.js';
import type { Mutex } from '../../mutex.js';
import type { Clock } from '../../time/clock.js';
import type { Edit } from '../edit.js';
import type { Capabilities } from './capabilities.js';

/**
 * How trackers are set up, by name. They take the privilege `provision`; for a user who is bound to part of the devices
 * there are none: what is on a port may be anybody's.
 */
export type Templates = {
  /** by name */
  readonly list: (user: User) => readonly Template[];
  readonly get: (user: User, id: string) => Result<Template>;
  /** `conflict` when the name is taken */
  readonly create: (user: User, input: TemplateInput) => Promise<Result<Template>>;
  readonly change: (user: User, id: string, edit: Edit<Template, TemplateInput>) => Promise<Result<Template>>;
  readonly remove: (user: User, id: string) => Promise<Result<undefined>>;
};

export type TemplatesOptions = {
  readonly store: Pick<Store, 'state' | 'append'>;
  readonly capabilities: Capabilities;
  readonly clock: Pick<Clock, 'now'>;
  readonly exclusive: Mutex;
};

const MAX_TEMPLATES = 200;

export const canProvision = (user: User): boolean => !isRestricted(user) && hasPrivilege(user, 'provision');
export const provisionForbidden = (): Failure =>
  failure('forbidden', 'this takes the privilege provision, and a user who is not bound to a group or device');

export function createTemplates({ store, capabilities, clock, exclusive }: TemplatesOptions): Templates {
  const { state } = store;

  function get(user: User, id: string): Result<Template> {
    const template = canProvision(user) ? state.templates.get(id) : undefined;
    return template === undefined ? failure('not_found', `there is no template ${id}`) : success(template);
  }

  /** Why its settings can not be those of the protocol; what is filled in later is looked at then. */
  function settingsProblem({ protocol, settings = {}, deviceId }: TemplateInput): Failure | undefined {
    const capability = capabilities.get(protocol);
    if (capability === undefined) {
      const known = [...capabilities.keys()].join(', ');
      return failure('validation_failed', `/protocol must be one whose trackers can be set up: ${known}`);
    }
    const { provision, validate } = capability;
    const { idSetting } = provision;
    if (idSetting !== undefined && Object.hasOwn(settings, idSetting)) {
      return failure('validation_failed', `/settings/${idSetting}: say it as /deviceId, the pattern of the ids`);
    }
    if ((deviceId ?? null) !== null && idSetting === undefined && !capability.protocol.requiresDeviceId) {
      return failure('validation_failed', `/deviceId must be left out: trackers of ${protocol} say an id of their own`);
    }
    const unsafe = Object.entries(settings).find(
      ([name, value]) => provision.settings[name]?.writeOnly === true && !isPattern(value),
    );
    if (unsafe !== undefined) {
      const [name] = unsafe;
      return failure(
        'validation_failed',
        `/settings/${name} is a secret: write {${name}}, and give the list of units that column`,
      );
    }
    const fixedSettings = Object.fromEntries(Object.entries(settings).filter(([, value]) => !isPattern(value)));
    const unknownSetting = Object.keys(settings).find((name) => !Object.hasOwn(provision.settings, name));
    const checked =
      unknownSetting === undefined
        ? validate(fixedSettings)
        : failure('validation_failed', `/${unknownSetting} is no setting of ${protocol}`);
    return checked.ok ? undefined : failure('validation_failed', `/settings${checked.message}`);
  }

  function read(user: User, input: TemplateInput, previous?: Template): Result<Template> {
    const { name, protocol, description = '', settings = {}, deviceId = null, deviceName = null } = input;
    const { group = null, limits = null, firstNumber = 1 } = input;
    const refused = settingsProblem(input);
    if (refused !== undefined) return refused;
    if (group !== null && !hasPrivilege(user, 'groups:write')) {
      return failure('forbidden', 'to have devices join /group takes the privilege groups:write');
    }
    if (group !== null && !state.groups.has(group))
      return failure('validation_failed', `/group: there is no group ${group}`);
    const others = [...state.templates.values()].filter(({ id }) => id !== previous?.id);
    if (others.some((other) => caseFold(other.name) === caseFold(name))) {
      return failure('conflict', `/name: there is a template ${name} already`);
    }
    if (others.length >= MAX_TEMPLATES)
      return failure('conflict', `there are ${MAX_TEMPLATES} templates: remove one first`);
    const lastModified = new Date(clock.now()).toISOString();
    const { id = randomUUID(), creation = lastModified } = previous ?? {};
    const what = { name, description, protocol, settings, deviceId, deviceName, group, limits, firstNumber };
    return success({ id, ...what, creation, lastModified });
  }

  async function save(template: Result<Template>): Promise<Result<Template>> {
    if (template.ok) await store.append([{ kind: 'template', v: template.value }]);
    return template;
  }

  return {
    list: (user) =>
      canProvision(user) ? [...state.templates.values()].sort((a, b) => (a.name < b.name ? -1 : 1)) : [],
    get,
    create: (user, input) =>
      exclusive(async () => (canProvision(user) ? save(read(user, input)) : provisionForbidden())),
    change: (user, id, edit) =>
      exclusive(async () => {
        const found = get(user, id);
        if (!found.ok) return found;
        const edited = edit(found.value);
        return edited.ok ? save(read(user, edited.value, found.value)) : edited;
      }),
    remove: (user, id) =>
      exclusive(async () => {
        const found = get(user, id);
        if (!found.ok) return found;
        await store.append([{ kind: 'template-removed', v: { id } }]);
        return success(undefined);
      }),
  };
}
