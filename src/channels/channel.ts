/** Something to be told to somebody away from the gateway. */
export type OutgoingMessage = {
  /** the outbox's own name for it: the same when it is tried again */
  readonly id: string;
  /** an address or a telephone number, as the channel has it */
  readonly to: string;
  /** left out by channels that have none */
  readonly subject?: string;
  readonly text: string;
};

/**
 * What became of a message that was handed over. `references` are what the far side calls what it took: of an SMS in
 * parts one for each part, in their order, also of those that went before one failed.
 */
export type SendResult =
  | { readonly outcome: 'sent'; readonly references: readonly string[] }
  | {
      readonly outcome: 'failed';
      /** it may go later, as it is; not: a person, or another text, is needed first */
      readonly retry: boolean;
      /** where more attempts than this are not worth while; left out: until the message is of no use any more */
      readonly maxAttempts?: number;
      readonly reason: string;
      readonly references: readonly string[];
    }
  /** It was given, and whether it went is not known: it may not be sent again without somebody's will. */
  | { readonly outcome: 'uncertain'; readonly reason: string; readonly references: readonly string[] };

export type ChannelStatus = {
  readonly state: 'starting' | 'ready' | 'unavailable';
  /** why it is not ready, and the way out; null when it is */
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
  /** What is being handed over ends as what is known of it by then. */
  stop: () => Promise<void>;
  /** Hands over one message at a time, in the order they came; nothing is sent twice by the channel itself. */
  send: (message: OutgoingMessage) => Promise<SendResult>;
  status: () => ChannelStatus;
};
