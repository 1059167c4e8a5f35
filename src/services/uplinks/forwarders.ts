import { cursorAt } from '../../domain/uplinks/cursor.js';
import { countRecords, type DeadLetters } from '../../domain/uplinks/dead-letters.js';
import { addressOf, type UplinkPosition } from '../../domain/uplinks/position.js';
import { failure, messageOf, success, type Result } from '../../errors.js';
import type { Logger } from '../../logger.js';
import type { Change, UplinkBegun } from '../../schema/entry.js';
import { CURSOR_LANES } from '../../schema/uplinks/lane.js';
import type { UplinkStart } from '../../schema/uplinks/uplink-input.js';
import type { UplinkSettings } from '../../schema/uplinks/uplink-settings.js';
import type { ChangeCause, Store } from '../../store/store.js';
import { byUser } from '../edits.js';
import type { Timers } from '../../time/clock.js';
import type { Sink } from '../../uplinks/sink.js';
import type { Time } from '../time/time.js';
import { behindOf } from './lane-state.js';
import { startUplink, type RunningUplink } from './running-uplink.js';
import { deadLetterViews, idleStatus, statusOf, totalsOf } from './status.js';
import type { UplinkDefinition } from './defined-uplinks.js';
import type { UplinkDefinitions } from './uplink-definitions.js';
import { isConnected } from './uplink-run.js';
import type { ResetUplink, UplinkForwarders, UplinkStatus } from './uplinks.js';

export type Forwarders = UplinkForwarders & {
  readonly start: () => void;
  /** Stores all positions; resolves once nothing is in flight. */
  readonly stop: () => Promise<void>;
  /** Calls `listener` with the name of an uplink whose status has changed. Must not throw. */
  readonly onChange: (listener: (name: string) => void) => void;
};

export type ForwardersOptions = {
  readonly definitions: Pick<UplinkDefinitions, 'all' | 'find' | 'onChange'>;
  /** Makes the sink of an uplink; it is not started. */
  readonly openSink: (settings: UplinkSettings) => Promise<Result<Sink>>;
  readonly store: Pick<Store, 'state' | 'history' | 'append' | 'subscribe' | 'startGeneration'>;
  readonly time: Pick<Time, 'now' | 'trustedNow' | 'monotonic' | 'quality' | 'timeZone'>;
  readonly timers: Timers;
  readonly logger: Pick<Logger, 'info' | 'warn' | 'debug'>;
  /** ms of processor time that the gateway has taken */
  readonly cpuMs: () => number;
  /** 0 to 1 */
  readonly random: () => number;
};

/** One uplink: running, or the reason why it does not. */
type Forwarder = {
  running: RunningUplink | undefined;
  /** null: it runs, or is about to */
  idle: { readonly state: 'disabled' | 'stopped'; readonly reason: string | null } | null;
  /** changes one after the other */
  last: Promise<unknown>;
  cancelRetry: () => void;
};

type ForwardersState = ForwardersOptions & {
  readonly all: Map<string, Forwarder>;
  readonly listeners: ((name: string) => void)[];
  isStopped: boolean;
};

const STORE_RETRY_MS = 10_000;

export function createForwarders(options: ForwardersOptions): Forwarders {
  const { definitions } = options;
  const state: ForwardersState = {
    ...options,
    all: new Map(),
    listeners: [],
    isStopped: false,
  };
  definitions.onChange((name) => void inTurn(state, name, () => restart(state, name)));
  return {
    start() {
      void forgetRemoved(state);
      for (const { settings } of definitions.all())
        void inTurn(state, settings.name, () => restart(state, settings.name));
    },
    async stop() {
      state.isStopped = true;
      await Promise.all([...state.all.keys()].map((name) => inTurn(state, name, () => stopRunning(state, name))));
    },
    status: (name) => statusOfName(state, name),
    totals: (name) => totalsOf(state.all.get(name)?.running?.run),
    deadLetters: (name) =>
      deadLetterViews(state.all.get(name)?.running?.run.deadLetters ?? Object.entries(deadOf(state, name))),
    retry: (name, deviceId) => inTurn(state, name, () => retry(state, name, deviceId)),
    reset: (name, how, user) => inTurn(state, name, () => reset(state, { name, how, by: byUser(user) })),
    onChange(listener) {
      state.listeners.push(listener);
    },
  };
}

function forwarderOf({ all }: ForwardersState, name: string): Forwarder {
  const found = all.get(name);
  if (found !== undefined) return found;
  const created: Forwarder = { running: undefined, idle: null, last: Promise.resolve(), cancelRetry: () => undefined };
  all.set(name, created);
  return created;
}

/** Starts, stops and decisions of one uplink happen one after the other. */
function inTurn<T>(state: ForwardersState, name: string, run: () => Promise<T>): Promise<T> {
  const forwarder = forwarderOf(state, name);
  const result = forwarder.last.then(run);
  forwarder.last = result.catch(() => undefined);
  return result;
}

const notify = ({ listeners }: ForwardersState, name: string): void => {
  for (const listener of listeners) listener(name);
};

const deadOf = ({ store }: ForwardersState, name: string): Readonly<Record<string, DeadLetters>> =>
  store.state.deadLetters.get(name) ?? {};

async function stopRunning(state: ForwardersState, name: string): Promise<void> {
  const forwarder = forwarderOf(state, name);
  const { running } = forwarder;
  forwarder.cancelRetry();
  forwarder.running = undefined;
  await running?.stop();
}

/** Starts the uplink as it is defined now; stops it if it is not defined any more. */
async function restart(state: ForwardersState, name: string): Promise<void> {
  await stopRunning(state, name);
  const found = state.definitions.find(name);
  if (found.ok) await start(state, found.value);
  else await forget(state, name);
  notify(state, name);
}

async function start(state: ForwardersState, { settings, withheld }: UplinkDefinition): Promise<void> {
  const { name } = settings;
  const forwarder = forwarderOf(state, name);
  forwarder.idle = null;
  if (state.isStopped) return;
  if (settings.enabled === false) {
    forwarder.idle = { state: 'disabled', reason: null };
    return;
  }
  if (withheld !== undefined) {
    // Without its secrets, another far side may take the records all the same.
    forwarder.idle = { state: 'stopped', reason: withheld };
    state.logger.warn({ uplink: name, reason: withheld }, 'uplink does not run');
    return;
  }
  try {
    const position = state.store.state.uplinkPositions.get(name) ?? (await begin(state, settings));
    const opened =
      position.address === addressOf(settings) ? await state.openSink(settings) : changedAddress(name, position);
    if (opened.ok) forwarder.running = startUplink(runOptions(state, settings, position, opened.value));
    else forwarder.idle = { state: 'stopped', reason: opened.message };
  } catch (error) {
    forwarder.idle = { state: 'stopped', reason: messageOf(error) };
    // The store cannot write at present.
    forwarder.cancelRetry = state.timers.after(
      STORE_RETRY_MS,
      () => void inTurn(state, name, () => restart(state, name)),
    );
  }
  if (forwarder.idle !== null)
    state.logger.warn({ uplink: name, reason: forwarder.idle.reason }, 'uplink does not run');
}

const changedAddress = (name: string, { address }: UplinkPosition): Result<Sink> =>
  failure(
    'conflict',
    `its position belongs to another far side, ${address}: decide where to continue with ` +
      `waypost uplink reset ${name} --from cursor|now|start|NUMBER`,
  );

/** A new uplink begins where its settings say. */
async function begin(state: ForwardersState, settings: UplinkSettings): Promise<UplinkPosition> {
  const after = startAfter(state, settings.from ?? 'now');
  return storeBegun(state, {
    name: settings.name,
    address: addressOf(settings),
    after: { alerts: after, history: after },
  });
}

async function storeBegun({ store }: ForwardersState, v: UplinkBegun, by?: ChangeCause): Promise<UplinkPosition> {
  await store.append([{ kind: 'uplink-begun', v }], by);
  const position = store.state.uplinkPositions.get(v.name);
  if (position === undefined) throw new Error(`the position of uplink ${v.name} was not stored`);
  return position;
}

function startAfter({ store }: ForwardersState, from: Exclude<UplinkStart, 'cursor'>): number {
  if (from === 'now') return store.state.n;
  const oldest = (store.history.firstNumber() ?? store.state.n + 1) - 1;
  return from === 'start' ? oldest : Math.min(Math.max(from, 0), store.state.n);
}

const runOptions = (
  state: ForwardersState,
  settings: UplinkSettings,
  position: UplinkPosition,
  sink: Sink,
): Parameters<typeof startUplink>[0] => ({
  ...{ settings, sink, position },
  ...{ store: state.store, time: state.time, timers: state.timers, logger: state.logger },
  ...{ random: state.random, cpuMs: state.cpuMs },
  dead: deadOf(state, settings.name),
  onChange: () => {
    notify(state, settings.name);
  },
});

async function retry(state: ForwardersState, name: string, deviceId?: string): Promise<Result<undefined>> {
  const { running } = forwarderOf(state, name);
  // A new connection at once, with the files and the credentials as they are now.
  if (running?.run.stopReason !== null || !isConnected(running.run)) await restart(state, name);
  forwarderOf(state, name).running?.retry(deviceId);
  return success(undefined);
}

type Reset = { readonly name: string; readonly how: ResetUplink; readonly by: ChangeCause };

async function reset(state: ForwardersState, { name, how, by }: Reset): Promise<Result<undefined>> {
  const found = state.definitions.find(name);
  if (!found.ok) return found;
  const { settings } = found.value;
  const { from = 'cursor' } = how;
  if (typeof from === 'number' && from > state.store.state.n) {
    return failure('validation_failed', `/from must not be beyond the newest entry, ${state.store.state.n}`);
  }
  await stopRunning(state, name);
  const { uplinkPositions } = state.store.state;
  const position = uplinkPositions.get(name) ?? (await begin(state, settings));
  if (how.newGeneration === true) await startGeneration(state, position, by);
  const [alerts, history] = CURSOR_LANES.map((lane) =>
    from === 'cursor' ? position.lanes[lane].n : startAfter(state, from),
  );
  const after = { alerts: alerts ?? 0, history: history ?? 0 };
  await storeBegun(state, { name, address: addressOf(settings), after }, by);
  if (from === 'cursor' && position.address === addressOf(settings)) await keepMarks(state, name, position);
  await start(state, found.value);
  state.logger.info({ uplink: name, ...after, newGeneration: how.newGeneration === true }, 'uplink was reset');
  notify(state, name);
  return success(undefined);
}

/**
 * Begins a new generation with the first entry whose id may mean another record at the far side, or with the first one
 * that is not settled. What other uplinks have sent keeps its id: their positions are stored before.
 */
async function startGeneration(
  { all, store }: ForwardersState,
  { lanes, stoppedFrom }: UplinkPosition,
  by: ChangeCause,
): Promise<void> {
  for (const { running } of all.values()) await running?.flush();
  const unsettled = Math.min(...CURSOR_LANES.map((lane) => lanes[lane].n)) + 1;
  await store.startGeneration(stoppedFrom ?? unsettled, by);
}

/** The same far side from the same position: what it has behind the marks is compared again. */
async function keepMarks({ store }: ForwardersState, name: string, { lanes }: UplinkPosition): Promise<void> {
  const generation = store.state.generations.at(-1)?.id ?? '';
  const cursors = CURSOR_LANES.map((lane): Change => ({
    kind: 'uplink-cursor',
    v: { name, lane, ...lanes[lane], generation },
  }));
  await store.append(cursors);
}

/** Nothing is kept for an uplink that is not defined any more; one that is to continue is switched off instead. */
async function forget({ store, all, logger }: ForwardersState, name: string): Promise<void> {
  all.delete(name);
  if (!store.state.uplinkPositions.has(name)) return;
  await store.append([{ kind: 'uplink-forgotten', v: { name } }]);
  logger.info({ uplink: name }, 'the position of an uplink that is not defined any more was removed');
}

async function forgetRemoved(state: ForwardersState): Promise<void> {
  const defined = new Set(state.definitions.all().map(({ settings }) => settings.name));
  const removed = [...state.store.state.uplinkPositions.keys()].filter((name) => !defined.has(name));
  for (const name of removed) await forget(state, name).catch(() => undefined);
}

function statusOfName(state: ForwardersState, name: string): UplinkStatus {
  const forwarder = state.all.get(name);
  if (forwarder?.running !== undefined) return statusOf(forwarder.running.run);
  const { state: store } = state.store;
  const position = store.uplinkPositions.get(name);
  const lanes = CURSOR_LANES.map((lane) => ({ cursor: position?.lanes[lane] ?? cursorAt(store.n) }));
  const known = {
    behind: { records: Math.max(...lanes.map((lane) => behindOf(lane, store.n))), oldest: null },
    dropped: position?.dropped.entries ?? 0,
    deadLetters: countRecords(new Map(Object.entries(deadOf(state, name)))),
  };
  const { state: idle, reason } = forwarder?.idle ?? { state: 'connecting' as const, reason: null };
  return idleStatus(idle, reason, known);
}
