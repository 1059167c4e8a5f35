import type { Receive } from '../../domain/report.js';
import { success, type Result } from '../../errors.js';
import type { LogLines } from '../../logger.js';
import type { Outbound } from '../../protocols/outbound.js';
import type { CommandRefusal, Protocol, TrackerMessage } from '../../protocols/protocol.js';
import type { Timers } from '../../time/clock.js';
import { commandResults } from '../messages.js';
import type { OnMessageOutcome } from '../monitor/observer.js';
import {
  createPendingCommands,
  notWritten,
  type PortCommand,
  type PreparedCommand,
} from '../session/pending-commands.js';
import type { DateCheck } from '../session/date-check.js';
import type { GatewayInfo } from '../session/port-reader.js';
import { createReportedIds } from '../session/reported-ids.js';
import { createReportPipeline } from '../session/report-pipeline.js';
import { createSessionDriver } from '../session/session-driver.js';
import { createSubmit, type SubmitMessages } from '../session/submit.js';
import type { Port } from '../transport/port-types.js';
import type { Peer } from './peers.js';

/** The protocol session of one connection, or of one datagram. */
export type PeerSession = {
  /** `bytes`: what the reports of the chunk are counted as until they are settled. True when a part was decoded. */
  readonly onData: (chunk: Uint8Array, bytes: number) => boolean;
  /** Submits what waits for more data. Resolves when every report is settled and its reply is queued. */
  readonly flush: () => Promise<void>;
  /** Sends no more replies. Resolves when every report is settled. */
  readonly end: () => Promise<void>;
  readonly prepareCommand: (command: PortCommand) => Result<PreparedCommand, CommandRefusal>;
};

export type PeerSessionOptions = {
  readonly path: string;
  readonly protocol: Protocol;
  readonly peer: Peer;
  readonly port: Port;
  readonly isDatagram: boolean;
  readonly receive: Receive;
  readonly gateway: GatewayInfo;
  readonly dates: DateCheck;
  readonly timers: Timers;
  readonly logger: LogLines;
  /** Called before the reports of an id are submitted. */
  readonly onDeviceId: (deviceId: string) => void;
  /** Called with the bytes of reports when they are submitted, and as a negative number when they are settled. */
  readonly onUnsettled: (bytes: number) => void;
  /** Called with the outcome of each message. Must not throw. */
  readonly onOutcome: OnMessageOutcome;
  /** Writes a command, which may hold a secret. */
  readonly writeCommand: (port: Port, command: PortCommand, data: Outbound) => Promise<void>;
};

export function createPeerSession(options: PeerSessionOptions): PeerSession {
  const { path, protocol, peer, port, isDatagram, gateway, timers, logger, receive } = options;
  const { counters } = peer;
  const acknowledges = protocol.acknowledges === true;
  const pipeline = createReportPipeline({ receive, acknowledges, interval: 0, timers });
  const pendingCommands = createPendingCommands(timers);
  const submit = createSubmit({
    config: { path, protocol: protocol.name },
    protocol,
    receive: pipeline.receive,
    counters,
    reportedIds: createReportedIds(() => undefined),
    dates: options.dates,
    portDeviceId: () => undefined,
    onOutcome: options.onOutcome,
    onReply: pendingCommands.onReply,
    logger,
  });
  let chunkBytes = 0;
  let isEnded = false;
  const driver = createSessionDriver({
    path,
    protocol,
    allowsRawCommands: false,
    counters,
    port,
    submit: (messages) => submitCounted(options, submit, messages, chunkBytes),
    context: { ...gateway, openCount: peer.n, isBound: false, peer, ...(isDatagram && { isDatagram: true }) },
    timers,
    logger,
    onChange: () => undefined,
  });

  return {
    onData(chunk, bytes) {
      chunkBytes = bytes;
      return driver.onData(chunk);
    },
    flush: driver.flush,
    async end() {
      isEnded = true;
      const settled = driver.end();
      pendingCommands.end();
      await Promise.all([settled, pipeline.flush()]);
    },
    prepareCommand(command) {
      const encoded = driver.encode({ ...command, bound: false });
      if (!encoded.ok) return encoded;
      const write = (data: Outbound): Promise<void> => options.writeCommand(port, command, data);
      const outgoing = { deviceId: command.deviceId, encoded: encoded.value, write, path, protocol: protocol.name };
      return success({
        path,
        protocol: protocol.name,
        send: () =>
          isEnded ? Promise.resolve(notWritten(commandResults.disconnected())) : pendingCommands.send(outgoing),
      });
    },
  };
}

function submitCounted(
  { onDeviceId, onUnsettled }: PeerSessionOptions,
  submit: SubmitMessages,
  messages: readonly TrackerMessage[],
  bytes: number,
): ReturnType<SubmitMessages> {
  for (const message of messages) {
    if ((message.type === 'records' || message.type === 'hello') && message.deviceId !== undefined) {
      onDeviceId(message.deviceId);
    }
  }
  const receipts = submit(messages);
  const pending = new Set(receipts.filter((receipt) => receipt instanceof Promise));
  if (pending.size > 0) {
    onUnsettled(bytes);
    void Promise.all(pending).then(() => {
      onUnsettled(-bytes);
    });
  }
  return receipts;
}
