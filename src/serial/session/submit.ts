import type { Receipt, Report } from '../../domain/report.js';
import { recordErrors } from '../../domain/records/messages.js';
import { causeOf, failure, success } from '../../errors.js';
import type { LogLines } from '../../logger.js';
import type { CommandReply, Counters, Protocol, TrackerMessage } from '../../protocols/protocol.js';
import type { PortConfig } from '../../schema/config/config.js';
import { receiptErrors } from '../messages.js';
import type { OnMessageOutcome } from '../monitor/observer.js';
import type { DateCheck } from './date-check.js';
import type { ReportPipeline } from './report-pipeline.js';
import type { ReportedIds } from './reported-ids.js';

/**
 * Submits the messages of one read and returns their receipts in the same order. Messages that are stored together share
 * one promise; messages without a report have their receipt at once. No promise rejects.
 */
export type SubmitMessages = (messages: readonly TrackerMessage[]) => readonly (Receipt | Promise<Receipt>)[];

type SubmitOptions = {
  readonly config: PortConfig;
  readonly protocol: Protocol;
  /** the report pipeline, which leads to ingest */
  readonly receive: ReportPipeline['receive'];
  readonly counters: Counters;
  readonly reportedIds: ReportedIds;
  readonly dates: DateCheck;
  /** the device id of trackers without one of their own */
  readonly portDeviceId: () => string | undefined;
  /** Called with the outcome of each message. Must not throw. */
  readonly onOutcome: OnMessageOutcome;
  /** Called with the reply to a command, and the device that sent it as far as it is known. */
  readonly onReply: (deviceId: string | undefined, reply: CommandReply) => void;
  readonly logger: LogLines;
};

type ReportMessage = Extract<TrackerMessage, { type: 'records' | 'hello' }>;
/** `index`: among the messages of its read */
type SubmittedMessage = { readonly message: ReportMessage; readonly deviceId: string; readonly index: number };

type Submitter = {
  readonly options: SubmitOptions;
  readonly source: Report['source'];
  /** a failing store fails for every report: it is logged once, and once when it works again */
  storeFails: boolean;
};

/** Turns tracker messages into reports: resolves the device id, corrects dates, counts, and logs when the store fails. */
export function createSubmit(options: SubmitOptions): SubmitMessages {
  const { config, protocol } = options;
  const submitter: Submitter = {
    options,
    source: { protocol: protocol.name, port: config.path },
    storeFails: false,
  };
  return (messages) => submit(submitter, messages);
}

function submit(submitter: Submitter, messages: readonly TrackerMessage[]): readonly (Receipt | Promise<Receipt>)[] {
  const { options, source } = submitter;
  const receipts: (Receipt | Promise<Receipt>)[] = [];
  const submitted: SubmittedMessage[] = [];
  const reports: Report[] = [];
  for (const received of messages) {
    const boundId = boundDeviceId(options, received);
    const deviceId = boundId ?? reportedId(received) ?? options.portDeviceId();
    const isDated = received.type === 'records' && deviceId !== undefined;
    const message = isDated ? options.dates.check(received, deviceId) : received;
    if ((message.type === 'records' || message.type === 'hello') && deviceId !== undefined) {
      submitted.push({ message, deviceId, index: receipts.length });
      reports.push(toReport(message, { deviceId, source, bound: boundId !== undefined }));
      receipts.push(NOT_SETTLED);
    } else receipts.push(settleAtOnce(options, message, deviceId));
  }
  if (reports.length > 0) onReceipts(submitter, submitted, options.receive(reports), receipts);
  return receipts;
}

/** in place of a receipt until its promise is known */
const NOT_SETTLED: Receipt = success({ accepted: 0, duplicates: 0 });

/** undefined also where the message is of no device */
const reportedId = (message: TrackerMessage): string | undefined =>
  message.type === 'request' || message.type === 'rejected' ? undefined : message.deviceId;

/** The configured device, unless the message is of one of many stations or trackers with their own ids. */
function boundDeviceId({ config, protocol, reportedIds }: SubmitOptions, message: TrackerMessage): string | undefined {
  if (config.deviceId === undefined) return undefined;
  const id = reportedId(message);
  if (protocol.multiDevice === true && (protocol.ownPosition !== true || id !== undefined)) return undefined;
  return id === undefined || reportedIds.isOfPort(id) ? config.deviceId : undefined;
}

/** The receipt of a message without a report. */
function settleAtOnce(options: SubmitOptions, message: TrackerMessage, deviceId: string | undefined): Receipt {
  switch (message.type) {
    case 'reply':
      options.onReply(deviceId, message);
      return settle(options, message, deviceId, success({ accepted: 0, duplicates: 0 }));
    case 'request':
      return settle(options, message, undefined, success({ accepted: 0, duplicates: 0 }));
    case 'rejected':
      return settle(options, message, undefined, failure('validation_failed', message.reason));
    case 'records':
    case 'hello':
      return settle(options, message, undefined, receiptErrors.noDevice({ path: options.config.path }));
  }
}

/** Settles the messages that share a receipt with one promise, and enters it into `receipts`. */
function onReceipts(
  submitter: Submitter,
  submitted: readonly SubmittedMessage[],
  stored: readonly Promise<Receipt>[],
  receipts: (Receipt | Promise<Receipt>)[],
): void {
  let group: SubmittedMessage[] = [];
  let storing: Promise<Receipt> | undefined;
  let settled: Promise<Receipt> | undefined;
  for (let at = 0; at < submitted.length; at += 1) {
    const one = submitted[at];
    const promise = stored[at];
    if (one === undefined || promise === undefined) continue;
    if (settled === undefined || promise !== storing) {
      storing = promise;
      group = [];
      settled = settleGroup(submitter, group, promise);
    }
    group.push(one);
    receipts[one.index] = settled;
  }
}

/** Messages can be added to `group` until `storing` has settled. */
const settleGroup = (
  submitter: Submitter,
  group: readonly SubmittedMessage[],
  storing: Promise<Receipt>,
): Promise<Receipt> => {
  const onSettled = (receipt: Receipt): Receipt => {
    if (receipt.ok) submitter.options.counters.duplicateRecords += receipt.value.duplicates;
    for (const { message, deviceId } of group) onReceipt(submitter, message, deviceId, receipt);
    return receipt;
  };
  return storing.then(onSettled, (error: unknown) => onSettled(recordErrors.notStored({ detail: causeOf(error) })));
};

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

function onReceipt(submitter: Submitter, message: ReportMessage, deviceId: string, receipt: Receipt): void {
  const { logger, config } = submitter.options;
  logStoreState(submitter, receipt);
  if (message.type === 'hello' && receipt.ok) {
    const { description, resume } = message;
    logger.info(
      { path: config.path, deviceId, description, ...resume, stored: receipt.value.stored ?? null },
      'tracker resumes',
    );
  }
  if (receipt.ok && message.deviceId === deviceId) submitter.options.reportedIds.onStored();
  settle(submitter.options, message, deviceId, receipt);
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
