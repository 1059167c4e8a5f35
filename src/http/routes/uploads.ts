import { success } from '../../errors.js';
import { restoreSchema } from '../../schema/system/restore.js';
import { uploadSchema, validatePartQuery, validateUploadInput } from '../../schema/system/upload.js';
import { nullable } from '../../schema/common.js';
import { refuseCredential } from '../../services/accounts/confirmation.js';
import type { Services } from '../../services/index.js';
import { arrayOf, emptyShape, respondDone, respondWith } from '../responses.js';
import { route, type Route } from '../route.js';

const shape = { required: { upload: uploadSchema } };

/** Files that arrive in parts, and the backup among them that waits for the next start. */
export const uploadRoutes = ({ uploads, restores }: Pick<Services, 'uploads' | 'restores'>): Route[] => [
  route({
    method: 'get',
    path: '/api/uploads',
    summary: 'Lists unfinished uploads and the results of the last ones, newest first',
    access: 'admin',
    unrestricted: true,
    responses: { 200: { required: { uploads: arrayOf(uploadSchema) } } },
    handle: () => success({ body: { uploads: uploads.list() } }),
  }),
  route({
    method: 'post',
    path: '/api/uploads',
    summary: 'Begins an upload; refused if it would leave less than 1 GiB or a tenth of the disk free',
    access: 'admin',
    unrestricted: true,
    body: validateUploadInput,
    responses: { 201: shape },
    async handle({ body }, user) {
      // A backup has what all users sign in with.
      const refused = body.kind === 'restore' ? refuseCredential(user) : undefined;
      const created = refused ?? (await uploads.create(user, body));
      return created.ok ? success({ status: 201, body: { upload: created.value } }) : created;
    },
  }),
  route({
    method: 'get',
    path: '/api/uploads/:uploadId',
    summary: 'Gets an upload: how much of it is stored, or its result',
    access: 'admin',
    unrestricted: true,
    responses: { 200: shape },
    handle: ({ params: { uploadId = '' } }) => respondWith('upload', uploads.get(uploadId)),
  }),
  route<{ readonly offset: number }, Buffer>({
    method: 'put',
    path: '/api/uploads/:uploadId',
    summary: 'Stores the next part of an upload; after the last one the file is checked and put to use',
    access: 'admin',
    unrestricted: true,
    query: validatePartQuery,
    bytes: true,
    responses: { 200: shape },
    handle: async ({ params: { uploadId = '' }, query: { offset }, body }, user) =>
      respondWith('upload', await uploads.write(user, uploadId, { offset, bytes: body })),
  }),
  route({
    method: 'delete',
    path: '/api/uploads/:uploadId',
    summary: 'Removes an upload; what it has put to use stays',
    access: 'admin',
    unrestricted: true,
    responses: { 200: emptyShape },
    handle: async ({ params: { uploadId = '' } }) => respondDone(await uploads.remove(uploadId)),
  }),
  route({
    method: 'get',
    path: '/api/restore',
    summary: 'Describes the uploaded backup that waits for the next start, or the result of the last one; null: none',
    access: 'admin',
    unrestricted: true,
    responses: { 200: { required: { restore: nullable(restoreSchema) } } },
    handle: async () => success({ body: { restore: await restores.view() } }),
  }),
  route({
    method: 'delete',
    path: '/api/restore',
    summary: 'Cancels the restore of the uploaded backup, or dismisses the result of the last one',
    access: 'admin',
    unrestricted: true,
    errors: ['not_found'],
    responses: { 200: emptyShape },
    handle: async (_request, user) => respondDone(await restores.remove(user)),
  }),
];
