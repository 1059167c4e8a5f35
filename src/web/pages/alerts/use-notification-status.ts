import type { DeviceAlertView } from '../../../schema/records/alert.js';
import { EMPTY_FILTER } from '../messages/message-filter.js';
import { useMessages } from '../messages/use-messages.js';
import { createStatusLookup, type NotificationSummary } from './notification-status.js';

/** The gateway returns at most this many messages. */
const MAX_MESSAGES = 1_000;

/** Whether a message was sent for an alert; follows the messages of a device, or of all if `deviceId` is empty. */
export function useNotificationStatus(deviceId: string): (alert: DeviceAlertView) => NotificationSummary {
  const { result } = useMessages({ ...EMPTY_FILTER, deviceId }, MAX_MESSAGES);
  return createStatusLookup(result?.ok === true ? result.value : []);
}
