import { MAX_WEBHOOKS, webhookFields } from '../messages/webhook.js';

export const webhooksConfig = {
  type: 'array',
  maxItems: MAX_WEBHOOKS,
  default: [],
  description: 'receivers of alerts over HTTP, which notification rules choose by name; administrators add others on the page',
  items: {
    type: 'object',
    required: ['name', 'url', 'secret'],
    additionalProperties: false,
    properties: { ...webhookFields, enabled: { ...webhookFields.enabled, default: true } },
  },
} as const;
