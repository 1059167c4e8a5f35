import { randomUUID } from 'node:crypto';
import { isWithinScope } from '../../domain/accounts/scope.js';
import { success, type Result } from '../../errors.js';
import { unknownErrors } from '../../domain/messages.js';
import { displayErrors } from './messages.js';
import type { Display, DisplayInput, DisplayView } from '../../schema/accounts/display.js';
import type { User } from '../../schema/accounts/user.js';
import type { Store } from '../../store/store.js';
import { appendWithin } from '../append-within.js';
import { isTaken } from '../collection.js';
import { byUser, type Edits } from '../edits.js';
import type { Time } from '../time/time.js';
import { DISPLAY_GRANT, type SignIn } from './authentication.js';
import { refuseCredential } from './confirmation.js';
import { digestOf, generateKey, isSameDigest } from './key-hash.js';
import type { LastUses } from './last-uses.js';
import { groupIdOf } from './users.js';

/** Wall screens: each has a key of its own, and is visible to users whose scope includes its own. */
export type Displays = {
  /** sorted by name */
  readonly list: (actor: User) => DisplayView[];
  /** The key cannot be read again. */
  readonly create: (actor: User, input: DisplayInput) => Promise<Result<{ display: DisplayView; key: string }>>;
  /** Ends its tokens and streams at once. */
  readonly remove: (actor: User, displayId: string) => Promise<Result<undefined>>;
  /** What the key of a display proves; undefined: it is no key of a display. */
  readonly recognize: (key: string) => SignIn | undefined;
};

export type DisplaysOptions = {
  readonly store: Pick<Store, 'state' | 'append'>;
  readonly lastUses: Pick<LastUses, 'of'>;
  readonly time: Pick<Time, 'trustedNow'>;
  readonly edits: Edits;
};

export function createDisplays({ store, lastUses, time, edits }: DisplaysOptions): Displays {
  const { displays, groups } = store.state;
  const view = ({ id, name, group, deviceId, creation, lastUsed }: Display): DisplayView => ({
    ...{ id, name, group, deviceId, creation },
    lastUsed: lastUses.of(id, lastUsed),
  });

  async function create(actor: User, { name, group }: DisplayInput) {
    // Left out: what the actor sees.
    const scope = { group: group === undefined ? actor.group : groupIdOf({ groups }, group), deviceId: actor.deviceId };
    if (!isWithinScope(actor, scope)) {
      return displayErrors.beyondUser('/group');
    }
    if (scope.group !== null && scope.group !== actor.group && !groups.has(scope.group)) {
      return unknownErrors.group({ id: scope.group }, '/group');
    }
    if (isTaken(name, [...displays.values()], (other) => [other.name])) {
      return displayErrors.nameTaken({ name }, '/name');
    }
    const key = generateKey();
    const creation = new Date(time.trustedNow()).toISOString();
    const display = { id: randomUUID(), name, ...scope, creation, lastUsed: null, digest: digestOf(key) };
    const stored = await appendWithin(store, [{ kind: 'display', v: display }], byUser(actor));
    return stored.ok ? success({ display: view(display), key }) : stored;
  }

  return {
    list: (actor) =>
      [...displays.values()]
        .filter((display) => isWithinScope(actor, display))
        .sort((a, b) => (a.name < b.name ? -1 : 1))
        .map(view),
    async create(caller, input) {
      return refuseCredential(caller) ?? edits(caller, (actor) => create(actor, input));
    },
    remove: (caller, displayId) =>
      edits(caller, async (actor) => {
        const display = displays.get(displayId);
        if (display === undefined || !isWithinScope(actor, display)) {
          return displayErrors.notFound({ id: displayId });
        }
        await store.append([{ kind: 'display-removed', v: { id: displayId } }], byUser(actor));
        return success(undefined);
      }),
    recognize(key) {
      const digest = digestOf(key);
      const [display] = [...displays.values()].filter((one) => isSameDigest(digest, one.digest));
      return display && { subject: display.id, grant: DISPLAY_GRANT, passwordId: '' };
    },
  };
}
