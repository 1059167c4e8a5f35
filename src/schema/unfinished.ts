import { instantSchema, nullable } from './common.js';
import { receiptSchema, workFields, type UnitWork } from './receipt.js';

/** What has been begun, as it is kept: with when, which a former version did not keep. */
export type BegunWork = UnitWork & { readonly at?: string };

export type UnfinishedView = UnitWork & { readonly at: string | null };

/** A tracker that may be half set, as it is shown. */
export const unfinishedSchema = {
  type: 'object',
  required: ['at', ...workFields],
  properties: {
    at: { ...nullable(instantSchema), description: 'when it was begun; null where a former version did not keep it' },
    ...Object.fromEntries(workFields.map((name) => [name, receiptSchema.properties[name]])),
  },
  additionalProperties: false,
} as const;

export const viewUnfinished = (work: BegunWork): UnfinishedView => ({ ...work, at: work.at ?? null });
