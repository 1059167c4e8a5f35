import type { FromSchema } from 'json-schema-to-ts';
import type { alertSchema } from '../records/alert.js';

/** The body that webhooks receive. */
export type MessageEvent = {
  /** Names the message for ever, also after a restore: it is equal in every attempt. */
  readonly id: string;
  /** An alert matched a notification rule; a user posted a message; an administrator pressed the test button. */
  readonly kind: 'alert' | 'message' | 'test';
  /** When the message was queued, UTC. */
  readonly created: string;
  /** The id of the gateway. */
  readonly gateway: string;
  /** The IANA zone of the gateway and of the times in `text`. */
  readonly timeZone: string;
  /** Null: a test. */
  readonly device: { readonly id: string; readonly name: string } | null;
  /** The message as people read it. */
  readonly text: string;
  /** As `GET /api/alerts` shows it at the time of the attempt; only for alerts. */
  readonly alert?: FromSchema<typeof alertSchema>;
};
