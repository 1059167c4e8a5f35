import { failure, messageOf, success } from '../errors.js';
import type { Logger } from '../logger.js';
import type { Counters, Message, Protocol, Receipt } from '../protocols/protocol.js';
import type { PortConfig } from './port-config.js';
import type { Receive, Report } from './receive.js';

/** Takes a message in and says what became of it; never rejects. */
export type Intake = (message: Message) => Promise<Receipt>;

type Parts = {
  readonly config: PortConfig;
  readonly protocol: Protocol;
  readonly receive: Receive;
  readonly counters: Counters;
  /** by which a device is known that does not say its name */
  readonly nameOfPort: () => string | undefined;
  readonly logger: Logger;
};

/** The way of a port's messages to `receive`: whose they are, what is counted, and what is said when the store fails. */
export function createIntake({ config, protocol, receive, counters, nameOfPort, logger }: Parts): Intake {
  const { path } = config;
  const bound = protocol.manyDevices === true ? undefined : config.deviceId;
  const source = { protocol: protocol.name, port: path };
  // A failing store fails for every line: it is said once, and once when it is over.
  let storeFails = false;

  async function hand(message: Message): Promise<Receipt> {
    if (message.type === 'rejected') return failure('validation_failed', message.reason);
    if (message.type === 'question') return success({ accepted: 0, duplicates: 0 });
    const deviceId = bound ?? message.deviceId ?? nameOfPort();
    if (deviceId === undefined) {
      return failure('not_found', `the message names no device, and ${path} is bound to none by configuration`);
    }
    const report = { ...contentOf(message), deviceId, source, bound: bound !== undefined };
    const receipt = await receive(report).catch((error: unknown) => {
      return failure('store_unavailable', messageOf(error));
    });
    tellOfStore(receipt);
    if (message.type === 'hello' && receipt.ok) {
      const { about, resume } = message;
      logger.info({ path, deviceId, about, ...resume, stored: receipt.value.stored ?? null }, 'tracker resumes');
    }
    return receipt;
  }

  function tellOfStore(receipt: Receipt): void {
    const fails = !receipt.ok && receipt.code === 'store_unavailable';
    if (fails && !storeFails) logger.error({ path, reason: receipt.message }, 'reports cannot be stored');
    if (storeFails && receipt.ok) logger.info({ path }, 'reports are stored again');
    storeFails = fails || (storeFails && !receipt.ok);
  }

  return async (message) => {
    const receipt = await hand(message);
    if (receipt.ok) {
      if (message.type === 'records' && message.refused !== undefined) counters.rejected += 1;
      if (receipt.value.quarantined === true) counters.unknownDevices += 1;
      return receipt;
    }
    if (receipt.code === 'not_found') counters.unknownDevices += 1;
    else counters.rejected += 1;
    logger.debug({ path, code: receipt.code, reason: receipt.message }, 'a report was not taken');
    return receipt;
  };
}

type Content = Omit<Report, 'deviceId' | 'source' | 'bound'>;

function contentOf(message: Extract<Message, { type: 'records' | 'hello' }>): Content {
  if (message.type === 'hello') return { locations: [], alerts: [], resume: message.resume };
  const { locations, alerts, telemetry, sequence } = message;
  return { locations, alerts, ...(telemetry && { telemetry }), ...(sequence && { sequence }) };
}
