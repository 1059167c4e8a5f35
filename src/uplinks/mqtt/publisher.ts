import type { Broker, Connection } from './connection.js';
import { LOST, packetBytes, type Publication, type PublishAnswer } from './publication.js';

/** The order in which messages are sent when not all of them may be unanswered at once. */
const PRIORITIES = ['control', 'alerts', 'live', 'announcements', 'history'] as const;
export type Priority = (typeof PRIORITIES)[number];

/** Messages that are unanswered at once, at most. */
const MAX_UNANSWERED = 100;

/** The messages of one call; `isOver`: those that wait are not sent any more. */
export type PublisherCall = { isOver: boolean };

/** Sends messages while there is a connection; those that wait are the ones that callers wait for. */
export type Publisher = {
  readonly open: (connection: Connection, broker: Broker) => void;
  /** What waits is lost. */
  readonly close: () => void;
  readonly publish: (priority: Priority, publication: Publication, call?: PublisherCall) => Promise<PublishAnswer>;
  /** Resolves once nothing is unanswered. */
  readonly idle: () => Promise<void>;
  /** messages that the broker has answered */
  readonly published: () => number;
};

type Waiting = {
  readonly publication: Publication;
  readonly call: PublisherCall;
  readonly done: (answer: PublishAnswer) => void;
};

type PublisherState = {
  readonly queues: Readonly<Record<Priority, Waiting[]>>;
  connection: Connection | undefined;
  limit: number;
  maxPacketBytes: number;
  keepsRetained: boolean;
  unanswered: number;
  published: number;
  whenIdle: (() => void)[];
};

export function createPublisher(): Publisher {
  const state: PublisherState = {
    queues: { control: [], alerts: [], live: [], announcements: [], history: [] },
    connection: undefined,
    limit: MAX_UNANSWERED,
    maxPacketBytes: Infinity,
    keepsRetained: true,
    unanswered: 0,
    published: 0,
    whenIdle: [],
  };
  return {
    open(connection, { receiveMaximum, maxPacketBytes, keepsRetained }) {
      state.connection = connection;
      state.limit = Math.min(MAX_UNANSWERED, receiveMaximum);
      state.maxPacketBytes = maxPacketBytes;
      state.keepsRetained = keepsRetained;
    },
    close() {
      state.connection = undefined;
      for (const priority of PRIORITIES) {
        for (const { done } of state.queues[priority].splice(0)) done(LOST);
      }
    },
    publish(priority, publication, call = { isOver: false }) {
      const bytes = packetBytes(publication);
      const { connection, maxPacketBytes: max } = state;
      if (connection === undefined) return Promise.resolve(LOST);
      if (bytes > max) return Promise.resolve({ kind: 'too-large', bytes, max });
      return new Promise((done) => {
        state.queues[priority].push({ publication, call, done });
        sendNext(state);
      });
    },
    idle: () =>
      new Promise((resolve) => {
        if (state.unanswered === 0) resolve();
        else state.whenIdle.push(resolve);
      }),
    published: () => state.published,
  };
}

function sendNext(state: PublisherState): void {
  while (state.connection !== undefined && state.unanswered < state.limit) {
    const next = takeNext(state);
    if (next === undefined) return;
    const { publication, done } = next;
    const isRetained = publication.retain === true && state.keepsRetained;
    state.unanswered += 1;
    state.connection.publish({ ...publication, retain: isRetained }, (answer) => {
      state.unanswered -= 1;
      if (answer.kind === 'acknowledged') state.published += 1;
      done(answer);
      if (state.unanswered === 0) for (const resolve of state.whenIdle.splice(0)) resolve();
      sendNext(state);
    });
  }
}

function takeNext({ queues }: PublisherState): Waiting | undefined {
  for (const priority of PRIORITIES) {
    for (;;) {
      const next = queues[priority].shift();
      if (next === undefined) break;
      if (!next.call.isOver) return next;
      next.done(LOST);
    }
  }
  return undefined;
}
