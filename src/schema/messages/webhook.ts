import type { FromSchema } from 'json-schema-to-ts';

/** Webhooks of one gateway: those of the configuration and those that administrators add. */
export const MAX_WEBHOOKS = 32;

const nameSchema = { type: 'string', format: 'webhook-name', maxLength: 32 } as const;

/** A webhook in the configuration. */
export const webhookFields = {
  name: { ...nameSchema, description: 'names the webhook in notification rules' },
  url: {
    type: 'string',
    minLength: 8,
    maxLength: 1024,
    format: 'webhook-url',
    description: 'receives the messages as POST; https://… or, within the network of the depot, http://…',
  },
  secret: {
    type: 'string',
    minLength: 16,
    maxLength: 256,
    description: 'the receiver checks the signature with it; at least 16 characters',
  },
  enabled: { type: 'boolean', description: 'false: its messages wait until they expire; true or omitted: on' },
} as const;

/** A webhook as an administrator sends it; the name is in the address. */
export const webhookInputSchema = {
  type: 'object',
  required: ['url'],
  properties: {
    url: webhookFields.url,
    secret: { ...webhookFields.secret, description: 'never returned; may be left out if it is set and the url stays' },
    enabled: webhookFields.enabled,
  },
  additionalProperties: false,
} as const;
export type WebhookInput = Readonly<FromSchema<typeof webhookInputSchema>>;

/** A webhook that an administrator added, as stored: its secret is not in the log. */
export type StoredWebhook = { readonly name: string; readonly url: string; readonly enabled: boolean };

/** A webhook with all that sending takes; an empty secret is missing. */
export type WebhookTarget = StoredWebhook & {
  readonly secret: string;
  /** why the secret that is stored is not used */
  readonly withheld?: string;
};

/** Where a webhook comes from. */
const WEBHOOK_SOURCES = ['configuration', 'settings'] as const;

/** A webhook as the API returns it; never its secret. */
export const webhookSchema = {
  type: 'object',
  required: ['name', 'enabled', 'source'],
  properties: {
    name: nameSchema,
    enabled: { type: 'boolean', description: 'false: its messages wait until they expire' },
    source: {
      type: 'string',
      enum: WEBHOOK_SOURCES,
      description: 'configuration: it is changed there, and overrides one of the same name; settings: set by the API',
    },
    url: { type: 'string', description: 'only for administrators' },
    secret: { type: 'boolean', description: 'true: it has a secret; only for administrators' },
    state: { type: 'string', enum: ['ready', 'unavailable'], description: 'of the receiver; only for administrators' },
    reason: {
      type: ['string', 'null'],
      description: 'why it is not ready, and how to fix it; null: ready; only for administrators',
    },
  },
  additionalProperties: false,
} as const;
export type WebhookView = Readonly<FromSchema<typeof webhookSchema>>;
