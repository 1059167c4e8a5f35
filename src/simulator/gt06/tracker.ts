import type { Fix } from '../fix.js';
import { REFUSED_COMMAND, type SimulatedResult, type Tracker, type TrackerContext } from '../trackers/tracker.js';
import { createUnackedQueue } from '../unacked-queue.js';
import { gt06Alarm, gt06Location, gt06Login, gt06Packet, readGt06Packets, type Gt06Received } from './packets.js';

const LOGIN = 0x01;
const COMMAND = 0x80;
const COMMAND_REPLY = 0x21;
const FLAG_BYTES = 4;
const ASCII = 1;
const LOGIN_RETRY_MS = 5_000;
/** records, as many as the flash of the real tracker has */
const CAPACITY = 3_000;
const SERIAL_MODULUS = 0x1_0000;
/** A longer rest is no packet of the gateway. */
const MAX_REST_BYTES = 512;

type Gt06Post = { readonly record: SimulatedResult['record']; readonly fix: Fix; readonly serial: number };

type Gt06State = {
  readonly context: TrackerContext;
  isLoggedIn: boolean;
  /** ms, monotonic */
  loginAt: number;
  nextSerial: number;
  rest: Buffer;
};

const takeSerial = (state: Gt06State): number => {
  const serial = state.nextSerial;
  state.nextSerial = (serial + 1) % SERIAL_MODULUS;
  return serial;
};

/** A tracker that logs in, resends each record until its serial number is acknowledged, and replies to commands. */
export function createGt06Tracker(context: TrackerContext): Tracker {
  const state: Gt06State = { context, isLoggedIn: false, loginAt: -Infinity, nextSerial: 1, rest: Buffer.alloc(0) };
  const unacked = createUnackedQueue<Gt06Post>({
    ...context,
    capacity: CAPACITY,
    sendPost({ record, fix, serial }) {
      if (!state.isLoggedIn) return;
      context.send(record === 'alert' ? gt06Alarm(fix, serial) : gt06Location(fix, serial));
    },
  });

  function add(record: SimulatedResult['record'], fix: Fix): void {
    logInIfDue(state);
    const serial = takeSerial(state);
    const dateTime = `${fix.dateTime.slice(0, 19)}.000Z`;
    unacked.add({ number: serial, post: { record, fix, serial }, settled: { record, dateTime } });
  }

  return {
    report(fix) {
      add('location', fix);
    },
    alert(fix) {
      add('alert', fix);
    },
    onData(bytes) {
      const { packets, rest } = readGt06Packets(Buffer.concat([state.rest, bytes]));
      state.rest = Buffer.from(rest.subarray(-MAX_REST_BYTES));
      for (const packet of packets) {
        if (packet.type === LOGIN) state.isLoggedIn = true;
        else if (packet.type === COMMAND) onCommand(state, packet);
        else unacked.settle(packet.serial, 'acknowledged');
      }
    },
    tick() {
      logInIfDue(state);
      unacked.tick();
    },
    kept: unacked.kept,
    onConnect() {
      Object.assign(state, { isLoggedIn: false, loginAt: -Infinity, rest: Buffer.alloc(0) });
      logInIfDue(state);
    },
  };
}

function logInIfDue(state: Gt06State): void {
  const { send, deviceId, now } = state.context;
  if (state.isLoggedIn || now() - state.loginAt < LOGIN_RETRY_MS) return;
  state.loginAt = now();
  send(gt06Login(deviceId, takeSerial(state)));
}

/** Length, server flag, text. */
function onCommand(state: Gt06State, { content }: Gt06Received): void {
  const flag = content.subarray(1, 1 + FLAG_BYTES);
  const command = content.toString('latin1', 1 + FLAG_BYTES);
  const isRefused = command === REFUSED_COMMAND;
  if (!isRefused) state.context.onCommand?.(command);
  const text = Buffer.from(isRefused ? 'Command Error!' : 'OK!');
  const reply = Buffer.concat([flag, Buffer.of(ASCII), text]);
  state.context.send(gt06Packet(COMMAND_REPLY, reply, takeSerial(state), true));
}
