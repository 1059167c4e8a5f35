import { ATTENTION_ALERTS } from '../records/alert-names.js';
import { alertNameSchema } from '../records/alert.js';

/** The alerts that need a person. */
export const attentionSchema = {
  type: 'array',
  maxItems: 100,
  uniqueItems: true,
  items: alertNameSchema,
  default: ATTENTION_ALERTS,
  description: 'names of the alerts that need a person: the dashboard shows them until a user acknowledges them',
} as const;
