import { randomUUID } from 'node:crypto';
import { BOUNDS } from '../../domain/bounds.js';
import { hasPrivilege } from '../../domain/accounts/scope.js';
import { readInstant } from '../../domain/clock/instant.js';
import { success, type Failure, type Result } from '../../errors.js';
import { accessKeyErrors } from './messages.js';
import type { AccessKey, AccessKeyInput, AccessKeyView } from '../../schema/accounts/access-key.js';
import { privilegesOf } from '../../schema/accounts/privileges.js';
import type { User } from '../../schema/accounts/user.js';
import type { Store } from '../../store/store.js';
import { appendWithin } from '../append-within.js';
import { isTaken } from '../collection.js';
import { byUser, type Edits } from '../edits.js';
import type { Time } from '../time/time.js';
import { refuseByAccessKey, refuseCredential } from './confirmation.js';
import { digestOf, generateAccessKey } from './key-hash.js';
import { accessKeysOf, removalOf } from './key-removals.js';
import type { LastUses } from './last-uses.js';
import type { Users } from './users.js';

/** Named API keys of a user, each with rights and an end of its own. */
export type AccessKeys = {
  /** oldest first, with those that have expired */
  readonly list: (actor: User, userId: string) => Result<AccessKeyView[]>;
  /** The key cannot be read again. */
  readonly create: (
    actor: User,
    userId: string,
    input: AccessKeyInput,
  ) => Promise<Result<{ accessKey: AccessKeyView; key: string }>>;
  /** Ends its tokens and streams at once. */
  readonly remove: (actor: User, userId: string, keyId: string) => Promise<Result<undefined>>;
};

export type AccessKeysOptions = {
  readonly store: Pick<Store, 'state' | 'append'>;
  readonly users: Pick<Users, 'findManageable'>;
  readonly lastUses: Pick<LastUses, 'ofKey'>;
  readonly time: Pick<Time, 'trustedNow' | 'accountNow'>;
  readonly edits: Edits;
};

export function createAccessKeys(options: AccessKeysOptions): AccessKeys {
  const { store, users, lastUses, edits } = options;
  const { state } = store;
  function view(key: AccessKey): AccessKeyView {
    const { id, name, privileges, expires, created } = key;
    const createdBy = { id: key.createdBy, name: state.users.get(key.createdBy)?.name ?? '' };
    return { id, name, privileges, expires, created, createdBy, ...lastUses.ofKey(key) };
  }

  return {
    list(actor, userId) {
      const found = users.findManageable(actor, userId);
      return found.ok ? success(accessKeysOf(state, userId).map(view)) : found;
    },
    create: (caller, userId, input) =>
      edits(caller, async (actor) => {
        const found = users.findManageable(actor, userId);
        if (!found.ok) return found;
        const refused = refuseCredential(caller);
        if (refused !== undefined) return refused;
        const key = generateAccessKey();
        const made = readAccessKey(options, { actor, user: found.value, input, digest: digestOf(key) });
        if (!made.ok) return made;
        const stored = await appendWithin(store, [{ kind: 'access-key', v: made.value }], byUser(actor));
        return stored.ok ? success({ accessKey: view(made.value), key }) : stored;
      }),
    remove: (caller, userId, keyId) =>
      edits(caller, async (actor) => {
        const found = users.findManageable(actor, userId);
        if (!found.ok) return found;
        const refused = refuseByAccessKey(actor, userId);
        if (refused !== undefined) return refused;
        const key = state.accessKeys.get(keyId);
        if (key?.userId !== userId) return accessKeyErrors.notFound({ id: keyId });
        await store.append([removalOf(key)], byUser(actor));
        return success(undefined);
      }),
  };
}

type Draft = {
  readonly actor: User;
  readonly user: User;
  readonly input: AccessKeyInput;
  readonly digest: string;
};

/** The key that an input makes of a user, if it is within what the user may do and has. */
function readAccessKey({ store, time }: AccessKeysOptions, { actor, user, input, digest }: Draft): Result<AccessKey> {
  const { name, privileges } = input;
  const excess = privileges.find((grant) => !privilegesOf(grant).every((one) => hasPrivilege(user, one)));
  if (excess !== undefined) return accessKeyErrors.privilege({ privilege: excess }, '/privileges');
  const expires = typeof input.expires === 'string' ? readInstant(input.expires, '/expires') : success(null);
  if (!expires.ok) return expires;
  if (expires.value !== null && Date.parse(expires.value) <= time.accountNow()) {
    return accessKeyErrors.past('/expires');
  }
  const others = accessKeysOf(store.state, user.id);
  if (isTaken(name, others, (other) => [other.name])) {
    return accessKeyErrors.nameTaken({ name }, '/name');
  }
  if (others.length >= MAX_OF_USER) return tooMany();
  return success({
    ...{ id: randomUUID(), userId: user.id, name, privileges, expires: expires.value, digest },
    ...{ created: new Date(time.trustedNow()).toISOString(), createdBy: actor.id, lastUsed: null, address: null },
  });
}

const MAX_OF_USER = BOUNDS.accessKeys.share.max;
const tooMany = (): Failure => accessKeyErrors.tooMany({ limit: MAX_OF_USER });
