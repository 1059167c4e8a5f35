import { hasPrivilege, isRestricted } from '../../domain/accounts/scope.js';
import { foreignField, receiverOfUplink } from '../../domain/receiver.js';
import { failure, success, type Failure, type Result } from '../../errors.js';
import type { Logger } from '../../logger.js';
import type { User } from '../../schema/accounts/user.js';
import type { Change } from '../../schema/entry.js';
import {
  TLS_KEY,
  uplinkSecretNames,
  validateUplinkInput,
  type StoredUplink,
  type UplinkInput,
} from '../../schema/uplinks/uplink-input.js';
import { MAX_UPLINKS, type UplinkSettings } from '../../schema/uplinks/uplink-settings.js';
import type { NamedSecrets, SecretsByKey } from '../../store/secrets.js';
import type { Store } from '../../store/store.js';
import { appendWithin } from '../append-within.js';
import { isUnchanged } from '../edit.js';
import { byUser, type Edits } from '../edits.js';
import { secretsAfter } from '../settings/kept-secrets.js';
import { definedUplinks, joinSecrets, splitSecrets, type UplinkDefinition } from './defined-uplinks.js';

/** The uplinks of the configuration, and those that administrators add, change and remove; the configuration overrides. */
export type UplinkDefinitions = {
  /** those of the configuration first */
  readonly all: () => readonly UplinkDefinition[];
  readonly find: (name: string) => Result<UplinkDefinition>;
  /** Adds an uplink or replaces its settings. */
  readonly put: (user: User, name: string, input: UplinkInput) => Promise<Result<UplinkDefinition>>;
  readonly remove: (user: User, name: string) => Promise<Result<undefined>>;
  /** Settings as `put` would store them, with the secrets that are stored. */
  readonly complete: (name: string, input: UplinkInput) => Result<UplinkSettings>;
  /** Calls `listener` after each change, before the change resolves. Must not throw. */
  readonly onChange: (listener: (name: string) => void) => void;
};

export type UplinkDefinitionsOptions = {
  readonly configured: readonly UplinkSettings[];
  readonly store: Pick<Store, 'state' | 'append'>;
  readonly secrets: NamedSecrets;
  readonly edits: Edits;
  readonly logger: Pick<Logger, 'warn'>;
};

export function createUplinkDefinitions(options: UplinkDefinitionsOptions): UplinkDefinitions {
  const { configured, store, secrets, edits } = options;
  const stored = store.state.uplinks;
  const listeners: ((name: string) => void)[] = [];
  let current = readAll(options);

  const find = (name: string): Result<UplinkDefinition> => {
    const found = current.find(({ settings }) => settings.name === name);
    return found === undefined ? notFound(name) : success(found);
  };

  async function put(user: User, name: string, input: UplinkInput): Promise<Result<UplinkDefinition>> {
    const fixed = refuseConfigured(configured, name);
    if (fixed !== undefined) return fixed;
    const completed = complete(options, name, input);
    if (!completed.ok) return completed;
    if (!stored.has(name) && current.length >= MAX_UPLINKS)
      return failure('conflict', `limit of ${MAX_UPLINKS} uplinks reached: remove one first`);
    const { open, given } = splitSecrets(completed.value);
    const saved = await save(options, open, given, user);
    if (!saved.ok) return saved;
    changed(name);
    return find(name);
  }

  async function remove(user: User, name: string): Promise<Result<undefined>> {
    const fixed = refuseConfigured(configured, name);
    if (fixed !== undefined) return fixed;
    if (!stored.has(name)) return notFound(name);
    await store.append([{ kind: 'uplink-removed', v: { name } }], byUser(user));
    await secrets.save('uplinks', name, {}, {});
    changed(name);
    return success(undefined);
  }

  function changed(name: string): void {
    current = readAll(options);
    for (const listener of listeners) listener(name);
  }

  return {
    all: () => current,
    find,
    complete: (name, input) => complete(options, name, input),
    put: (caller, name, input) => edits(caller, async (user) => refuseChange(user) ?? (await put(user, name, input))),
    remove: (caller, name) => edits(caller, async (user) => refuseChange(user) ?? (await remove(user, name))),
    onChange(listener) {
      listeners.push(listener);
    },
  };
}

type Stored = Pick<UplinkDefinitionsOptions, 'store' | 'secrets'>;

const readAll = ({ configured, store, secrets, logger }: UplinkDefinitionsOptions): readonly UplinkDefinition[] =>
  definedUplinks({
    configured,
    stored: store.state.uplinks.values(),
    secretsOf: (name) => secrets.get('uplinks', name),
    onInvalid(reason) {
      logger.warn({ reason }, 'stored uplink is invalid and not used');
    },
  });

function complete({ store, secrets }: Stored, name: string, input: UplinkInput): Result<UplinkSettings> {
  if (input.name !== undefined && input.name !== name)
    return failure('validation_failed', `/name must be ${name}, as in the path, or left out`);
  const checked = validateUplinkInput({ ...input, name });
  if (!checked.ok) return checked;
  const { open, given } = splitSecrets({ ...checked.value, name });
  const before = store.state.uplinks.get(name);
  const kept = secrets.get('uplinks', name);
  const after = secretsAfter({
    stored: { ...kept, secrets: before === undefined ? {} : secretsOfType(open, kept.secrets) },
    given,
    receiver: receiverOfUplink(open),
  });
  if (after.ok) return success(joinSecrets(open, after.value));
  return failure(after.code, after.message.replace(`/${TLS_KEY} `, '/tls/key '));
}

/** Another type has other secrets: those that it does not have are dropped. */
function secretsOfType({ type }: StoredUplink, stored: SecretsByKey): SecretsByKey {
  const names: readonly string[] = uplinkSecretNames(type);
  return Object.fromEntries(Object.entries(stored).filter(([name]) => names.includes(name)));
}

/** Secrets first: an uplink never runs without those that it needs. They are put back if the rest is not stored. */
async function save(
  { store, secrets }: Stored,
  open: StoredUplink,
  given: SecretsByKey,
  user: User,
): Promise<Result<unknown>> {
  const { name } = open;
  const before = secrets.get('uplinks', name);
  const receiver = receiverOfUplink(open);
  const hasNewSecrets = !isUnchanged(given, before.secrets) || foreignField(before, receiver) !== undefined;
  const undo = () =>
    hasNewSecrets
      ? secrets.save('uplinks', name, before.secrets, before.receiver ?? {}).catch(() => undefined)
      : undefined;
  if (hasNewSecrets) {
    const saved = await secrets.save('uplinks', name, given, receiver);
    if (!saved.ok) return saved;
  }
  const changes: Change[] = isUnchanged(open, store.state.uplinks.get(name)) ? [] : [{ kind: 'uplink', v: open }];
  // Of a secret, only that it was set.
  if (hasNewSecrets)
    changes.push({ kind: 'secrets-set', v: { of: 'uplink', name, secrets: changedNames(given, before.secrets) } });
  try {
    const appended = await appendWithin(store, changes, byUser(user));
    if (!appended.ok) await undo();
    return appended;
  } catch (error) {
    await undo();
    throw error;
  }
}

const changedNames = (given: SecretsByKey, before: SecretsByKey): string[] =>
  [...new Set([...Object.keys(given), ...Object.keys(before)])].filter((name) => given[name] !== before[name]);

function refuseConfigured(configured: readonly UplinkSettings[], name: string): Failure | undefined {
  if (!configured.some((uplink) => uplink.name === name)) return undefined;
  const fix = 'change it in the list uplinks there and restart the gateway, or use another name';
  return failure('conflict', `uplink ${name} is set by the configuration: ${fix}`);
}

const notFound = (name: string): Failure =>
  failure('not_found', `uplink ${name} not found: GET /api/uplinks lists the uplinks`);

/** What an uplink forwards concerns all devices. */
export const refuseRestricted = (user: User): Failure | undefined =>
  isRestricted(user) ? failure('forbidden', 'restricted users cannot access the uplinks of the gateway') : undefined;

/** Any host of the network could be contacted: only administrators may. */
export const refuseChange = (user: User): Failure | undefined =>
  refuseRestricted(user) ??
  (hasPrivilege(user, 'admin') ? undefined : failure('forbidden', 'changes of uplinks require privilege admin'));
