import type { Fix } from '../fix.js';
import { REFUSED_COMMAND, type TrackerContext, type SimulatedResult } from '../trackers/tracker.js';
import { createWptLines, escapeWpt, unescapeWpt, wptLine } from './line.js';
import { createWptMemory, type WptMemory, type WptRecord } from './memory.js';
import { createWptSettings, type WptSettings } from './settings.js';

/** A tracker that follows the specification of WPT/1, as an example for implementers. */
export type WptTracker = {
  /** Queues a fix, which is sent as soon as possible and kept until it is acknowledged. */
  readonly addFix: (fix: Fix) => void;
  readonly addAlert: (kind: string, ms: number) => void;
  readonly addTelemetry: (ms: number, values: Readonly<Record<string, string | number>>) => void;
  /** Takes bytes from the port. */
  readonly onData: (bytes: Uint8Array) => void;
  /** Does what is due. Call it a few times a second. */
  readonly tick: () => void;
  /** number of unacknowledged records */
  readonly kept: () => number;
  /** number of acknowledged or refused records */
  readonly settled: () => number;
  /** Turns the power off and on. Records and settings are in flash. */
  readonly restart: () => void;
};

export type WptTrackerOptions = Pick<TrackerContext, 'deviceId' | 'provisioningFault' | 'setBaudRate' | 'onCommand'> & {
  /** Returns a random epoch, 8 uppercase hexadecimal digits. */
  readonly newEpoch: () => string;
  readonly send: (text: string) => void;
  /** ms, monotonic */
  readonly now: () => number;
  readonly onSettled?: (settled: SimulatedResult) => void;
};

const HELLO_INTERVAL_MS = 10_000;
const HELLO_AFTER_SILENCE_MS = 60_000;
const RESEND_MS = 2_000;

type WptTrackerState = WptTrackerOptions & {
  readonly memory: WptMemory;
  readonly settings: WptSettings;
  epoch: string;
  /** the last command, which is not carried out again, and its reply */
  lastCommand: { readonly c: string; readonly result: readonly string[] };
  /** number of records in flight that were sent since the last resend from the first one */
  sent: number;
  window: number;
  isWelcomed: boolean;
  /** ms, monotonic */
  helloAt: number;
  receivedAt: number;
  progressAt: number;
};

export function createWptTracker(options: WptTrackerOptions): WptTracker {
  const { now, onSettled } = options;
  const memory = createWptMemory(onSettled);
  const onRestart = (isNew: boolean): void => {
    start(state, isNew);
  };
  const settings = createWptSettings({ ...options, onRestart });
  const state: WptTrackerState = {
    ...options,
    memory,
    settings,
    epoch: options.newEpoch(),
    lastCommand: { c: '', result: [] },
    sent: 0,
    window: 0,
    isWelcomed: false,
    helloAt: -Infinity,
    receivedAt: now(),
    progressAt: now(),
  };
  const lines = createWptLines();

  function add(record: WptRecord): void {
    memory.add(record);
    sendWaiting(state);
  }

  return {
    addFix({ dateTime, latitude, longitude, altitude, speed, course, satellites, battery }) {
      const position = [latitude.toFixed(6), longitude.toFixed(6), altitude.toFixed(1)];
      add(['FIX', Date.parse(dateTime), ...position, speed, course, satellites, 0.9, 'A', 0, battery]);
    },
    addAlert(kind, ms) {
      memory.addAlert(['ALR', ms, kind, 3, '', '', '']);
      sendWaiting(state);
    },
    addTelemetry(ms, values) {
      add(['TLM', ms, ...Object.entries(values).flat()]);
    },
    onData(bytes) {
      for (const line of lines(bytes)) {
        if (settings.isSilent()) return;
        state.receivedAt = now();
        settings.onLine(line);
        onLine(state, line);
      }
    },
    tick() {
      settings.tick();
      sendDue(state);
    },
    kept: memory.kept,
    settled: memory.settled,
    restart: settings.boot,
  };
}

/** The number of the next new record. */
const nextSeq = ({ memory }: WptTrackerState): number => memory.oldest() + memory.inFlight().length;

function sendLine({ settings, send }: WptTrackerState, ...parts: readonly (string | number)[]): void {
  if (!settings.isSilent()) send(wptLine(...parts));
}

function sendHello(state: WptTrackerState): void {
  const { settings, memory, epoch, now } = state;
  state.isWelcomed = false;
  state.helloAt = now();
  const { id, nonce, caps } = settings.identity();
  sendLine(state, 'HEL', 1, id, epoch, nextSeq(state), memory.oldest(), 'sim', '1', nonce, escapeWpt(caps));
}

function start(state: WptTrackerState, isNew: boolean): void {
  if (isNew) {
    state.memory.wipe();
    state.epoch = state.newEpoch();
  }
  state.sent = 0;
  state.window = 0;
  sendHello(state);
}

/** Sends the records that fit the window and are not sent yet. */
function sendWaiting(state: WptTrackerState): void {
  const { memory, window, epoch, now } = state;
  if (!state.isWelcomed) return;
  memory.fill(window);
  for (const [type, ...fields] of memory.inFlight().slice(state.sent, window)) {
    sendLine(state, type, epoch, memory.oldest() + state.sent, ...fields);
    if (state.sent === 0) state.progressAt = now();
    state.sent += 1;
  }
}

function settleUpTo(state: WptTrackerState, seq: number, last?: SimulatedResult['outcome']): void {
  const count = state.memory.settleUpTo(seq, last);
  state.sent = Math.max(state.sent - count, 0);
  if (count > 0) state.progressAt = state.now();
}

/** The gateway has more records of this epoch than were sent, because this memory was reset: starts a new epoch. */
function startEpochIfBehind(state: WptTrackerState, acked: number): boolean {
  if (acked < nextSeq(state)) return false;
  state.epoch = state.newEpoch();
  state.memory.renumber();
  sendHello(state);
  return true;
}

function resendFrom(state: WptTrackerState, seq: number): void {
  const oldest = state.memory.oldest();
  if (seq < oldest) return;
  state.sent = Math.min(seq - oldest, state.sent);
  sendWaiting(state);
}

/** Carries out a command once, if it is for this tracker. */
function onCommand(state: WptTrackerState, [c = '', epoch, text = '']: readonly string[]): void {
  if (epoch !== state.epoch) return;
  const command = unescapeWpt(text);
  if (c !== state.lastCommand.c) {
    const isRefused = command === REFUSED_COMMAND;
    if (!isRefused) state.onCommand?.(command);
    state.lastCommand = { c, result: isRefused ? ['ERR', 'FIELD', 'unknown command'] : ['OK', 'done'] };
  }
  sendLine(state, 'RES', c, ...state.lastCommand.result);
}

function onLine(state: WptTrackerState, [type, ...fields]: readonly string[]): void {
  const { settings } = state;
  if (type === 'CMD') onCommand(state, fields);
  if (type === 'IDN') {
    settings.newNonce();
    sendHello(state);
  }
  if (type === 'BYE') {
    state.isWelcomed = false;
    state.helloAt = state.now() + HELLO_AFTER_SILENCE_MS - HELLO_INTERVAL_MS;
  }
  if (type === 'ERR' && fields[0] === 'HEL') settings.confirm();
  if (type === 'WEL' && fields[5] === state.epoch) {
    settings.confirm();
    const acked = Number(fields[6]);
    if (startEpochIfBehind(state, acked)) return;
    settleUpTo(state, acked);
    state.isWelcomed = true;
    state.window = Number(fields[7]);
    resendFrom(state, state.memory.oldest());
  }
  if (!state.isWelcomed || fields[0] !== state.epoch) return;
  if (type === 'ACK') {
    settleUpTo(state, Number(fields[1]));
    state.window = Number(fields[2]);
    sendWaiting(state);
  }
  if (type === 'NAK') onRejected(state, Number(fields[1]), fields[2]);
}

function onRejected(state: WptTrackerState, seq: number, code: string | undefined): void {
  if (code === 'GAP') resendFrom(state, seq);
  if (code === 'BAD') settleUpTo(state, seq, 'refused');
  if (code === 'STORE') {
    state.window = 0;
    state.sent = 0;
  }
}

/** Sends `HEL` until welcomed and after a silence, and resends records without progress. */
function sendDue(state: WptTrackerState): void {
  const now = state.now();
  if (!state.isWelcomed && now - state.helloAt >= HELLO_INTERVAL_MS) sendHello(state);
  if (!state.isWelcomed) return;
  if (now - state.receivedAt >= HELLO_AFTER_SILENCE_MS) sendHello(state);
  else if (state.sent > 0 && now - state.progressAt >= RESEND_MS) {
    state.progressAt = now;
    resendFrom(state, state.memory.oldest());
  }
}
