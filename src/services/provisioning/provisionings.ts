import { isOpen } from '../../domain/scope.js';
import { failure, success, type Result } from '../../errors.js';
import type { Logger } from '../../logger.js';
import type { BenchView, Provisioning, ProvisioningInput, ProvisioningView } from '../../schema/provisioning.js';
import type { ProvisioningReceipt, Row } from '../../schema/receipt.js';
import { viewUnfinished, type UnfinishedView } from '../../schema/unfinished.js';
import type { User } from '../../schema/user.js';
import type { Ports } from '../../serial/ports.js';
import type { Timers } from '../../serial/timers.js';
import type { Store } from '../../store/store.js';
import type { Turns } from '../../turns.js';
import type { Clock } from '../clock.js';
import type { Devices } from '../devices.js';
import type { Capabilities, Capability } from './capabilities.js';
import type { Numbers } from './handing-out.js';
import { readAsked, type Order } from './asked.js';
import { createSession, type Session } from './session.js';
import { mayProvision, noProvisioner } from './templates.js';

/**
 * Ports in provisioning. It takes the privilege `provision`, and a user who is not bound: what is on a port may be
 * anybody's. Nothing is ever written to a port that was not put into provisioning, nor after its time is over.
 */
export type Provisionings = {
  /** the newest first; those that are over for as long as the gateway runs */
  readonly list: (user: User) => readonly ProvisioningView[];
  readonly get: (user: User, id: string) => Result<ProvisioningView>;
  readonly create: (user: User, input: ProvisioningInput) => Promise<Result<ProvisioningView>>;
  /** What is under way is brought to its end first. */
  readonly end: (user: User, id: string) => Promise<Result<ProvisioningView>>;
  /** trackers that may be half set, and are finished when they are on a port in provisioning again */
  readonly unfinished: (user: User) => readonly UnfinishedView[];
  /** the newest first */
  readonly receipts: (user: User, query: { readonly deviceId?: string }) => readonly ProvisioningReceipt[];
  readonly receipt: (user: User, id: string) => Result<ProvisioningReceipt>;
  /** the ports that are in provisioning, and how far each has come */
  readonly benches: () => readonly BenchView[];
  readonly subscribe: (listener: (path: string) => void) => () => void;
  /** Goes on with what a restart has cut. */
  readonly start: () => void;
  readonly stop: () => Promise<void>;
};

export type ProvisioningsOptions = {
  readonly store: Pick<Store, 'state' | 'append'>;
  readonly ports: Pick<Ports, 'lend' | 'statuses'>;
  readonly devices: Pick<Devices, 'enrol' | 'reserve' | 'release'>;
  readonly capabilities: Capabilities;
  readonly clock: Pick<Clock, 'now'>;
  readonly timers: Timers;
  readonly random?: () => number;
  readonly logger: Logger;
  readonly inTurn: Turns;
};

/** Of those that are over the last are shown. */
const MOST_SHOWN = 20;

export function createProvisionings(options: ProvisioningsOptions): Provisionings {
  const { store, ports, devices, capabilities, clock, timers, logger, inTurn, random = Math.random } = options;
  const { state } = store;
  const sessions = new Map<string, Session>();
  const listeners = new Set<(path: string) => void>();
  const numbers: Numbers = new Map();

  function workerOf({ by }: Provisioning): Result<User> {
    const user = state.users.get(by.id);
    if (user !== undefined && isOpen(user, clock.now()) && mayProvision(user)) return success(user);
    return failure(
      'forbidden',
      `${by.name} may set up trackers no more: somebody else must put the port into provisioning`,
    );
  }

  function capabilityOf({ template, undo }: Order): Result<Capability> {
    const name = template?.protocol ?? state.receipts.get(undo ?? '')?.protocol ?? '';
    const capability = capabilities.get(name);
    return capability === undefined
      ? failure('conflict', `trackers of ${name} can not be set up`)
      : success(capability);
  }

  function open(provisioning: Provisioning, rows: readonly Row[] | null, secrets: Row): Result<Session> {
    const capability = capabilityOf(provisioning);
    if (!capability.ok) return capability;
    const session = createSession({
      provisioning,
      rows,
      secrets,
      capability: capability.value,
      ...{ store, ports, devices, clock, timers, random, logger, numbers },
      worker: () => workerOf(provisioning),
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
    for (const [id] of ended.slice(0, -MOST_SHOWN)) sessions.delete(id);
    return session;
  }

  function get(user: User, id: string): Result<Session> {
    const session = mayProvision(user) ? sessions.get(id) : undefined;
    return session === undefined ? failure('not_found', `there is no provisioning ${id}`) : success(session);
  }

  return {
    list: (user) => (mayProvision(user) ? [...sessions.values()].reverse().map(({ view }) => view()) : []),
    get(user, id) {
      const found = get(user, id);
      return found.ok ? success(found.value.view()) : found;
    },
    create: (user, input) =>
      inTurn(async () => {
        if (!mayProvision(user)) return noProvisioner();
        const asked = readAsked(input, { user, state, at: clock.now(), capabilityOf });
        if (!asked.ok) return asked;
        const { provisioning, rows } = asked.value;
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
    unfinished: (user) => (mayProvision(user) ? [...state.unfinished.values()].map(viewUnfinished) : []),
    receipts: (user, { deviceId }) =>
      mayProvision(user)
        ? [...state.receipts.values()]
            .filter(
              (receipt) => deviceId === undefined || receipt.deviceId === deviceId || receipt.hardwareId === deviceId,
            )
            .reverse()
        : [],
    receipt(user, id) {
      const receipt = mayProvision(user) ? state.receipts.get(id) : undefined;
      return receipt === undefined ? failure('not_found', `there is no receipt ${id}`) : success(receipt);
    },
    benches: () =>
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
