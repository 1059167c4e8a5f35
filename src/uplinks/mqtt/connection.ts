import type { Socket } from 'node:net';
import mqttClient from 'mqtt/lib/client';
import type { Timers } from '../../time/clock.js';
import type { SinkTls } from '../sink.js';
import {
  connectProblem,
  disconnectProblem,
  endProblem,
  noAnswer,
  noBroker,
  speaksMqtt3,
  transportProblem,
  type Problem,
  type RefusedConnection,
} from './problems.js';
import { LOST, type Publication, type PublishAnswer } from './publication.js';
import { openBrokerSocket } from './socket.js';

/** What the broker can do, as it reported when it accepted the connection. */
export type Broker = {
  /** messages that may be unanswered */
  readonly receiveMaximum: number;
  readonly maxPacketBytes: number;
  readonly keepsRetained: boolean;
};

export type Incoming = {
  readonly topic: string;
  readonly payload: Buffer;
  readonly isRetained: boolean;
  readonly responseTopic: string | undefined;
  readonly correlationData: Buffer | undefined;
};

export type ConnectionOptions = {
  readonly url: URL;
  readonly clientId: string;
  readonly user: string | undefined;
  readonly password: string | undefined;
  readonly tls: SinkTls;
  /** the topic that shows `offline`, retained, once the connection is gone */
  readonly statusTopic: string | undefined;
  readonly timers: Timers;
  readonly onOpen: (broker: Broker) => void;
  /** Called once, also if it was never open; what was unanswered is lost. */
  readonly onClosed: (problem: Problem) => void;
  readonly onMessage: (message: Incoming) => void;
};

/** One connection to a broker, from its beginning to its end. It is never made again. */
export type Connection = {
  /** Sends at once; calls `done` once, later. */
  readonly publish: (publication: Publication, done: (answer: PublishAnswer) => void) => void;
  /** Resolves with the reason code of the broker; undefined: the connection is gone. */
  readonly subscribe: (filter: string) => Promise<number | undefined>;
  /** Ends it in order; `onClosed` is called. */
  readonly end: () => void;
};

const CONNECT_LIMIT_MS = 12_000;
const KEEPALIVE_S = 15;
/** A broker that answers pings, but no message for so long, is left. */
const ANSWER_LIMIT_MS = 60_000;
/** The broker publishes the will also when the connection ends in order, if it is asked to. MQTT 5, 3.14.2.1. */
const DISCONNECT_WITH_WILL = 0x04;
const CLOSE_LIMIT_MS = 1_000;
/** Commands: MQTT 5, 3.1.2.11. */
const RECEIVE_MAXIMUM = 16;
const MAX_RECEIVED_BYTES = 32_768;
const MAX_RECEIVE_MAXIMUM = 65_535;
/** Remaining length of a CONNACK of MQTT 3.1.1; that of MQTT 5 has properties too. */
const CONNACK_3_LENGTH = 2;

type Client = mqttClient.default;

type ConnectionState = {
  readonly options: ConnectionOptions;
  readonly host: string;
  readonly unanswered: Set<(answer: PublishAnswer) => void>;
  client: Client | undefined;
  socket: Socket | undefined;
  isOpen: boolean;
  isClosed: boolean;
  problem: Problem | undefined;
  /** the acknowledgement that the library is handling */
  acknowledged: Extract<PublishAnswer, { kind: 'acknowledged' }> | undefined;
  cancelAnswerLimit: () => void;
  onPacket: () => void;
};

export function openConnection(options: ConnectionOptions): Connection {
  const state: ConnectionState = {
    options,
    host: options.url.host,
    unanswered: new Set(),
    client: undefined,
    socket: undefined,
    isOpen: false,
    isClosed: false,
    problem: undefined,
    acknowledged: undefined,
    cancelAnswerLimit: () => undefined,
    onPacket: () => undefined,
  };
  try {
    state.client = listen(state, createClient(state));
  } catch (error) {
    // A file of `tls` that OpenSSL refuses.
    setImmediate(close, state, transportProblem(error, state.host));
  }
  return {
    publish(publication, done) {
      publish(state, publication, done);
    },
    subscribe: (filter) => subscribe(state, filter),
    end() {
      end(state);
    },
  };
}

function createClient(state: ConnectionState): Client {
  const { user, password, clientId, statusTopic } = state.options;
  return new mqttClient.default(() => (state.socket = openSocket(state)), {
    protocolVersion: 5,
    clientId,
    clean: true,
    keepalive: KEEPALIVE_S,
    connectTimeout: CONNECT_LIMIT_MS,
    // A connection that is lost is given up with all that it holds.
    reconnectPeriod: 0,
    resubscribe: false,
    queueQoSZero: false,
    timerVariant: 'native',
    properties: {
      sessionExpiryInterval: 0,
      receiveMaximum: RECEIVE_MAXIMUM,
      maximumPacketSize: MAX_RECEIVED_BYTES,
      requestProblemInformation: true,
    },
    ...(user !== undefined && { username: user }),
    ...(user !== undefined && password !== undefined && { password }),
    ...(statusTopic !== undefined && {
      will: { topic: statusTopic, payload: Buffer.from('offline'), qos: 1, retain: true },
    }),
  });
}

function openSocket(state: ConnectionState): Socket {
  const { options, host } = state;
  const { socket, onPacket } = openBrokerSocket(options, MAX_RECEIVED_BYTES, () => {
    giveUp(state, noBroker(host, `packet over ${MAX_RECEIVED_BYTES} bytes`));
  });
  state.onPacket = onPacket;
  socket.on('error', (error) => {
    state.problem ??= transportProblem(error, host);
  });
  return socket;
}

function listen(state: ConnectionState, client: Client): Client {
  const { host, options } = state;
  const refusedBy = (packet: { reasonCode?: number; properties?: BrokerWords }): RefusedConnection => ({
    code: packet.reasonCode ?? 0,
    reason: packet.properties?.reasonString,
    reference: packet.properties?.serverReference,
  });
  client.on('packetreceive', (packet) => {
    state.onPacket();
    if (packet.cmd === 'connack') {
      if (packet.length === CONNACK_3_LENGTH && packet.reasonCode === 0) giveUp(state, speaksMqtt3(host));
      else if (packet.reasonCode !== 0) state.problem ??= connectProblem(refusedBy(packet), host);
    } else if (packet.cmd === 'puback') {
      const reason = packet.properties?.reasonString;
      state.acknowledged = { kind: 'acknowledged', code: packet.reasonCode ?? 0, reason };
    }
  });
  client.on('disconnect', (packet) => {
    giveUp(state, disconnectProblem(refusedBy(packet), host));
  });
  client.on('connect', ({ properties = {} }) => {
    if (state.problem !== undefined || state.isClosed) return;
    if (properties.maximumQoS === 0) {
      giveUp(state, connectProblem({ code: 0x9b }, host));
      return;
    }
    state.isOpen = true;
    options.onOpen({
      receiveMaximum: properties.receiveMaximum ?? MAX_RECEIVE_MAXIMUM,
      maxPacketBytes: properties.maximumPacketSize ?? Infinity,
      keepsRetained: properties.retainAvailable !== false,
    });
  });
  client.on('message', (topic, payload, packet) => {
    const { responseTopic, correlationData } = packet.properties ?? {};
    options.onMessage({ topic, payload, isRetained: packet.retain, responseTopic, correlationData });
  });
  client.on('error', (error) => {
    giveUp(state, problemOf(state, error));
  });
  client.on('close', () => {
    close(state, state.problem ?? endProblem(host, state.isOpen));
  });
  return client;
}

type BrokerWords = { readonly reasonString?: string; readonly serverReference?: string };

/** What the library found wrong. */
function problemOf({ host }: ConnectionState, error: Error): Problem {
  if (error.message === 'connack timeout') return noAnswer(host, `did not answer within ${CONNECT_LIMIT_MS / 1_000} s`);
  if (error.message === 'Keepalive timeout') return noAnswer(host, 'does not answer any more');
  if ('code' in error && typeof error.code === 'string') return transportProblem(error, host);
  return noBroker(host, error.message);
}

/** The first problem is the cause of those that follow. */
function giveUp(state: ConnectionState, problem: Problem): void {
  state.problem ??= problem;
  state.socket?.destroy();
}

function close(state: ConnectionState, problem: Problem): void {
  if (state.isClosed) return;
  state.isClosed = true;
  state.cancelAnswerLimit();
  state.socket?.destroy();
  const unanswered = [...state.unanswered];
  state.unanswered.clear();
  for (const done of unanswered) done(LOST);
  state.options.onClosed(problem);
}

function publish(state: ConnectionState, publication: Publication, done: (answer: PublishAnswer) => void): void {
  const { client, unanswered } = state;
  if (client === undefined || state.isClosed || !client.connected) {
    setImmediate(done, LOST);
    return;
  }
  const { topic, payload, retain = false, id, correlationData } = publication;
  if (unanswered.size === 0) limitAnswer(state);
  unanswered.add(done);
  const properties = {
    ...(id !== undefined && { userProperties: { id } }),
    ...(correlationData !== undefined && { correlationData }),
  };
  client.publish(topic, payload, { qos: 1, retain, properties }, () => {
    const { acknowledged } = state;
    state.acknowledged = undefined;
    // The library calls it also when it gives up: then it is answered when the connection is closed.
    if (acknowledged === undefined || !unanswered.delete(done)) return;
    limitAnswer(state);
    done(acknowledged);
  });
}

/** Each answer starts the limit again, as long as there is something to wait for. */
function limitAnswer(state: ConnectionState): void {
  const { timers } = state.options;
  state.cancelAnswerLimit();
  if (state.unanswered.size === 0) return;
  state.cancelAnswerLimit = timers.after(ANSWER_LIMIT_MS, () => {
    giveUp(state, noAnswer(state.host, `acknowledged nothing for ${ANSWER_LIMIT_MS / 1_000} s`));
  });
}

const subscribe = ({ client, isClosed }: ConnectionState, filter: string): Promise<number | undefined> =>
  new Promise((resolve) => {
    if (client === undefined || isClosed) {
      resolve(undefined);
      return;
    }
    // Nothing retained, and nothing that this client published itself.
    client.subscribe(filter, { qos: 1, nl: true, rap: true, rh: 2 }, (_error, _granted, packet) => {
      const code = packet?.granted[0];
      resolve(typeof code === 'number' ? code : undefined);
    });
  });

function end(state: ConnectionState): void {
  const { client, unanswered, options } = state;
  if (state.isClosed) return;
  if (client === undefined || !state.isOpen || unanswered.size > 0) {
    // The broker publishes the will.
    state.socket?.destroy();
    return;
  }
  const cancel = options.timers.after(CLOSE_LIMIT_MS, () => {
    state.socket?.destroy();
  });
  client.end(false, { reasonCode: options.statusTopic === undefined ? 0 : DISCONNECT_WITH_WILL }, cancel);
}
