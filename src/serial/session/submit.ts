import { failure, messageOf, success } from '../../errors.js';
import type { Logger } from '../../logger.js';
import type { Counters, TrackerMessage, Protocol } from '../../protocols/protocol.js';
import type { Receipt } from '../../domain/report.js';
import type { PortConfig } from '../port-config.js';
import type { Receive, Report } from '../../domain/report.js';
import type { OnMessageOutcome } from '../monitor/observer.js';

/** Takes a message in and says what became of it; never rejects. */
export type SubmitMessage = (message: TrackerMessage) => Promise<Receipt>;

type SubmitOptions = {
  readonly config: PortConfig;
  readonly protocol: Protocol;
  readonly receive: Receive;
  readonly counters: Counters;
  /** by which a device is known that does not say its name */
  readonly portDeviceId: () => string | undefined;
  /** Hears what became of each message. Must not throw. */
  readonly onOutcome: OnMessageOutcome;
  readonly logger: Logger;
};

/** The way of a port's messages to `receive`: whose they are, what is counted, and what is said when the store fails. */
export function createSubmit({
  config,
  protocol,
  receive,
  counters,
  portDeviceId,
  onOutcome,
  logger,
}: SubmitOptions): SubmitMessage {
  const { path } = config;
  const boundDeviceId = protocol.multiDevice === true ? undefined : config.deviceId;
  const source = { protocol: protocol.name, port: path };
  // A failing store fails for every line: it is said once, and once when it is over.
  let storeFails = false;

  function settle(message: TrackerMessage, deviceId: string | undefined, receipt: Receipt): Receipt {
    count(message, receipt);
    onOutcome(protocol.name, message, deviceId, receipt);
    return receipt;
  }

  function count(message: TrackerMessage, receipt: Receipt): void {
    if (receipt.ok) {
      if (message.type === 'records' && message.refused !== undefined) counters.rejected += 1;
      if (receipt.value.quarantined === true) counters.unknownDevices += 1;
      return;
    }
    if (receipt.code === 'not_found') counters.unknownDevices += 1;
    else counters.rejected += 1;
    logger.debug({ path, code: receipt.code, reason: receipt.message }, 'a report was not taken');
  }

  function onReceipt(message: ReportMessage, deviceId: string, receipt: Receipt): Receipt {
    logStoreState(receipt);
    if (message.type === 'hello' && receipt.ok) {
      const { description, resume } = message;
      logger.info(
        { path, deviceId, about: description, ...resume, stored: receipt.value.stored ?? null },
        'tracker resumes',
      );
    }
    return settle(message, deviceId, receipt);
  }

  function logStoreState(receipt: Receipt): void {
    const fails = !receipt.ok && receipt.code === 'store_unavailable';
    if (fails && !storeFails) logger.error({ path, reason: receipt.message }, 'reports cannot be stored');
    if (storeFails && receipt.ok) logger.info({ path }, 'reports are stored again');
    storeFails = fails || (storeFails && !receipt.ok);
  }

  return (message) => {
    if (message.type === 'request') {
      return Promise.resolve(settle(message, undefined, success({ accepted: 0, duplicates: 0 })));
    }
    if (message.type === 'rejected') {
      return Promise.resolve(settle(message, undefined, failure('validation_failed', message.reason)));
    }
    const deviceId = boundDeviceId ?? message.deviceId ?? portDeviceId();
    if (deviceId === undefined) {
      const reason = `the message names no device, and ${path} is bound to none by configuration`;
      return Promise.resolve(settle(message, undefined, failure('not_found', reason)));
    }
    return receive(toReport(message, { deviceId, source, bound: boundDeviceId !== undefined })).then(
      (receipt) => onReceipt(message, deviceId, receipt),
      (error: unknown) => onReceipt(message, deviceId, failure('store_unavailable', messageOf(error))),
    );
  };
}

type ReportMessage = Extract<TrackerMessage, { type: 'records' | 'hello' }>;

/** Of an optional field one spread is fast; one of an object made for it takes as long as storing the record. */
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
