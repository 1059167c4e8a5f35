import { randomUUID } from 'node:crypto';
import { success, type Result } from '../../errors.js';
import { signInErrors } from './messages.js';
import type { Author } from '../../schema/accounts/author.js';
import type { Session, SessionView } from '../../schema/accounts/session.js';
import type { User } from '../../schema/accounts/user.js';
import type { Change } from '../../schema/entry.js';
import type { Store } from '../../store/store.js';
import type { Time } from '../time/time.js';
import { byUser, type Edits } from '../edits.js';
import { PASSWORD_GRANT, type SignIn } from './authentication.js';
import { refuseByAccessKey } from './confirmation.js';
import type { LastUses } from './last-uses.js';
import type { Users } from './users.js';

/** The client that signs in. */
export type SignInClient = { readonly address: string; readonly userAgent: string };

type SessionStart = {
  readonly by: Session['by'];
  readonly client: SignInClient;
  readonly author: Author;
  /** ms */
  readonly lifetimeMs: number;
};

/** The sign-ins of users that last: those with `remember`, and those by a link. */
export type Sessions = {
  /** Resolves when the session is durable; the user's oldest gives way if there are too many. */
  readonly start: (proven: SignIn, start: SessionStart) => Promise<SignIn>;
  /** newest first; `grant`: of the caller's token */
  readonly list: (actor: User, userId: string, grant?: string) => Result<SessionView[]>;
  readonly end: (actor: User, userId: string, sessionId: string) => Promise<Result<undefined>>;
  /**
   * Ends every token, session and link of the user; `keys`: also the API key and the access keys. `conflict`: no
   * administrator could sign in any more.
   */
  readonly signOut: (actor: User, userId: string, keys: boolean) => Promise<Result<undefined>>;
};

export type SessionsOptions = {
  readonly store: Pick<Store, 'state' | 'append'>;
  readonly users: Pick<Users, 'findManageable' | 'keyRemovals'>;
  readonly edits: Edits;
  readonly lastUses: Pick<LastUses, 'of'>;
  readonly time: Pick<Time, 'trustedNow'>;
};

const MAX_USER_AGENT_LENGTH = 160;

export function createSessions({ store, users, lastUses, time, edits }: SessionsOptions): Sessions {
  const { state } = store;
  const sessionsOf = (userId: string): Session[] =>
    [...state.sessions.values()].filter((session) => session.userId === userId);

  return {
    async start(proven, { by, client, lifetimeMs, author }) {
      const now = time.trustedNow();
      const session: Session = {
        id: randomUUID(),
        userId: proven.subject,
        keyId: keyIdOf(state, proven.grant),
        passwordId: proven.passwordId,
        by,
        created: new Date(now).toISOString(),
        expires: new Date(now + lifetimeMs).toISOString(),
        lastUsed: null,
        address: client.address,
        userAgent: shorten(client.userAgent),
      };
      await store.append([{ kind: 'session', v: session }], author);
      return { ...proven, grant: session.id };
    },
    list(actor, userId, grant) {
      const found = users.findManageable(actor, userId);
      if (!found.ok) return found;
      const now = time.trustedNow();
      const valid = sessionsOf(userId).filter(({ expires }) => Date.parse(expires) > now);
      return success(
        valid.toReversed().map(({ id, by, created, expires, address, userAgent, lastUsed }) => ({
          ...{ id, by, created, expires, address, userAgent },
          lastUsed: lastUses.of(id, lastUsed),
          current: id === grant,
        })),
      );
    },
    async end(actor, userId, sessionId) {
      const found = users.findManageable(actor, userId);
      if (!found.ok) return found;
      const session = state.sessions.get(sessionId);
      if (session?.userId !== userId) return signInErrors.sessionNotFound({ id: sessionId });
      const refused = refuseByAccessKey(actor, userId);
      if (refused !== undefined) return refused;
      await store.append([{ kind: 'sessions-removed', v: { ids: [session.id] } }], byUser(actor));
      return success(undefined);
    },
    signOut: (caller, userId, keys) =>
      edits(caller, async (actor) => {
        const found = users.findManageable(actor, userId);
        if (!found.ok) return found;
        const refused = refuseByAccessKey(actor, userId);
        if (refused !== undefined) return refused;
        const removals = keys ? users.keyRemovals(found.value) : success([]);
        if (!removals.ok) return removals;
        const signedOut: Change = { kind: 'signed-out', v: { userId, passwordId: randomUUID() } };
        await store.append([signedOut, ...removals.value], byUser(actor));
        return success(undefined);
      }),
  };
}

/** The API key that a grant goes back to; null: a password. */
function keyIdOf({ sessions }: Pick<Store['state'], 'sessions'>, grant: string): string | null {
  if (grant === PASSWORD_GRANT) return null;
  const session = sessions.get(grant);
  return session === undefined ? grant : session.keyId;
}

/** Control characters would disturb a terminal that lists the sessions. */
const shorten = (userAgent: string): string => userAgent.replace(/\p{C}/gu, '').slice(0, MAX_USER_AGENT_LENGTH);
