import type { Receipt } from '../../domain/report.js';
import { success, type Result } from '../../errors.js';
import type { LogLines } from '../../logger.js';
import type { GatewayMessage } from '../../messages/message.js';
import type { Outbound } from '../../protocols/outbound.js';
import type {
  CommandRefusal,
  CommandRequest,
  Counters,
  EncodedCommand,
  Protocol,
  ProtocolContext,
  ProtocolSession,
  TrackerMessage,
} from '../../protocols/protocol.js';
import { isListenerPath } from '../../schema/ports/port-path.js';
import type { Timers } from '../../time/clock.js';
import { portErrors } from '../messages.js';
import type { Port } from '../transport/port-types.js';
import { createLocationCheck, type LocationCheck } from './location-check.js';
import type { SubmitMessages } from './submit.js';

/** Above this many unsettled reports, the port is not read until fewer than `RESUME_BELOW` are left. */
const MAX_UNSETTLED = 256;
const RESUME_BELOW = 128;

/** Runs one protocol session, from the opening of a port to its loss. */
export type SessionDriver = {
  /** True when a part of the chunk was decoded. */
  onData: (chunk: Uint8Array) => boolean;
  /** The command in the framing of the protocol; without one, exactly its bytes where the port allows that. */
  encode: (command: CommandRequest) => Result<EncodedCommand, CommandRefusal>;
  /**
   * No more data follows for now, as after a datagram: submits the messages that wait for more. Resolves when every report
   * is settled and its reply is queued.
   */
  flush: () => Promise<void>;
  /** Sends the greeting of the protocol again: a tracker that restarted may be waiting for it. */
  greet: () => void;
  /** why the frames give no locations, with the fix; null while they do, or nothing is known */
  noLocationReason: () => GatewayMessage | null;
  /**
   * The port was lost or closed. Submits the messages that wait for more data. Resolves when every report is settled;
   * sends no more replies.
   */
  end: () => Promise<void>;
};

type SessionDriverOptions = {
  readonly path: string;
  readonly protocol: Protocol;
  /** `commands` of the port's configuration: raw bytes may be written where the protocol has no commands */
  readonly allowsRawCommands: boolean;
  readonly counters: Counters;
  readonly port: Port;
  readonly submit: SubmitMessages;
  readonly context: ProtocolContext;
  readonly timers: Timers;
  readonly logger: LogLines;
  /** called when `noLocationReason` changes */
  readonly onChange: () => void;
};

type DriverRecord = {
  readonly options: SessionDriverOptions;
  /** `paused`: the port is not read, because too many reports are unsettled; `ended`: no replies are sent */
  state: 'reading' | 'paused' | 'ended';
  session: ProtocolSession;
  unsettled: number;
  /** resolves when all messages so far are settled and their replies are queued */
  replies: Promise<void>;
  /** the last reply could not be queued: logged once */
  areRepliesDropped: boolean;
  /** the protocol has thrown: logged once, because it may throw for every frame */
  hasFailed: boolean;
  cancelIdle: () => void;
  readonly locationCheck: LocationCheck;
};

/**
 * Turns bytes into messages, messages into reports, and receipts into replies. The reports of a chunk are submitted
 * without waiting for each other, so that they are synced together; then the replies are sent in the order of the
 * messages.
 */
export function createSessionDriver(options: SessionDriverOptions): SessionDriver {
  const { protocol, counters, context, timers, onChange } = options;
  const session = protocol.open(counters, context);
  const driver: DriverRecord = {
    options,
    state: 'reading',
    session,
    unsettled: 0,
    replies: Promise.resolve(),
    areRepliesDropped: false,
    hasFailed: false,
    cancelIdle: () => undefined,
    locationCheck: createLocationCheck({
      ...(session.noLocationReason && { askProtocol: () => askNoLocationReason(driver) }),
      counters,
      timers,
      onChange,
    }),
  };
  sendGreeting(driver);

  return {
    onData: (chunk) => onData(driver, chunk),
    encode: (command) => encode(driver, command),
    flush() {
      driver.cancelIdle();
      submitIdle(driver);
      return driver.replies;
    },
    greet() {
      driver.cancelIdle();
      sendGreeting(driver);
    },
    noLocationReason: driver.locationCheck.reason,
    end() {
      driver.cancelIdle();
      driver.locationCheck.end();
      driver.state = 'ended';
      submitIdle(driver);
      driver.session.end();
      return driver.replies;
    },
  };
}

function onData(driver: DriverRecord, chunk: Uint8Array): boolean {
  const { counters, context, port, protocol } = driver.options;
  driver.cancelIdle();
  const { frames } = counters;
  const messages = guard(driver, () => driver.session.push(chunk, context.now()), []);
  submitAll(driver, messages);
  if (driver.unsettled > MAX_UNSETTLED && driver.state === 'reading') {
    driver.state = 'paused';
    port.pause();
  }
  if (protocol.idleTimeoutMs !== undefined) scheduleIdle(driver, protocol.idleTimeoutMs);
  return messages.length === 0 ? counters.frames > frames : messages.some(({ type }) => type !== 'rejected');
}

function encode(driver: DriverRecord, command: CommandRequest): Result<EncodedCommand, CommandRefusal> {
  const { path, protocol, allowsRawCommands } = driver.options;
  const { command: encodeCommand } = driver.session;
  if (encodeCommand !== undefined) {
    return guard(driver, () => encodeCommand(command), portErrors.cannotEncode({ protocol: protocol.name }));
  }
  if (allowsRawCommands) return success({ data: command.bytes });
  if (isListenerPath(path)) return portErrors.noCommands({ protocol: protocol.name });
  return portErrors.readOnly({ protocol: protocol.name, path });
}

function submitAll(driver: DriverRecord, messages: readonly TrackerMessage[]): void {
  if (messages.length === 0) return;
  driver.locationCheck.onMessages(messages);
  driver.unsettled += messages.length;
  driver.replies = settleAll(driver, driver.replies, messages, driver.options.submit(messages));
}

const askNoLocationReason = (driver: DriverRecord): GatewayMessage | undefined =>
  guard(driver, () => driver.session.noLocationReason?.(), undefined);

/** Settles the messages of one read after the `previous` ones, because replies keep the order of the messages. */
async function settleAll(
  driver: DriverRecord,
  previous: Promise<void>,
  messages: readonly TrackerMessage[],
  receipts: ReturnType<SubmitMessages>,
): Promise<void> {
  await previous;
  const settled: Receipt[] = [];
  let last: Promise<Receipt> | undefined;
  let lastReceipt: Receipt | undefined;
  for (const receipt of receipts) {
    if (!(receipt instanceof Promise)) {
      settled.push(receipt);
      continue;
    }
    if (lastReceipt === undefined || receipt !== last) lastReceipt = await receipt;
    last = receipt;
    settled.push(lastReceipt);
  }
  settle(driver, messages, settled);
}

function settle(driver: DriverRecord, messages: readonly TrackerMessage[], receipts: readonly Receipt[]): void {
  driver.unsettled -= messages.length;
  if (driver.state === 'paused' && driver.unsettled < RESUME_BELOW) {
    driver.state = 'reading';
    driver.options.port.resume();
  }
  if (driver.state === 'ended') return;
  for (const [index, message] of messages.entries()) {
    const receipt = receipts[index];
    if (message.type === 'reply') continue;
    const reply = receipt && guard(driver, () => driver.session.reply(message, receipt), undefined);
    if (reply !== undefined) send(driver, reply);
  }
}

function send(driver: DriverRecord, reply: Outbound): void {
  const { path, port, logger } = driver.options;
  port.write(reply).then(
    () => {
      driver.areRepliesDropped = false;
    },
    (error: unknown) => {
      // Records matter more than replies: a tracker that does not read gets no reply, and will send again.
      if (!driver.areRepliesDropped && driver.state !== 'ended') logger.warn({ path, err: error }, 'reply dropped');
      driver.areRepliesDropped = true;
    },
  );
}

function sendGreeting(driver: DriverRecord): void {
  const { protocol, context } = driver.options;
  // A greeting for each datagram would be an answer to data, not a greeting.
  if (context.isDatagram === true) return;
  const greeting = guard(driver, () => driver.session.greeting(), undefined);
  if (greeting === undefined) return;
  send(driver, greeting);
  // A tracker that missed the greeting gets it again.
  if (protocol.idleTimeoutMs !== undefined) scheduleIdle(driver, protocol.idleTimeoutMs);
}

/** Submits the messages that are complete after a silence; true when there were some. */
function submitIdle(driver: DriverRecord): boolean {
  const messages = guard(driver, () => driver.session.idle(), []);
  submitAll(driver, messages);
  return messages.length > 0;
}

/** Waits for a silence of the tracker: unread data, while the process is busy or the port is paused, is not a silence. */
function scheduleIdle(driver: DriverRecord, ms: number): void {
  const { timers, port } = driver.options;
  driver.cancelIdle = timers.after(ms, () => {
    // A session that had messages may have more after another silence.
    if (!port.isIdle() || submitIdle(driver)) scheduleIdle(driver, ms);
  });
}

/** An exception of a protocol ends its session, not the port: a new session starts. */
function guard<T>(driver: DriverRecord, run: () => T, fallback: T): T {
  const { path, protocol, counters, context, logger } = driver.options;
  try {
    return run();
  } catch (error) {
    if (!driver.hasFailed) logger.error({ path, protocol: protocol.name, err: error }, 'protocol session failed');
    driver.hasFailed = true;
    driver.session.end();
    driver.session = protocol.open(counters, context);
    return fallback;
  }
}
