import type { Fix } from '../fix.js';
import { REFUSED_COMMAND, type SimulatedResult, type Tracker, type TrackerContext } from '../trackers/tracker.js';
import {
  avlData,
  CODEC_8_EXTENDED,
  loginOf,
  responsePacket,
  tcpPacket,
  udpPacket,
  type SimulatedAvlRecord,
} from './packets.js';
import { createReplyReader, readUdpAcknowledgement } from './replies.js';

const CAPACITY = 100_000;
/** records in one packet, which has at most 1,280 bytes */
const MAX_RECORDS = 16;
/** Plus a random part of up to the same time, so that resends do not coincide with periodic outages. */
const REPLY_TIMEOUT_MS = 2_500;
/** Until the next connection, after a reply that did not come. */
const RECONNECT_MS = 500;
/** the element of the panic button, and the priority of its event */
const ALARM = 236;
const PANIC = 2;

type KeptRecord = { readonly record: SimulatedAvlRecord; readonly settled: Omit<SimulatedResult, 'outcome'> };

type TrackerState = TrackerContext & {
  readonly kept: KeptRecord[];
  /** number of the first kept records that are in the packet without an acknowledgement */
  inFlight: number;
  /** of that packet over UDP */
  packetId: number;
  isLoggedIn: boolean;
  /** end of waiting for a reply, ms, monotonic; Infinity: none is expected */
  repliesBy: number;
};

/** A tracker that keeps its records until their packet is acknowledged, and sends it again over a new connection. */
export function createTeltonikaTracker(context: TrackerContext): Tracker {
  const isDatagram = context.isDatagram === true;
  const state: TrackerState = {
    ...context,
    kept: [],
    inFlight: 0,
    packetId: 0,
    isLoggedIn: isDatagram,
    repliesBy: Infinity,
  };
  const replies = createReplyReader({
    onLogin(isAccepted) {
      state.isLoggedIn = isAccepted;
      state.repliesBy = Infinity;
      sendPacket(state);
    },
    onAcknowledged(count) {
      onAcknowledged(state, count);
    },
    onCommand(text) {
      onCommand(state, text);
    },
  });

  function add(kept: KeptRecord): void {
    state.kept.push(kept);
    // Those in flight are in the memory of the modem.
    if (state.kept.length - state.inFlight > CAPACITY) {
      for (const { settled } of state.kept.splice(state.inFlight, 1))
        context.onSettled({ ...settled, outcome: 'dropped' });
    }
    if (state.inFlight === 0) sendPacket(state);
  }

  return {
    report(fix) {
      add({ record: { fix }, settled: { record: 'location', dateTime: fix.dateTime } });
    },
    alert(fix: Fix) {
      const record = { fix, priority: PANIC, event: ALARM, elements: [[ALARM, 1, 1]] } as const;
      add({ record, settled: { record: 'alert', dateTime: fix.dateTime } });
    },
    onConnect() {
      if (isDatagram) return;
      replies.reset();
      state.isLoggedIn = false;
      state.inFlight = 0;
      expectReply(state);
      state.send(loginOf(state.deviceId));
    },
    onData(bytes) {
      if (!isDatagram) replies.push(bytes);
      else if (state.inFlight > 0) onAcknowledged(state, readUdpAcknowledgement(bytes, state.packetId) ?? 0);
    },
    tick() {
      if (context.now() >= state.repliesBy) onTimeout(state);
    },
    kept: () => state.kept.length,
  };
}

function expectReply(state: TrackerState): void {
  state.repliesBy = state.now() + REPLY_TIMEOUT_MS * (1 + state.random());
}

/** Sends the first records, if there are any. */
function sendPacket(state: TrackerState): void {
  const { deviceId, isDatagram, kept } = state;
  if (!state.isLoggedIn) return;
  // A packet is sent again with the same records.
  if (state.inFlight === 0) {
    state.inFlight = Math.min(kept.length, MAX_RECORDS);
    state.packetId = (state.packetId + 1) % 0x1_0000;
  }
  if (state.inFlight === 0) return;
  const records = kept.slice(0, state.inFlight).map(({ record }) => record);
  const data = avlData(records, CODEC_8_EXTENDED);
  const id = state.packetId;
  expectReply(state);
  state.send(isDatagram === true ? udpPacket(data, { imei: deviceId, id, avlId: id & 0xff }) : tcpPacket(data));
}

function onAcknowledged(state: TrackerState, count: number): void {
  if (count !== state.inFlight) return;
  state.inFlight = 0;
  state.repliesBy = Infinity;
  for (const { settled } of state.kept.splice(0, count)) state.onSettled({ ...settled, outcome: 'acknowledged' });
  sendPacket(state);
}

/** Over the same connection, the acknowledgement of a packet could be taken for that of another one. */
function onTimeout(state: TrackerState): void {
  state.repliesBy = Infinity;
  if (state.isDatagram !== true && state.disconnect !== undefined) state.disconnect(RECONNECT_MS);
  else sendPacket(state);
}

function onCommand(state: TrackerState, text: string): void {
  const isRefused = text === REFUSED_COMMAND;
  if (!isRefused) state.onCommand?.(text);
  state.send(responsePacket(isRefused ? 'Unknown command or invalid format.' : `${text}: OK`));
}
