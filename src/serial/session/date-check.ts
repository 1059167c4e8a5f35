import { correctDates } from '../../domain/records/tracker-dates.js';
import type { GatewayMessage } from '../../messages/message.js';
import type { ProtocolContext, RecordsMessage } from '../../protocols/protocol.js';
import { portNotes } from '../messages.js';

/** Corrects the dates of trackers whose clock is wrong, and names them. */
export type DateCheck = {
  /** The message with the dates of its records corrected; the same if all are believed. */
  readonly check: (message: RecordsMessage, deviceId: string) => RecordsMessage;
  /** The device with a wrong clock, and what to do; null: the dates of the last such device are believed again. */
  readonly reason: () => GatewayMessage | null;
};

type DateCheckOptions = {
  readonly gateway: Pick<ProtocolContext, 'now' | 'clockQuality'>;
  /** called when `reason` changes from null, or to null */
  readonly onChange: () => void;
};

export function createDateCheck({ gateway, onChange }: DateCheckOptions): DateCheck {
  let wrong: { readonly deviceId: string; stated: string } | undefined;
  return {
    check(message, deviceId) {
      const corrected = correctDates(message, { at: gateway.now(), clockQuality: gateway.clockQuality() });
      if (corrected === undefined) {
        if (wrong?.deviceId === deviceId && message.locations.length > 0) {
          wrong = undefined;
          onChange();
        }
        return message;
      }
      const { records, stated } = corrected;
      if (wrong?.deviceId === deviceId) wrong.stated = stated;
      else {
        wrong = { deviceId, stated };
        onChange();
      }
      return records;
    },
    reason: () =>
      wrong === undefined ? null : portNotes.receiverClock({ device: wrong.deviceId, stated: { at: wrong.stated } }),
  };
}
