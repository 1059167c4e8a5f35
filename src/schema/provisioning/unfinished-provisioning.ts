import { instantSchema, nullable } from '../common.js';
import { receiptSchema, UNIT_WORK_FIELDS, type UnitWork } from './receipt.js';

/** What has been begun, as it is kept: with when, which a former version did not keep. */
export type UnfinishedWork = UnitWork & { readonly at?: string };

export type UnfinishedWorkView = UnitWork & { readonly at: string | null };

/** A tracker that may be half set, as it is shown. */
export const unfinishedSchema = {
  type: 'object',
  required: ['at', ...UNIT_WORK_FIELDS],
  properties: {
    at: { ...nullable(instantSchema), description: 'when it was begun; null where a former version did not keep it' },
    ...Object.fromEntries(UNIT_WORK_FIELDS.map((name) => [name, receiptSchema.properties[name]])),
  },
  additionalProperties: false,
} as const;

export const viewUnfinishedWork = (work: UnfinishedWork): UnfinishedWorkView => ({ ...work, at: work.at ?? null });
