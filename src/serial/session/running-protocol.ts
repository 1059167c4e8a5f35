import type { Receive } from '../../domain/report.js';
import { success, type Result } from '../../errors.js';
import type { Logger } from '../../logger.js';
import type { GatewayMessage } from '../../messages/message.js';
import type { Outbound } from '../../protocols/outbound.js';
import type { CommandRefusal, Counters, Protocol, ProtocolContext } from '../../protocols/protocol.js';
import type { PortConfig } from '../../schema/config/config.js';
import type { Timers } from '../../time/clock.js';
import { commandResults, portErrors, portNotes } from '../messages.js';
import type { OnMessageOutcome } from '../monitor/observer.js';
import { createDateCheck, type DateCheck } from './date-check.js';
import { hasOwnDevice, isIdentifiedByPort } from './own-device.js';
import {
  createPendingCommands,
  notWritten,
  type CommandOutcome,
  type PendingCommands,
  type PortCommand,
  type PreparedCommand,
} from './pending-commands.js';
import { createReportPipeline, type ReportPipeline } from './report-pipeline.js';
import type { ReportedIds } from './reported-ids.js';
import type { SessionDriver } from './session-driver.js';
import { createSubmit, type SubmitMessages } from './submit.js';

export type RunningOptions = {
  readonly config: PortConfig;
  /** the possible protocols; more than one starts protocol detection */
  readonly protocols: readonly [Protocol, ...Protocol[]];
  readonly receive: Receive;
  readonly gateway: Pick<ProtocolContext, 'now' | 'clockQuality'>;
  readonly counters: Counters;
  /** the device id of trackers without one of their own */
  readonly portDeviceId: () => string | undefined;
  readonly timers: Timers;
  readonly logger: Logger;
  /** Called with the outcome of each message. Must not throw. */
  readonly onOutcome: OnMessageOutcome;
  readonly onChange: () => void;
};

/**
 * A protocol on a port, across its openings. `running`: the protocol is configured or detected; `forced`: provisioning has
 * set it. `driver` is undefined while the port is not open.
 */
export type Running = {
  state: 'running' | 'forced';
  readonly protocol: Protocol;
  readonly pipeline: ReportPipeline;
  readonly submit: SubmitMessages;
  readonly reportedIds: ReportedIds;
  readonly dates: DateCheck;
  readonly pendingCommands: PendingCommands;
  driver: SessionDriver | undefined;
};

/** `reportedIds`: those of the port, whatever its protocol. */
export function createRunning(
  options: RunningOptions,
  reportedIds: ReportedIds,
  protocol: Protocol,
  state: Running['state'],
): Running {
  const { config, counters, logger, onOutcome, portDeviceId, receive, timers } = options;
  const { interval = 0 } = config;
  const pipeline = createReportPipeline({ receive, acknowledges: protocol.acknowledges === true, interval, timers });
  const pendingCommands = createPendingCommands(timers);
  const dates = createDateCheck(options);
  const submit = createSubmit({
    config,
    protocol,
    receive: pipeline.receive,
    counters,
    reportedIds,
    dates,
    portDeviceId: isIdentifiedByPort(options, protocol) ? portDeviceId : () => undefined,
    onOutcome,
    onReply: pendingCommands.onReply,
    logger,
  });
  return { state, protocol, pipeline, submit, reportedIds, dates, pendingCommands, driver: undefined };
}

export function prepareRunningCommand(
  running: Running,
  { path, deviceId: boundDeviceId }: PortConfig,
  command: PortCommand,
  write: (data: Outbound) => Promise<void>,
): Result<PreparedCommand, CommandRefusal> {
  const { driver, protocol, pendingCommands, reportedIds } = running;
  if (driver === undefined) return portErrors.isClosed({ path });
  const { deviceId } = command;
  const bound = protocol.multiDevice !== true && boundDeviceId === deviceId && reportedIds.conflict() === undefined;
  const encoded = driver.encode({ ...command, bound });
  if (!encoded.ok) return encoded;
  return success({
    path,
    protocol: protocol.name,
    send(): Promise<CommandOutcome> {
      if (running.driver !== driver) return Promise.resolve(notWritten(commandResults.portClosed({ path })));
      return pendingCommands.send({ deviceId, encoded: encoded.value, write, path, protocol: protocol.name });
    },
  });
}

/** What is wrong with a port that is open, with the fix; null when nothing is wrong. */
export function runningNote(
  { protocol, driver, reportedIds, dates }: Running,
  options: RunningOptions,
): GatewayMessage | null {
  const { path, deviceId } = options.config;
  const conflict = reportedIds.conflict();
  if (conflict !== undefined) {
    const [one, other] = conflict;
    return portNotes.twoTrackers({ path, one, other, device: deviceId ?? '' });
  }
  if (protocol.requiresDeviceId && !hasOwnDevice(options, protocol) && !reportedIds.hasStored())
    return portNotes.noDeviceId({ protocol: protocol.name });
  return driver?.noLocationReason() ?? dates.reason();
}
