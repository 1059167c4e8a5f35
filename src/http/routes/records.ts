import { success, type Result } from '../../errors.js';
import { followedPageShape, RECORD_KINDS, type RecordKind } from '../../schema/records/followed-record.js';
import { gatewayMessageSchema } from '../../schema/gateway-message.js';
import { readRecordsPost } from '../../schema/records/records-post.js';
import { queryValidator } from '../../schema/validator.js';
import type { Services } from '../../services/index.js';
import { receiptShape } from '../responses.js';
import { route, type Route } from '../route.js';
import { requestErrors } from '../messages.js';

const MAX_RECORDS = 1_000;

const validateQuery = queryValidator({
  type: 'object',
  properties: {
    after: {
      type: 'string',
      maxLength: 64,
      description:
        '`next` of the previous page, or the number of an entry; omitted: from the oldest entry that is kept',
    },
    kinds: {
      type: 'string',
      maxLength: 64,
      description: `separated by commas: ${RECORD_KINDS.join(', ')}; omitted: all`,
    },
    limit: { type: 'integer', minimum: 1, maximum: MAX_RECORDS, default: MAX_RECORDS },
  },
  additionalProperties: false,
});

const refusedSchema = {
  type: 'object',
  required: ['id', 'code', 'error'],
  properties: {
    id: { type: 'string' },
    code: { type: 'string' },
    error: { type: 'string' },
    message: gatewayMessageSchema,
    field: { type: 'string', description: 'JSON pointer of the one field of the record that is wrong' },
  },
  additionalProperties: false,
} as const;

const postedShape = {
  required: {
    ...receiptShape.required,
    refused: {
      type: 'array',
      items: refusedSchema,
      description: 'records that are not stored, and why: they will not be accepted as they are',
    },
  },
  optional: {
    depot: {
      type: 'object',
      required: ['name'],
      properties: { name: { type: 'string' } },
      description: 'of the sender, in the answer to a body without records',
    },
  },
} as const;

export const recordRoutes = ({ records, recordPosts }: Pick<Services, 'records' | 'recordPosts'>): Route[] => [
  route({
    method: 'get',
    path: '/api/records',
    summary: 'Lists the records of all visible devices in order of arrival, page by page, also while new ones arrive',
    access: 'user',
    query: validateQuery,
    turn: () => 'history',
    errors: ['validation_failed', 'conflict', 'rate_limited', 'store_unavailable'],
    responses: { 200: followedPageShape },
    async handle({ query: { after = '', kinds = '', limit } }, user) {
      const read = readKinds(kinds);
      if (!read.ok) return read;
      const page = await records.follow(user, { after, kinds: read.value, limit });
      return page.ok ? success({ body: page.value }) : page;
    },
  }),
  route({
    method: 'post',
    path: '/api/records',
    summary: 'Stores records that another gateway forwards, each id once',
    access: 'ingest',
    body: readRecordsPost,
    errors: ['conflict', 'store_unavailable', 'rate_limited'],
    responses: { 201: postedShape },
    async handle({ body }, user) {
      const posted = await recordPosts.post(user, body);
      return posted.ok ? success({ status: 201, body: posted.value }) : posted;
    },
  }),
];

function readKinds(text: string): Result<ReadonlySet<RecordKind>> {
  const names = text === '' ? RECORD_KINDS : text.split(',');
  const kinds = RECORD_KINDS.filter((kind) => names.includes(kind));
  const unknown = names.find((name) => !RECORD_KINDS.some((kind) => kind === name));
  if (unknown === undefined) return success(new Set(kinds));
  return requestErrors.recordKinds({ kinds: RECORD_KINDS }, '/kinds');
}
