import type { FromSchema } from 'json-schema-to-ts';
import { idSchema, instantSchema, nullable } from '../common.js';

/** Days that a preview looks back on, and how many of its alerts it names. */
export const PREVIEW_DAYS = 7;
export const MAX_PREVIEW_ALERTS = 10;

/** Why the number of alerts is not exactly what the gateway would have raised. */
const PREVIEW_REASONS = ['restarts_unknown', 'not_in_history'] as const;

const count = (description: string) => ({ type: 'integer', minimum: 0, description }) as const;

export const rulePreviewSchema = {
  type: 'object',
  required: ['alerts', 'from', 'to', 'devices', 'devicesTotal', 'complete', 'newest'],
  properties: {
    alerts: {
      ...nullable({ type: 'integer', minimum: 0 }),
      description: 'that the rule would have raised; null: history does not keep what the rule looks at (see `reason`)',
    },
    from: {
      ...instantSchema,
      description: 'start of the time that the number holds for; 7 days ago if it is complete',
    },
    to: { ...instantSchema, description: 'end of that time' },
    devices: count('that the number holds for'),
    devicesTotal: count('that the rule covers'),
    complete: { type: 'boolean', description: 'the number holds for all devices of the rule and all 7 days' },
    reason: {
      enum: PREVIEW_REASONS,
      description:
        '`restarts_unknown`: time in which the gateway did not run counts as silence; `not_in_history`: reports without ' +
        'a fix are not kept, so nothing can be counted; left out: the number is what the rule would have raised',
    },
    newest: {
      type: 'array',
      maxItems: MAX_PREVIEW_ALERTS,
      description: 'the newest of these alerts, the newest first',
      items: {
        type: 'object',
        required: ['deviceId', 'dateTime', 'alerts', 'text'],
        properties: {
          deviceId: idSchema,
          dateTime: instantSchema,
          alerts: { type: 'array', items: { type: 'string' } },
          text: { type: 'string' },
        },
        additionalProperties: false,
      },
    },
  },
  additionalProperties: false,
} as const;

/** What an alert rule would have raised in the last days. */
export type RulePreview = Readonly<FromSchema<typeof rulePreviewSchema>>;
export type PreviewedAlert = RulePreview['newest'][number];
