import { failure, messageOf, success } from '../errors.js';
import type { Logger } from '../logger.js';
import type { Counters, Message, Protocol, Receipt } from '../protocols/protocol.js';
import type { PortConfig } from './port-config.js';
import type { Receive, Report } from './receive.js';
import type { OnSettled } from './watching/watcher.js';

/** Takes a message in and says what became of it; never rejects. */
export type Intake = (message: Message) => Promise<Receipt>;

type Parts = {
  readonly config: PortConfig;
  readonly protocol: Protocol;
  readonly receive: Receive;
  readonly counters: Counters;
  /** by which a device is known that does not say its name */
  readonly nameOfPort: () => string | undefined;
  /** Hears what became of each message. Must not throw. */
  readonly onSettled: OnSettled;
  readonly logger: Logger;
};

/** The way of a port's messages to `receive`: whose they are, what is counted, and what is said when the store fails. */
export function createIntake({ config, protocol, receive, counters, nameOfPort, onSettled, logger }: Parts): Intake {
  const { path } = config;
  const bound = protocol.manyDevices === true ? undefined : config.deviceId;
  const source = { protocol: protocol.name, port: path };
  // A failing store fails for every line: it is said once, and once when it is over.
  let storeFails = false;

  function settled(message: Message, deviceId: string | undefined, receipt: Receipt): Receipt {
    count(message, receipt);
    onSettled(protocol.name, message, deviceId, receipt);
    return receipt;
  }

  function count(message: Message, receipt: Receipt): void {
    if (receipt.ok) {
      if (message.type === 'records' && message.refused !== undefined) counters.rejected += 1;
      if (receipt.value.quarantined === true) counters.unknownDevices += 1;
      return;
    }
    if (receipt.code === 'not_found') counters.unknownDevices += 1;
    else counters.rejected += 1;
    logger.debug({ path, code: receipt.code, reason: receipt.message }, 'a report was not taken');
  }

  function received(message: Recorded, deviceId: string, receipt: Receipt): Receipt {
    tellOfStore(receipt);
    if (message.type === 'hello' && receipt.ok) {
      const { about, resume } = message;
      logger.info({ path, deviceId, about, ...resume, stored: receipt.value.stored ?? null }, 'tracker resumes');
    }
    return settled(message, deviceId, receipt);
  }

  function tellOfStore(receipt: Receipt): void {
    const fails = !receipt.ok && receipt.code === 'store_unavailable';
    if (fails && !storeFails) logger.error({ path, reason: receipt.message }, 'reports cannot be stored');
    if (storeFails && receipt.ok) logger.info({ path }, 'reports are stored again');
    storeFails = fails || (storeFails && !receipt.ok);
  }

  return (message) => {
    if (message.type === 'question') {
      return Promise.resolve(settled(message, undefined, success({ accepted: 0, duplicates: 0 })));
    }
    if (message.type === 'rejected') {
      return Promise.resolve(settled(message, undefined, failure('validation_failed', message.reason)));
    }
    const deviceId = bound ?? message.deviceId ?? nameOfPort();
    if (deviceId === undefined) {
      const reason = `the message names no device, and ${path} is bound to none by configuration`;
      return Promise.resolve(settled(message, undefined, failure('not_found', reason)));
    }
    return receive(reportOf(message, { deviceId, source, bound: bound !== undefined })).then(
      (receipt) => received(message, deviceId, receipt),
      (error: unknown) => received(message, deviceId, failure('store_unavailable', messageOf(error))),
    );
  };
}

type Recorded = Extract<Message, { type: 'records' | 'hello' }>;

/** Of an optional field one spread is fast; one of an object made for it takes as long as storing the record. */
function reportOf(
  message: Recorded,
  { deviceId, source, bound }: Pick<Report, 'deviceId' | 'source' | 'bound'>,
): Report {
  if (message.type === 'hello') return { deviceId, locations: [], alerts: [], source, resume: message.resume, bound };
  const { locations, alerts, telemetry, sequence } = message;
  const plain = { deviceId, locations, alerts, source, bound };
  const told = telemetry === undefined ? plain : { ...plain, telemetry };
  return sequence === undefined ? told : { ...told, sequence };
}
