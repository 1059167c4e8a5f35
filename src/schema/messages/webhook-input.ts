import { validator } from '../validator.js';
import { webhookInputSchema } from './webhook.js';

export const validateWebhookInput = validator(webhookInputSchema);
