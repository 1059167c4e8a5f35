import type { FromSchema } from 'json-schema-to-ts';
import { alertSchema } from '../records/alert.js';
import { idSchema, instantSchema, nullable } from '../common.js';

/** What a message is about. `test`: an administrator wants to see that messages arrive. */
const MESSAGE_EVENT_KINDS = ['alert', 'message', 'test'] as const;

/** The body that webhooks receive. */
const messageEventSchema = {
  type: 'object',
  required: ['id', 'kind', 'created', 'gateway', 'timeZone', 'device', 'text'],
  properties: {
    id: { type: 'string', description: 'names the message for ever, also after a restore: equal in every attempt' },
    kind: {
      enum: MESSAGE_EVENT_KINDS,
      description:
        'alert: an alert matched a notification rule; message: a user posted it; test: sent by the test button',
    },
    created: { ...instantSchema, description: 'when the message was queued' },
    gateway: { type: 'string', description: 'id of the gateway' },
    timeZone: { type: 'string', description: 'IANA zone of the gateway and of the times in `text`' },
    device: {
      ...nullable({
        type: 'object',
        required: ['id', 'name'],
        properties: { id: idSchema, name: { type: 'string' } },
        additionalProperties: false,
      }),
      description: 'null: a test',
    },
    text: { type: 'string', description: 'the message as people read it' },
    alert: { ...alertSchema, description: 'as `GET /api/alerts` shows it at the time of the attempt; only for alerts' },
  },
  additionalProperties: false,
} as const;
export type MessageEvent = Readonly<FromSchema<typeof messageEventSchema>>;
