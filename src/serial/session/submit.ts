import type { Receipt, Receive, Report } from '../../domain/report.js';
import { failure, messageOf, success } from '../../errors.js';
import type { Logger } from '../../logger.js';
import type { CommandReply, Counters, Protocol, TrackerMessage } from '../../protocols/protocol.js';
import type { PortConfig } from '../../schema/config/config.js';
import type { OnMessageOutcome } from '../monitor/observer.js';

/** Submits a message and resolves with its receipt; never rejects. */
export type SubmitMessage = (message: TrackerMessage) => Promise<Receipt>;

type SubmitOptions = {
  readonly config: PortConfig;
  readonly protocol: Protocol;
  /** the report pipeline, which leads to ingest */
  readonly receive: Receive;
  readonly counters: Counters;
  /** the device id of trackers without one of their own */
  readonly portDeviceId: () => string | undefined;
  /** Called with the outcome of each message. Must not throw. */
  readonly onOutcome: OnMessageOutcome;
  /** Called with the reply to a command, and the device that sent it as far as it is known. */
  readonly onReply: (deviceId: string | undefined, reply: CommandReply) => void;
  readonly logger: Logger;
};

type ReportMessage = Extract<TrackerMessage, { type: 'records' | 'hello' }>;

type Submitter = {
  readonly options: SubmitOptions;
  readonly boundDeviceId: string | undefined;
  readonly source: Report['source'];
  /** a failing store fails for every report: it is logged once, and once when it works again */
  storeFails: boolean;
};

/** Turns tracker messages into reports: resolves the device id, counts, and logs when the store fails. */
export function createSubmit(options: SubmitOptions): SubmitMessage {
  const { config, protocol } = options;
  const submitter: Submitter = {
    options,
    boundDeviceId: protocol.multiDevice === true ? undefined : config.deviceId,
    source: { protocol: protocol.name, port: config.path },
    storeFails: false,
  };
  return (message) => submit(submitter, message);
}

function submit(submitter: Submitter, message: TrackerMessage): Promise<Receipt> {
  const { options, boundDeviceId, source } = submitter;
  if (message.type === 'request') {
    return Promise.resolve(settle(options, message, undefined, success({ accepted: 0, duplicates: 0 })));
  }
  if (message.type === 'rejected') {
    return Promise.resolve(settle(options, message, undefined, failure('validation_failed', message.reason)));
  }
  const deviceId = boundDeviceId ?? message.deviceId ?? options.portDeviceId();
  if (message.type === 'reply') {
    options.onReply(deviceId, message);
    return Promise.resolve(settle(options, message, deviceId, success({ accepted: 0, duplicates: 0 })));
  }
  if (deviceId === undefined) {
    const reason = `the message has no device id, and ${options.config.path} is not bound to a device`;
    return Promise.resolve(settle(options, message, undefined, failure('not_found', reason)));
  }
  return options.receive(toReport(message, { deviceId, source, bound: boundDeviceId !== undefined })).then(
    (receipt) => onReceipt(submitter, message, deviceId, receipt),
    (error: unknown) => onReceipt(submitter, message, deviceId, failure('store_unavailable', messageOf(error))),
  );
}

/** Spreading an optional field from a temporary object would take as long as storing the record. */
function toReport(
  message: ReportMessage,
  { deviceId, source, bound }: Pick<Report, 'deviceId' | 'source' | 'bound'>,
): Report {
  if (message.type === 'hello') return { deviceId, locations: [], alerts: [], source, resume: message.resume, bound };
  const { locations, alerts, telemetry, sequence } = message;
  const plain = { deviceId, locations, alerts, source, bound };
  const withTelemetry = telemetry === undefined ? plain : { ...plain, telemetry };
  return sequence === undefined ? withTelemetry : { ...withTelemetry, sequence };
}

function onReceipt(submitter: Submitter, message: ReportMessage, deviceId: string, receipt: Receipt): Receipt {
  const { logger, config } = submitter.options;
  logStoreState(submitter, receipt);
  if (message.type === 'hello' && receipt.ok) {
    const { description, resume } = message;
    logger.info(
      { path: config.path, deviceId, description, ...resume, stored: receipt.value.stored ?? null },
      'tracker resumes',
    );
  }
  return settle(submitter.options, message, deviceId, receipt);
}

function logStoreState(submitter: Submitter, receipt: Receipt): void {
  const { logger, config } = submitter.options;
  const { storeFails } = submitter;
  const fails = !receipt.ok && receipt.code === 'store_unavailable';
  if (fails && !storeFails) {
    logger.error({ path: config.path, reason: receipt.message }, 'reports cannot be stored');
  }
  if (storeFails && receipt.ok) logger.info({ path: config.path }, 'reports are stored again');
  submitter.storeFails = fails || (storeFails && !receipt.ok);
}

function settle(
  options: SubmitOptions,
  message: TrackerMessage,
  deviceId: string | undefined,
  receipt: Receipt,
): Receipt {
  count(options, message, receipt);
  options.onOutcome(options.protocol.name, message, deviceId, receipt);
  return receipt;
}

function count({ counters, config, logger }: SubmitOptions, message: TrackerMessage, receipt: Receipt): void {
  if (receipt.ok) {
    if (message.type === 'records' && message.refused !== undefined) counters.rejected += 1;
    if (receipt.value.quarantined === true) counters.unknownDevices += 1;
    return;
  }
  if (receipt.code === 'not_found') counters.unknownDevices += 1;
  else counters.rejected += 1;
  logger.debug({ path: config.path, code: receipt.code, reason: receipt.message }, 'report rejected');
}
