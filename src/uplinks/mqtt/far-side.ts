import type { UplinkLocation, UplinkRecord } from '../../schema/uplinks/uplink-record.js';
import type { UplinkSettingsOf } from '../../schema/uplinks/uplink-settings.js';
import type { Lane, RecordResult, SendResult, SinkOptions } from '../sink.js';
import { createMqttCommands } from './commands.js';
import type { Broker, Connection, Incoming } from './connection.js';
import { createHomeAssistant, type HomeAssistant } from './home-assistant.js';
import { asksForTime, outcomeOf, resultsOf } from './outcomes.js';
import { isTaken, NO_SUBSCRIBERS, type Publication, type PublishAnswer } from './publication.js';
import type { Priority, Publisher, PublisherCall } from './publisher.js';
import { createStates, statePayload, type DeviceState } from './states.js';
import type { Topics } from './topics.js';

export type FarSideOptions = {
  readonly settings: Pick<UplinkSettingsOf<'mqtt'>, 'name' | 'user' | 'commands' | 'homeAssistant'>;
  readonly options: SinkOptions;
  readonly topics: Topics;
  readonly publisher: Publisher;
  /** What the far side cannot take has changed. */
  readonly onRemark: () => void;
};

/** What the broker's topics show of the gateway and its devices. */
export type FarSide = {
  readonly onConnected: (connection: Connection, broker: Broker) => void;
  readonly onMessage: (message: Incoming) => void;
  readonly send: (lane: Lane, records: readonly UplinkRecord[]) => Promise<SendResult>;
  readonly removeDevice: (deviceId: string) => void;
  /** what the broker does not take besides records, and how to fix it */
  readonly remark: () => string | null;
  readonly counters: () => Readonly<Record<string, number>>;
};

/** Removed devices that the broker shows until there is a connection. */
const MAX_REMOVED = 1_000;
const DEFAULT_DISCOVERY_PREFIX = 'homeassistant';
const NO_RETAINED = 'the broker keeps no retained messages: states and status are seen by present subscribers alone';

type State = FarSideOptions & {
  readonly homeAssistant: HomeAssistant | undefined;
  readonly removed: Set<string>;
  readonly remarks: Map<'retained' | 'commands' | 'others', string>;
  withoutSubscribers: number;
};

export function createFarSide(given: FarSideOptions): FarSide {
  const { settings, options, topics, publisher } = given;
  const { homeAssistant = false, commands: takesCommands = false } = settings;
  const state: State = {
    ...given,
    homeAssistant:
      homeAssistant === false
        ? undefined
        : createHomeAssistant({
            prefix: homeAssistant === true ? DEFAULT_DISCOVERY_PREFIX : homeAssistant,
            topics,
            gatewayId: options.gatewayId,
            waypostVersion: options.waypostVersion,
            device: options.device,
            devices: options.devices,
            publish: (publication) => show(state, 'announcements', publication),
          }),
    removed: new Set(),
    remarks: new Map(),
    withoutSubscribers: 0,
  };
  const states = createStates({
    options,
    publish: (record) => show(state, 'live', stateOf(topics, record)),
  });
  const commands = createMqttCommands({
    sendCommand: options.sendCommand,
    topics,
    timers: options.timers,
    publish: (publication) => void publisher.publish('control', publication),
  });

  return {
    onConnected(connection, { keepsRetained }) {
      states.forgetAll();
      state.remarks.clear();
      if (!keepsRetained) state.remarks.set('retained', NO_RETAINED);
      void show(state, 'control', { topic: topics.status, payload: 'online', retain: true });
      if (takesCommands) void subscribe(state, connection);
      void showRemoved(state);
      void showAgain(state, states.showAll);
    },
    onMessage(message) {
      void commands.onMessage(message);
    },
    send: (lane, records) =>
      lane === 'live' ? sendLive(state, states.onLive, records) : sendInOrder(state, states.onHistory, lane, records),
    removeDevice(deviceId) {
      states.forget(deviceId);
      state.homeAssistant?.forget(deviceId);
      const [oldest] = state.removed;
      if (oldest !== undefined && state.removed.size >= MAX_REMOVED) state.removed.delete(oldest);
      state.removed.add(deviceId);
      void showRemoved(state);
    },
    remark: () => [...state.remarks.values()][0] ?? null,
    counters: () => ({
      published: publisher.published(),
      without_subscribers: state.withoutSubscribers,
      ...(takesCommands && commands.counters()),
    }),
  };
}

/** A broker without persistence forgets what it retained. Entities first: they read their states. */
async function showAgain({ homeAssistant }: State, showAll: () => Promise<void>): Promise<void> {
  await homeAssistant?.onConnected();
  await showAll();
}

const stateOf = (topics: Topics, state: DeviceState): Publication => ({
  ...{ topic: topics.ofDevice(state.deviceId, 'state'), payload: statePayload(state), retain: true },
  ...(state.id !== undefined && { id: state.id }),
});

/** Publishes what is no record: that the broker refuses it is a remark. */
async function show(state: State, priority: Priority, publication: Publication): Promise<PublishAnswer> {
  const answer = await state.publisher.publish(priority, publication);
  const result = outcomeOf(answer, publication.topic, { uplink: state.settings.name, user: state.settings.user });
  if (result.outcome === 'refused') remark(state, 'others', result.reason);
  return answer;
}

function remark(state: State, kind: 'commands' | 'others', text: string): void {
  if (state.remarks.has(kind)) return;
  state.remarks.set(kind, text);
  state.onRemark();
}

async function subscribe(state: State, connection: Connection): Promise<void> {
  const { topics } = state;
  const code = await connection.subscribe(topics.commands);
  if (code === undefined || code < 0x80) return;
  const hex = code.toString(16);
  remark(
    state,
    'commands',
    `no commands: the broker refuses the subscription to ${topics.commands} (reason code 0x${hex}): allow it there`,
  );
}

/** Empties the retained messages of devices that exist no more. */
async function showRemoved(state: State): Promise<void> {
  const { removed, topics, homeAssistant, options } = state;
  for (const deviceId of [...removed]) {
    if (options.device(deviceId) !== undefined) {
      removed.delete(deviceId);
      continue;
    }
    const announced = homeAssistant === undefined ? [] : [homeAssistant.removal(deviceId)];
    const emptied = [...announced, { topic: topics.ofDevice(deviceId, 'state'), payload: '', retain: true }];
    const answers = await Promise.all(emptied.map((publication) => show(state, 'control', publication)));
    if (answers.every(({ kind }) => kind !== 'lost')) removed.delete(deviceId);
  }
}

type ShowState = (record: UplinkLocation) => Promise<PublishAnswer> | undefined;

async function sendLive(state: State, onLive: ShowState, records: readonly UplinkRecord[]): Promise<SendResult> {
  const sent = records.map((record) => {
    const shown = record.kind === 'location' ? onLive(record) : undefined;
    return shown === undefined ? Promise.resolve(TAKEN) : announceAnd(state, record.deviceId, shown);
  });
  return judge(state, records, await Promise.all(sent), 'state');
}

const TAKEN: PublishAnswer = { kind: 'acknowledged', code: 0, reason: undefined };

async function announceAnd<T>({ homeAssistant }: State, deviceId: string, shown: Promise<T>): Promise<T> {
  await homeAssistant?.onLocation(deviceId);
  return shown;
}

async function sendInOrder(
  state: State,
  onHistory: ShowState,
  lane: Exclude<Lane, 'live'>,
  records: readonly UplinkRecord[],
): Promise<SendResult> {
  const { topics, publisher } = state;
  const topic = lane === 'history' ? 'location' : 'alert';
  const call: PublisherCall = { isOver: false };
  const states: Promise<unknown>[] = [];
  const sent = records.map(async (record) => {
    const { id, deviceId } = record;
    const publication = { topic: topics.ofDevice(deviceId, topic), payload: JSON.stringify(record), id };
    const answer = await publisher.publish(lane, publication, call);
    if (asksForTime(answer)) call.isOver = true;
    if (answer.kind === 'acknowledged' && answer.code === NO_SUBSCRIBERS) state.withoutSubscribers += 1;
    const shown = record.kind === 'location' && isTaken(answer) ? onHistory(record) : undefined;
    if (shown !== undefined) states.push(announceAnd(state, deviceId, shown));
    return answer;
  });
  const answers = await Promise.all(sent);
  await Promise.all(states);
  return judge(state, records, answers, topic);
}

function judge(
  { settings, topics }: State,
  records: readonly UplinkRecord[],
  answers: readonly PublishAnswer[],
  topic: 'location' | 'alert' | 'state',
): SendResult {
  const options = { uplink: settings.name, user: settings.user };
  const outcomes = records.map(({ deviceId }, index): RecordResult => {
    const answer = answers[index];
    return answer === undefined ? { outcome: 'unknown' } : outcomeOf(answer, topics.ofDevice(deviceId, topic), options);
  });
  return resultsOf(records, answers, outcomes);
}
