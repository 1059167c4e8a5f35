import { isActive } from '../../domain/accounts/scope.js';
import { failure, success, type Result } from '../../errors.js';
import type { Logger } from '../../logger.js';
import { isAuthor } from '../../schema/accounts/author.js';
import type { User } from '../../schema/accounts/user.js';
import type {
  ProvisioningPortView,
  Provisioning,
  ProvisioningInput,
  ProvisioningView,
} from '../../schema/provisioning/provisioning.js';
import type { ProvisioningReceipt } from '../../schema/provisioning/receipt.js';
import { viewUnfinishedWork, type UnfinishedWorkView } from '../../schema/provisioning/unfinished-provisioning.js';
import type { Ports } from '../../serial/port/ports.js';
import type { Change } from '../../schema/entry.js';
import type { ChangeCause, Store } from '../../store/store.js';
import type { Timers } from '../../time/clock.js';
import { withAuthor } from '../accounts/author.js';
import { appendWithin } from '../append-within.js';
import type { Devices } from '../devices/devices.js';
import { byUser, type Edits } from '../edits.js';
import type { Time } from '../time/time.js';
import type { Capabilities, Capability } from './capabilities.js';
import type { AllocatedNumbers } from './row-allocator.js';
import { createProvisioningSession, type ProvisioningSession, type ProvisioningSessionOptions } from './session.js';
import { readSessionRequest, type SessionGoal } from './session-request.js';
import { canProvision, provisionForbidden } from './templates.js';

/**
 * Provisioning sessions. They require the privilege `provision` and an unrestricted user, because a port may carry data
 * of any device. Nothing is written to a port outside a session, nor after its time limit.
 */
export type ProvisioningSessions = {
  /** newest first; ended sessions until the gateway stops */
  readonly list: (user: User) => readonly ProvisioningView[];
  readonly get: (user: User, id: string) => Result<ProvisioningView>;
  readonly create: (user: User, input: ProvisioningInput) => Promise<Result<ProvisioningView>>;
  /** Completes the current trackers first. */
  readonly end: (user: User, id: string) => Promise<Result<ProvisioningView>>;
  /** trackers that may be partly configured; they are completed on the next port in provisioning */
  readonly unfinished: (user: User) => readonly UnfinishedWorkView[];
  /** newest first */
  readonly receipts: (user: User, query: { readonly deviceId?: string }) => readonly ProvisioningReceipt[];
  readonly receipt: (user: User, id: string) => Result<ProvisioningReceipt>;
  /** the ports in provisioning, with their progress */
  readonly activePorts: () => readonly ProvisioningPortView[];
  readonly subscribe: (listener: (path: string) => void) => () => void;
  /** Continues the sessions that a restart interrupted. */
  readonly start: () => void;
  readonly stop: () => Promise<void>;
};

export type ProvisioningSessionsOptions = {
  readonly store: Pick<Store, 'state' | 'append'>;
  readonly ports: Pick<Ports, 'acquireLease' | 'statuses'>;
  readonly devices: Pick<Devices, 'upsert' | 'reserve' | 'release'>;
  readonly capabilities: Capabilities;
  readonly time: Pick<Time, 'now' | 'trustedNow' | 'accountNow'>;
  readonly timers: Timers;
  readonly random?: () => number;
  /** ms until a single tracker that does not reply has failed */
  readonly noAnswerMs?: number | undefined;
  readonly logger: Logger;
  readonly edits: Edits;
};

type SessionsState = {
  readonly options: ProvisioningSessionsOptions;
  readonly sessions: Map<string, ProvisioningSession>;
  readonly listeners: Set<(path: string) => void>;
  readonly numbers: AllocatedNumbers;
};

/** Only the last ended sessions are shown. */
const MAX_SHOWN = 20;
const NO_ANSWER_MS = 30_000;

export function createProvisioningSessions(options: ProvisioningSessionsOptions): ProvisioningSessions {
  const { state } = options.store;
  const all: SessionsState = { options, sessions: new Map(), listeners: new Set(), numbers: new Map() };
  const { sessions, listeners } = all;

  function find(user: User, id: string): Result<ProvisioningSession> {
    const session = canProvision(user) ? sessions.get(id) : undefined;
    return session === undefined ? failure('not_found', `provisioning ${id} not found`) : success(session);
  }

  return {
    list: (user) => (canProvision(user) ? [...sessions.values()].reverse().map(({ view }) => view()) : []),
    get(user, id) {
      const found = find(user, id);
      return found.ok ? success(found.value.view()) : found;
    },
    create: (caller, input) =>
      options.edits(caller, async (user) => (canProvision(user) ? create(all, user, input) : provisionForbidden())),
    async end(user, id) {
      const found = find(user, id);
      if (!found.ok) return found;
      await found.value.finish(`${user.name} ended it`, byUser(user));
      return success(found.value.view());
    },
    unfinished: (user) => (canProvision(user) ? [...state.unfinished.values()].map(viewUnfinishedWork) : []),
    receipts: (user, { deviceId: id }) =>
      canProvision(user)
        ? [...state.receipts.values()]
            .filter(({ deviceId, hardwareId }) => id === undefined || deviceId === id || hardwareId === id)
            .reverse()
        : [],
    receipt(user, id) {
      const receipt = canProvision(user) ? state.receipts.get(id) : undefined;
      return receipt === undefined ? failure('not_found', `receipt ${id} not found`) : success(receipt);
    },
    activePorts: () =>
      [...sessions.values()].map(({ view }) => view()).flatMap(({ ended, ports }) => (ended === null ? ports : [])),
    subscribe(listener) {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
    start() {
      for (const provisioning of state.provisionings.values()) resume(all, provisioning);
    },
    async stop() {
      await Promise.all([...sessions.values()].map((session) => session.stop()));
    },
  };
}

async function create(all: SessionsState, user: User, input: ProvisioningInput): Promise<Result<ProvisioningView>> {
  const { store, time } = all.options;
  const request = readSessionRequest(input, {
    user,
    state: store.state,
    at: time.now(),
    capabilityOf: (goal) => capabilityOf(goal, all.options),
  });
  if (!request.ok) return request;
  const { provisioning, rows } = request.value;
  const isStored = provisioning.dryRun !== true;
  // Stored before the start, so that a restart knows about it.
  const by = byUser(user);
  const v = isAuthor(by) ? { ...provisioning, author: by } : provisioning;
  const changes: Change[] = isStored ? [{ kind: 'provisioning', v }] : [];
  const stored = await appendWithin(store, changes, by);
  if (!stored.ok) return stored;
  const session = open(all, { provisioning, rows, secrets: input.secrets ?? {}, by });
  if (session.ok) return success(session.value.view());
  if (!isStored) return session;
  await store.append(ending(provisioning, session.message), by);
  return session;
}

const ending = ({ id }: Provisioning, reason: string): readonly Change[] => [
  { kind: 'provisioning-ended', v: { id, reason } },
];

function resume(all: SessionsState, { author, ...provisioning }: Provisioning): void {
  const { store, time } = all.options;
  const isOver = Date.parse(provisioning.until) <= time.now();
  const by = author ?? { user: provisioning.by.id };
  const given = { provisioning, rows: provisioning.units, secrets: {}, by };
  if (!isOver && !provisioning.hadSecrets && open(all, given).ok) return;
  const reason = isOver
    ? 'its time limit passed while the gateway was stopped'
    : 'the gateway restarted, and its secrets are not stored';
  store.append(ending(provisioning, reason), by).catch(() => undefined);
}

type OpenOptions = Pick<ProvisioningSessionOptions, 'provisioning' | 'rows' | 'secrets' | 'by'>;

function open(
  { options, sessions, listeners, numbers }: SessionsState,
  { provisioning, rows, secrets, by }: OpenOptions,
): Result<ProvisioningSession> {
  const { store, ports, devices, time, timers, logger, random = Math.random, noAnswerMs = NO_ANSWER_MS } = options;
  const capability = capabilityOf(provisioning, options);
  if (!capability.ok) return capability;
  const session = createProvisioningSession({
    ...{ provisioning, rows, secrets, capability: capability.value, numbers },
    otherCapabilities: [...options.capabilities.values()].filter((other) => other !== capability.value),
    ...{ store, ports, devices, noAnswerMs, time, timers, random, logger },
    by,
    operator: () => operatorOf(provisioning, by, options),
    onChange(path) {
      for (const listener of listeners) listener(path);
    },
    onEnd(reason, endedBy = { user: provisioning.by.id }) {
      if (provisioning.dryRun === true) return;
      store.append(ending(provisioning, reason), endedBy).catch((error: unknown) => {
        // Harmless: a restart does not continue it after its time limit.
        logger.debug({ err: error }, 'end of provisioning session not stored');
      });
    },
  });
  if (!session.ok) return session;
  sessions.set(provisioning.id, session.value);
  const ended = [...sessions].filter(([, { view }]) => view().ended !== null);
  for (const [id] of ended.slice(0, -MAX_SHOWN)) sessions.delete(id);
  return session;
}

function capabilityOf(
  { template, undo }: SessionGoal,
  { store, capabilities }: ProvisioningSessionsOptions,
): Result<Capability> {
  const name = template?.protocol ?? store.state.receipts.get(undo ?? '')?.protocol ?? '';
  const capability = capabilities.get(name);
  return capability === undefined
    ? failure('conflict', `protocol ${name} does not support provisioning`)
    : success(capability);
}

function operatorOf(
  { by }: Provisioning,
  cause: ChangeCause,
  { store, time }: ProvisioningSessionsOptions,
): Result<User> {
  const user = store.state.users.get(by.id);
  const isUsable = user !== undefined && isActive(user, time.trustedNow(), time.accountNow()) && canProvision(user);
  if (isUsable) return success(isAuthor(cause) ? withAuthor(user, cause) : user);
  return failure('forbidden', `${by.name} may no longer provision: another user must put the port into provisioning`);
}
