import { randomBytes } from 'node:crypto';
import { retryDelay } from '../../domain/uplinks/backoff.js';
import type { UplinkRecord } from '../../schema/uplinks/uplink-record.js';
import type { UplinkSettingsOf } from '../../schema/uplinks/uplink-settings.js';
import { LANES, type Lane, type SendResult, type Sink, type SinkOptions, type SinkStatus } from '../sink.js';
import { openConnection, type Broker, type Connection } from './connection.js';
import { createFarSide, type FarSide } from './far-side.js';
import { CONNECTION_LOST } from './outcomes.js';
import type { Problem } from './problems.js';
import { createPublisher, type Publisher } from './publisher.js';
import { createTopics } from './topics.js';

type Settings = UplinkSettingsOf<'mqtt'>;

/** What a person has to mend may be mended at the broker: it is tried again, but rarely. */
const STOPPED_RETRY_MS = 300_000;
/** A connection that lasts shorter does not end a series of failures. */
const SHORT_MS = 10_000;
/** At a stop, for the messages that are unanswered. */
const IDLE_LIMIT_MS = 2_000;
const DEFAULT_PREFIX = 'waypost';
const LIMITS: Sink['limits'] = { records: 500, bytes: 524_288 };

type MqttSink = {
  readonly settings: Settings;
  readonly options: SinkOptions;
  readonly publisher: Publisher;
  readonly farSide: FarSide;
  readonly open: typeof openConnection;
  connection: Connection | undefined;
  isOpen: boolean;
  openedAt: number;
  problem: string | null;
  /** a person has to act before it can connect */
  mustAct: boolean;
  failures: number;
  isStopped: boolean;
  cancelRetry: () => void;
  onChange: () => void;
  onEnded: () => void;
};

/** An MQTT 5 broker. Nothing waits in the library: what a lost connection leaves unanswered is sent again by the uplink. */
export function createMqttSink(
  settings: Settings,
  options: SinkOptions,
  open: typeof openConnection = openConnection,
): Sink {
  const publisher = createPublisher();
  const topics = createTopics(settings.prefix ?? DEFAULT_PREFIX, options.gatewayId);
  const onRemark = (): void => {
    sink.onChange();
  };
  const sink: MqttSink = {
    ...{ settings, options, publisher, open },
    farSide: createFarSide({ settings, topics, publisher, options, onRemark }),
    connection: undefined,
    isOpen: false,
    openedAt: 0,
    problem: 'not connected yet',
    mustAct: false,
    failures: 0,
    isStopped: false,
    cancelRetry: () => undefined,
    onChange: () => undefined,
    onEnded: () => undefined,
  };
  return {
    start(onChange) {
      sink.onChange = onChange;
      connect(sink, topics.status);
    },
    stop: () => stop(sink),
    status: () => statusOf(sink),
    lanes: LANES,
    limits: LIMITS,
    send: (lane, records) => send(sink, lane, records),
    removeDevice(deviceId) {
      sink.farSide.removeDevice(deviceId);
    },
  };
}

const statusOf = ({ isOpen, problem, mustAct, farSide }: MqttSink): SinkStatus => ({
  connected: isOpen,
  ...(!isOpen && mustAct && { stopped: true as const }),
  reason: isOpen ? farSide.remark() : problem,
  counters: farSide.counters(),
});

async function send(
  { isOpen, isStopped, farSide }: MqttSink,
  lane: Lane,
  records: readonly UplinkRecord[],
): Promise<SendResult> {
  if (isOpen && !isStopped) return farSide.send(lane, records);
  return { results: records.map(() => ({ outcome: 'unknown' })), pause: CONNECTION_LOST };
}

function connect(sink: MqttSink, statusTopic: string): void {
  const { settings, options, farSide } = sink;
  const { testing = false, timers, tls } = options;
  if (!URL.canParse(settings.url)) {
    sink.problem = `the url ${settings.url} is not valid: set it to one like mqtts://broker.example:8883`;
    sink.mustAct = true;
    sink.onChange();
    return;
  }
  const connection = sink.open({
    url: new URL(settings.url),
    clientId: clientId(options),
    user: settings.user,
    password: settings.password,
    ...{ tls, timers },
    statusTopic: testing ? undefined : statusTopic,
    onOpen(broker) {
      onOpen(sink, connection, broker);
    },
    onClosed(problem) {
      onClosed(sink, problem, () => {
        connect(sink, statusTopic);
      });
    },
    onMessage(message) {
      farSide.onMessage(message);
    },
  });
  sink.connection = connection;
}

/** One that is known: the broker ends a connection of this gateway that it has not noticed the end of. */
function clientId({ gatewayId, name, testing = false }: SinkOptions): string {
  const id = `waypost-${gatewayId}-${name}`;
  return testing ? `${id}-test-${randomBytes(4).toString('hex')}` : id;
}

function onOpen(sink: MqttSink, connection: Connection, broker: Broker): void {
  const { publisher, farSide, options } = sink;
  sink.isOpen = true;
  sink.openedAt = options.timers.now();
  sink.problem = null;
  publisher.open(connection, broker);
  if (options.testing !== true) farSide.onConnected(connection, broker);
  sink.onChange();
}

function onClosed(sink: MqttSink, problem: Problem, again: () => void): void {
  const { options, publisher } = sink;
  const { timers, testing = false, name, logger } = options;
  const lasted = sink.isOpen ? timers.now() - sink.openedAt : 0;
  sink.isOpen = false;
  sink.connection = undefined;
  publisher.close();
  sink.onEnded();
  if (sink.isStopped) return;
  sink.problem = problem.reason;
  sink.mustAct = problem.kind === 'stop';
  sink.failures = lasted < SHORT_MS ? sink.failures + 1 : 1;
  logger.debug({ uplink: name, reason: problem.reason }, 'no connection to the broker');
  if (!testing) {
    const asked = problem.kind === 'stop' ? STOPPED_RETRY_MS : problem.retryAfter;
    sink.cancelRetry = timers.after(retryDelay(sink.failures, Math.random(), asked), again);
  }
  sink.onChange();
}

/** The broker gets a moment to answer; then it shows that the gateway is offline. */
async function stop(sink: MqttSink): Promise<void> {
  sink.isStopped = true;
  sink.cancelRetry();
  const { connection, publisher, options } = sink;
  if (connection === undefined) return;
  const ended = new Promise<void>((resolve) => {
    sink.onEnded = resolve;
  });
  if (sink.isOpen) {
    await new Promise<void>((resolve) => {
      const cancel = options.timers.after(IDLE_LIMIT_MS, resolve);
      void publisher.idle().then(() => {
        cancel();
        resolve();
      });
    });
  }
  connection.end();
  await ended;
}
