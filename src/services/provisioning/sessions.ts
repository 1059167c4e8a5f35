import { isActive } from '../../domain/accounts/scope.js';
import { failure, success, type Result } from '../../errors.js';
import type { Logger } from '../../logger.js';
import type {
  ProvisioningPortView,
  Provisioning,
  ProvisioningInput,
  ProvisioningView,
} from '../../schema/provisioning/provisioning.js';
import type { ProvisioningReceipt, UnitRow } from '../../schema/provisioning/receipt.js';
import { viewUnfinishedWork, type UnfinishedWorkView } from '../../schema/provisioning/unfinished-provisioning.js';
import type { User } from '../../schema/accounts/user.js';
import type { Ports } from '../../serial/port/ports.js';
import type { Timers } from '../../time/timers.js';
import type { Store } from '../../store/store.js';
import type { Mutex } from '../../mutex.js';
import type { Clock } from '../../time/clock.js';
import type { Devices } from '../devices/devices.js';
import type { Capabilities, Capability } from './capabilities.js';
import type { AllocatedNumbers } from './row-allocator.js';
import { readSessionRequest, type SessionGoal } from './session-request.js';
import { createProvisioningSession, type ProvisioningSession } from './session.js';
import { canProvision, provisionForbidden } from './templates.js';

/**
 * Ports in provisioning. It takes the privilege `provision`, and a user who is not bound: what is on a port may be
 * anybody's. Nothing is ever written to a port that was not put into provisioning, nor after its time is over.
 */
export type ProvisioningSessions = {
  /** the newest first; those that are over for as long as the gateway runs */
  readonly list: (user: User) => readonly ProvisioningView[];
  readonly get: (user: User, id: string) => Result<ProvisioningView>;
  readonly create: (user: User, input: ProvisioningInput) => Promise<Result<ProvisioningView>>;
  /** What is under way is brought to its end first. */
  readonly end: (user: User, id: string) => Promise<Result<ProvisioningView>>;
  /** trackers that may be half set, and are finished when they are on a port in provisioning again */
  readonly unfinished: (user: User) => readonly UnfinishedWorkView[];
  /** the newest first */
  readonly receipts: (user: User, query: { readonly deviceId?: string }) => readonly ProvisioningReceipt[];
  readonly receipt: (user: User, id: string) => Result<ProvisioningReceipt>;
  /** the ports that are in provisioning, and how far each has come */
  readonly activePorts: () => readonly ProvisioningPortView[];
  readonly subscribe: (listener: (path: string) => void) => () => void;
  /** Goes on with what a restart has cut. */
  readonly start: () => void;
  readonly stop: () => Promise<void>;
};

export type ProvisioningSessionsOptions = {
  readonly store: Pick<Store, 'state' | 'append'>;
  readonly ports: Pick<Ports, 'acquireLease' | 'statuses'>;
  readonly devices: Pick<Devices, 'upsert' | 'reserve' | 'release'>;
  readonly capabilities: Capabilities;
  readonly clock: Pick<Clock, 'now'>;
  readonly timers: Timers;
  readonly random?: () => number;
  readonly logger: Logger;
  readonly exclusive: Mutex;
};

/** Of those that are over the last are shown. */
const MAX_SHOWN = 20;

export function createProvisioningSessions(options: ProvisioningSessionsOptions): ProvisioningSessions {
  const { store, ports, devices, capabilities, clock, timers, logger, exclusive, random = Math.random } = options;
  const { state } = store;
  const sessions = new Map<string, ProvisioningSession>();
  const listeners = new Set<(path: string) => void>();
  const numbers: AllocatedNumbers = new Map();

  function operatorOf({ by }: Provisioning): Result<User> {
    const user = state.users.get(by.id);
    if (user !== undefined && isActive(user, clock.now()) && canProvision(user)) return success(user);
    return failure(
      'forbidden',
      `${by.name} may set up trackers no more: somebody else must put the port into provisioning`,
    );
  }

  function capabilityOf({ template, undo }: SessionGoal): Result<Capability> {
    const name = template?.protocol ?? state.receipts.get(undo ?? '')?.protocol ?? '';
    const capability = capabilities.get(name);
    return capability === undefined
      ? failure('conflict', `trackers of ${name} can not be set up`)
      : success(capability);
  }

  function open(
    provisioning: Provisioning,
    rows: readonly UnitRow[] | null,
    secrets: UnitRow,
  ): Result<ProvisioningSession> {
    const capability = capabilityOf(provisioning);
    if (!capability.ok) return capability;
    const session = createProvisioningSession({
      provisioning,
      rows,
      secrets,
      capability: capability.value,
      ...{ store, ports, devices, clock, timers, random, logger, numbers },
      operator: () => operatorOf(provisioning),
      onChange(path) {
        for (const listener of listeners) listener(path);
      },
      onEnd(reason) {
        store.append([{ kind: 'provisioning-ended', v: { id: provisioning.id, reason } }]).catch((error: unknown) => {
          // Its time is over all the same: it is not gone on with after that.
          logger.debug({ err: error }, 'the end of a provisioning is not written');
        });
      },
    });
    if (!session.ok) return session;
    sessions.set(provisioning.id, session.value);
    const ended = [...sessions].filter(([, { view }]) => view().ended !== null);
    for (const [id] of ended.slice(0, -MAX_SHOWN)) sessions.delete(id);
    return session;
  }

  function get(user: User, id: string): Result<ProvisioningSession> {
    const session = canProvision(user) ? sessions.get(id) : undefined;
    return session === undefined ? failure('not_found', `there is no provisioning ${id}`) : success(session);
  }

  return {
    list: (user) => (canProvision(user) ? [...sessions.values()].reverse().map(({ view }) => view()) : []),
    get(user, id) {
      const found = get(user, id);
      return found.ok ? success(found.value.view()) : found;
    },
    create: (user, input) =>
      exclusive(async () => {
        if (!canProvision(user)) return provisionForbidden();
        const request = readSessionRequest(input, { user, state, at: clock.now(), capabilityOf });
        if (!request.ok) return request;
        const { provisioning, rows } = request.value;
        // Written down first: what is begun is known of after a restart.
        await store.append([{ kind: 'provisioning', v: provisioning }]);
        const session = open(provisioning, rows, input.secrets ?? {});
        if (session.ok) return success(session.value.view());
        await store.append([{ kind: 'provisioning-ended', v: { id: provisioning.id, reason: session.message } }]);
        return session;
      }),
    async end(user, id) {
      const found = get(user, id);
      if (!found.ok) return found;
      await found.value.finish(`${user.name} ended it`);
      return success(found.value.view());
    },
    unfinished: (user) => (canProvision(user) ? [...state.unfinished.values()].map(viewUnfinishedWork) : []),
    receipts: (user, { deviceId }) =>
      canProvision(user)
        ? [...state.receipts.values()]
            .filter(
              (receipt) => deviceId === undefined || receipt.deviceId === deviceId || receipt.hardwareId === deviceId,
            )
            .reverse()
        : [],
    receipt(user, id) {
      const receipt = canProvision(user) ? state.receipts.get(id) : undefined;
      return receipt === undefined ? failure('not_found', `there is no receipt ${id}`) : success(receipt);
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
      for (const provisioning of state.provisionings.values()) {
        const isOver = Date.parse(provisioning.until) <= clock.now();
        const opened = isOver || provisioning.hadSecrets ? undefined : open(provisioning, provisioning.units, {});
        if (opened?.ok === true) continue;
        const reason = isOver
          ? 'its time was over while the gateway did not run'
          : 'the gateway was started anew, and what was secret is not known any more';
        store.append([{ kind: 'provisioning-ended', v: { id: provisioning.id, reason } }]).catch(() => undefined);
      }
    },
    async stop() {
      await Promise.all([...sessions.values()].map((session) => session.stop()));
    },
  };
}
