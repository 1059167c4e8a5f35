import type { FromSchema } from 'json-schema-to-ts';
import { authorSchema } from '../accounts/author.js';
import { instantSchema, nullable } from '../common.js';

/** What a change is about. */
export const CHANGE_KINDS = [
  'device',
  'group',
  'user',
  'key',
  'sign-in',
  'setting',
  'configuration',
  'port',
  'listener',
  'lease',
  'uplink',
  'webhook',
  'zone',
  'alertRule',
  'notification',
  'template',
  'display',
  'command',
  'message',
  'provisioning',
  'depot',
  'share',
  'backup',
  'update',
  'gateway',
] as const;
export type ChangeKind = (typeof CHANGE_KINDS)[number];

const CHANGE_ACTIONS = ['created', 'changed', 'removed', 'signedIn', 'refused', 'sent', 'started', 'taken'] as const;
export type ChangeAction = (typeof CHANGE_ACTIONS)[number];

const valuesSchema = (description: string) => nullable({ type: 'object', description } as const);

/** One entry of the log that a person may ask about: what was changed, when, by whom and from where. */
export const changeSchema = {
  type: 'object',
  required: ['n', 'at', 'kind', 'action', 'subject', 'by', 'before', 'after', 'secrets'],
  properties: {
    n: { type: 'integer', minimum: 1, description: 'number of its entry in the log' },
    at: instantSchema,
    kind: { enum: CHANGE_KINDS },
    action: { enum: CHANGE_ACTIONS },
    subject: {
      ...nullable({
        type: 'object',
        required: ['id', 'name'],
        properties: {
          id: { type: 'string', description: 'its id; of a port, uplink, webhook or setting, its path, name or key' },
          name: { type: 'string', description: 'as far as it is known; else the id' },
        },
        additionalProperties: false,
      } as const),
      description: 'what was changed; null: the gateway as a whole',
    },
    by: {
      ...nullable(authorSchema),
      description: 'who changed it; null: the gateway itself or a port, or a version before 1.1 stored it',
    },
    before: valuesSchema('the fields that differ, as they were; of a list of texts, what was taken out'),
    after: valuesSchema('the same fields, as they are; of a list of texts, what was added'),
    secrets: {
      type: 'array',
      items: { type: 'string' },
      description: 'names of fields that are part of the change and whose values are not shown, or only in part',
    },
    untrusted: { const: true, description: 'the clock was not trusted, so `at` may be wrong' },
  },
  additionalProperties: false,
} as const;
export type ChangeView = Readonly<FromSchema<typeof changeSchema>>;
export type ChangedValues = ChangeView['before'];
