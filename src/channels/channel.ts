import type { Result } from '../errors.js';
import type { Device } from '../schema/devices/device.js';
import type { MessageEvent } from '../schema/messages/message-event.js';
import type { Alert } from '../schema/records/alert.js';

/** A message handed to a channel. */
export type OutgoingMessage = {
  /** id in the outbox; the same for every attempt */
  readonly id: string;
  /** an address of the channel */
  readonly to: string;
  /** omitted by channels without subjects */
  readonly subject?: string;
  readonly text: string;
  /** Reads what it is about, for channels that send more than the text. Rejects if the disk cannot be read. */
  readonly readEvent?: () => Promise<MessageEvent>;
};

/**
 * The result of handing over one message. `references`: the ids that the receiving system assigned; for an SMS one per
 * part, in order, including the parts sent before one failed.
 */
export type SendResult =
  | { readonly outcome: 'sent'; readonly references: readonly string[] }
  | {
      readonly outcome: 'failed';
      /** true: a later attempt may succeed; false: the text or the setup has to change first */
      readonly retry: boolean;
      /** omitted: retry until the message expires */
      readonly maxAttempts?: number;
      /** the account, the SIM, the modem or the far side is at fault: the next message would fail too */
      readonly isChannelFault?: true;
      readonly reason: string;
      readonly references: readonly string[];
    }
  /** Handed over, but it is unknown whether it was sent; it must not be sent again automatically. */
  | { readonly outcome: 'uncertain'; readonly reason: string; readonly references: readonly string[] };

export type ChannelStatus = {
  readonly state: 'starting' | 'ready' | 'unavailable';
  /** why it is not ready, and how to fix it; null: ready */
  readonly reason: string | null;
};

/** What the network reports about one part of a sent message. */
export type DeliveryReport = {
  /** id of the message */
  readonly id: string;
  readonly part: number;
  readonly parts: number;
  /** trying: the telephone is off; another report follows */
  readonly fate: 'delivered' | 'trying' | 'failed';
  /** the network's status code (3GPP TS 23.040, 9.2.3.15) */
  readonly status: number;
};

/** A delivery channel. Its functions neither throw nor reject: a failure is an outcome or a status. */
export type Channel = {
  readonly name: string;
  /** `onDeliveryReport` must not throw. */
  start: (onDeliveryReport: (report: DeliveryReport) => void) => void;
  /** Settles the message that is being sent with what is known about it by then. */
  stop: () => Promise<void>;
  /** Sends one message at a time, in order. The channel itself never sends a message twice. */
  send: (message: OutgoingMessage) => Promise<SendResult>;
  status: () => ChannelStatus;
  /**
   * Whether a message to this recipient may be handed over now; omitted: while the channel is ready. What refused the last
   * message is tried again after a pause: it is then ready here, with the reason of the refusal, although the status of the
   * channel stays `unavailable` until a message is sent.
   */
  statusFor?: (to: string) => ChannelStatus;
  /** A test message was sent to this recipient over another connection: what held the messages is over. */
  recovered?: (to: string) => void;
};

/** An alert about which people are notified. */
export type AlertNotice = {
  readonly device: Pick<Device, 'id' | 'name'>;
  readonly alert: Alert;
  /** IANA zone of the times in the text */
  readonly timeZone: string;
  /** false: its time is from an untrusted clock, and the text omits it */
  readonly isDated: boolean;
};

export type MessageText = { readonly subject?: string; readonly text: string };

/** What the outbox has to know about a channel, whether it is configured or not. */
export type ChannelFormat = {
  /** The units of the daily quota that a text uses; a failure if the text is too long for the channel. */
  readonly unitsOf: (text: string) => Result<number>;
  /** Writes an alert as a text of one unit. */
  readonly compose: (notice: AlertNotice) => MessageText;
  /** Each recipient is a system of its own: one that is slow holds up no other. */
  readonly hasLanes: boolean;
  /** Recipients recognize a message that arrives again, so one without a result is sent again. */
  readonly isRepeatable: boolean;
};
