import { success } from '../../errors.js';
import { deadLetterSchema, uplinkSchema, uplinkTestSchema } from '../../schema/uplinks/uplink.js';
import {
  validateUplinkInput,
  validateUplinkResetInput,
  validateUplinkRetryInput,
  validateUplinkTestInput,
  type UplinkResetInput,
} from '../../schema/uplinks/uplink-input.js';
import type { Services } from '../../services/index.js';
import type { ResetUplink } from '../../services/uplinks/uplinks.js';
import { arrayOf, emptyShape, respondDone, respondWith } from '../responses.js';
import { route, type Route } from '../route.js';

const shape = { required: { uplink: uplinkSchema } };

export const uplinkRoutes = ({ uplinks }: Pick<Services, 'uplinks'>): Route[] => [
  route({
    method: 'get',
    path: '/api/uplinks',
    summary: 'Lists the uplinks with their state, those of the configuration first; not for restricted users',
    access: 'user',
    responses: { 200: { required: { uplinks: arrayOf(uplinkSchema) } } },
    handle: (_request, user) => respondWith('uplinks', uplinks.list(user)),
  }),
  route({
    method: 'put',
    path: '/api/uplinks/:uplinkName',
    summary: 'Adds an uplink or replaces its settings, effective at once',
    access: 'admin',
    body: validateUplinkInput,
    responses: { 200: shape },
    handle: async ({ params: { uplinkName = '' }, body }, user) =>
      respondWith('uplink', await uplinks.put(user, uplinkName, body)),
  }),
  route({
    method: 'delete',
    path: '/api/uplinks/:uplinkName',
    summary: 'Removes an uplink that was added by PUT, with its position',
    access: 'admin',
    responses: { 200: emptyShape },
    handle: async ({ params: { uplinkName = '' } }, user) => respondDone(await uplinks.remove(user, uplinkName)),
  }),
  route({
    method: 'post',
    path: '/api/uplinks/:uplinkName/test',
    summary: 'Connects with the settings of the body, or without a body with those that are stored; sends no record',
    access: 'admin',
    body: validateUplinkTestInput,
    bodyOptional: true,
    responses: { 200: { required: { test: uplinkTestSchema } } },
    handle: async ({ params: { uplinkName = '' }, body }, user) =>
      respondWith('test', await uplinks.test(user, uplinkName, body.settings)),
  }),
  route({
    method: 'post',
    path: '/api/uplinks/:uplinkName/retry',
    summary: 'Tries to connect at once, and sends the dead letters again, or those of one device',
    access: 'admin',
    body: validateUplinkRetryInput,
    bodyOptional: true,
    responses: { 200: shape },
    handle: async ({ params: { uplinkName = '' }, body }, user) =>
      respondWith('uplink', await uplinks.retry(user, uplinkName, body.deviceId)),
  }),
  route({
    method: 'post',
    path: '/api/uplinks/:uplinkName/reset',
    summary: 'Decides where an uplink continues, or begins a new generation of the store',
    access: 'admin',
    body: validateUplinkResetInput,
    responses: { 200: shape },
    handle: async ({ params: { uplinkName = '' }, body }, user) =>
      respondWith('uplink', await uplinks.reset(user, uplinkName, resetOf(body))),
  }),
  route({
    method: 'get',
    path: '/api/uplinks/:uplinkName/deadLetters',
    summary: 'Lists what the far side of an uplink refuses; not for restricted users',
    access: 'user',
    responses: { 200: { required: { deadLetters: arrayOf(deadLetterSchema) } } },
    handle({ params: { uplinkName = '' } }, user) {
      const found = uplinks.deadLetters(user, uplinkName);
      return found.ok ? success({ body: { deadLetters: found.value } }) : found;
    },
  }),
];

const resetOf = ({ from, newGeneration = false }: UplinkResetInput): ResetUplink =>
  newGeneration ? { newGeneration, ...(from !== undefined && { from }) } : { from: from ?? 'cursor' };
