import { instantSchema, nullable } from '../common.js';
import { receiptSchema, UNIT_WORK_FIELDS, type UnitWork } from './receipt.js';

/** Unfinished work as stored; a previous version did not store its time. */
export type UnfinishedWork = UnitWork & { readonly at?: string };

export type UnfinishedWorkView = UnitWork & { readonly at: string | null };

/** A tracker whose settings may be incomplete, as the API returns it. */
export const unfinishedSchema = {
  type: 'object',
  required: ['at', ...UNIT_WORK_FIELDS],
  properties: {
    at: {
      ...nullable(instantSchema),
      description: 'when the work started; null: started by a previous version that did not store it',
    },
    ...Object.fromEntries(UNIT_WORK_FIELDS.map((name) => [name, receiptSchema.properties[name]])),
  },
  additionalProperties: false,
} as const;

export const viewUnfinishedWork = (work: UnfinishedWork): UnfinishedWorkView => ({ ...work, at: work.at ?? null });
