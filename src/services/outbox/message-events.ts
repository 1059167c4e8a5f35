import { summarizeMessages } from '../../domain/messages/alert-summary.js';
import type { Message } from '../../domain/messages/message.js';
import { viewAlert } from '../../domain/records/alert.js';
import { generationOf, recordId } from '../../domain/records/generation.js';
import type { MessageEvent } from '../../schema/messages/message-event.js';
import type { AlertView } from '../../schema/records/alert.js';
import type { Store } from '../../store/store.js';
import { findStoredAlert } from '../history/find-alert.js';
import type { Time } from '../time/time.js';

/** What messages are about, for channels that send more than a text. */
export type MessageEvents = {
  /** Rejects if the disk cannot be read. */
  readonly read: (message: Message) => Promise<MessageEvent>;
};

export type MessageEventsOptions = {
  readonly store: Pick<Store, 'state' | 'history'>;
  readonly time: Pick<Time, 'timeZone'>;
};

export function createMessageEvents({ store, time }: MessageEventsOptions): MessageEvents {
  const { state } = store;

  /** Retention may have removed the alert: the message knows its names and its time. */
  async function readAlert({ alertId, cause }: Message): Promise<AlertView | undefined> {
    if (cause.alert === undefined) return undefined;
    const found = alertId === undefined ? undefined : await findStoredAlert(store, alertId);
    if (found === undefined) {
      const { dateTime, alerts } = cause.alert;
      return viewAlert({ id: alertId ?? '', dateTime, alerts: [...alerts] });
    }
    const summaries = summarizeMessages([found.alert], [state.outbox.values(), state.finishedMessages.values()]);
    const { sent = [], ...alert } = found.stored;
    const summary = summaries.get(alert.id);
    return viewAlert({ ...alert, sent: [...sent, ...(summary?.sent ?? [])], messages: summary?.counts });
  }

  return {
    async read(message) {
      const { id, deviceId, text, queued } = message;
      const alert = await readAlert(message);
      return {
        id: messageId(state, id),
        kind: alert === undefined ? 'message' : 'alert',
        created: queued.at,
        gateway: state.gatewayId ?? '',
        timeZone: time.timeZone,
        device: { id: deviceId, name: state.devices.get(deviceId)?.name ?? deviceId },
        text,
        ...(alert !== undefined && { alert }),
      };
    },
  };
}

/** Numbers repeat after a restore, so the id has the generation that the message was queued in. */
function messageId({ generations, gatewayId }: Store['state'], id: string): string {
  const generation = generationOf(generations, Number(id)) ?? { id: '0' };
  return recordId(gatewayId ?? '', generation, Number(id));
}
