import { clearRemovedExpiry } from '../../domain/devices/device.js';
import { success } from '../../errors.js';
import { idSchema } from '../../schema/common.js';
import {
  DEVICE_FIXED_FIELDS,
  deviceSchema,
  validateDeviceChange,
  validateDeviceInput,
} from '../../schema/devices/device.js';
import { validatePatch } from '../../schema/patch.js';
import { queryValidator } from '../../schema/validator.js';
import { patchWith, replaceWith } from '../../services/edit.js';
import type { Services } from '../../services/index.js';
import { respondWithEntity, respondDone, respondWith, arrayOf, entityShape, emptyShape } from '../responses.js';
import { route, type Route } from '../route.js';

const MAX_DEVICES = 100_000;

const validateQuery = queryValidator({
  type: 'object',
  properties: {
    group: { ...idSchema, description: 'only devices of this group' },
    state: { enum: ['active', 'expired'] },
    limit: { type: 'integer', minimum: 1, maximum: MAX_DEVICES, default: MAX_DEVICES },
    offset: { type: 'integer', minimum: 0, maximum: MAX_DEVICES, default: 0 },
  },
  additionalProperties: false,
});

const shape = entityShape('device', deviceSchema);

export const deviceRoutes = ({ devices }: Pick<Services, 'devices'>): Route[] => [
  route({
    method: 'get',
    path: '/api/devices',
    summary: 'Lists the devices visible to the user',
    access: 'user',
    displays: true,
    query: validateQuery,
    responses: { 200: { required: { devices: arrayOf(deviceSchema) } } },
    turn: () => 'list',
    handle: ({ query }, user) => success({ body: { devices: devices.list(user, query) } }),
  }),
  route({
    method: 'post',
    path: '/api/devices',
    summary: 'Registers a device; uses a license',
    access: 'devices:write',
    body: validateDeviceInput,
    responses: { 201: shape },
    handle: async ({ body }, user) => respondWithEntity('device', await devices.create(user, body), 201),
  }),
  route({
    method: 'get',
    path: '/api/devices/:deviceId',
    summary: 'Gets a device',
    access: 'user',
    displays: true,
    responses: { 200: { required: { device: deviceSchema } } },
    handle: ({ params: { deviceId = '' } }, user) => respondWith('device', devices.get(user, deviceId)),
  }),
  route({
    method: 'put',
    path: '/api/devices/:deviceId',
    summary: 'Replaces a device; fields left out return to their defaults',
    access: 'devices:write',
    body: validateDeviceChange,
    responses: { 200: shape },
    handle: async ({ params: { deviceId = '' }, body }, user) =>
      respondWithEntity('device', await devices.change(user, deviceId, replaceWith(body))),
  }),
  route({
    method: 'patch',
    path: '/api/devices/:deviceId',
    summary: 'Changes fields of a device, by JSON Patch or Merge Patch',
    access: 'devices:write',
    body: validatePatch,
    responses: { 200: shape },
    handle: async ({ params: { deviceId = '' }, body }, user) =>
      respondWithEntity(
        'device',
        await devices.change(
          user,
          deviceId,
          patchWith(body, (patched) => validateDeviceChange(clearRemovedExpiry(patched)), DEVICE_FIXED_FIELDS),
        ),
      ),
  }),
  route({
    method: 'delete',
    path: '/api/devices/:deviceId',
    summary: 'Deletes a device and frees its license; its history stays until retention deletes it',
    access: 'devices:write',
    responses: { 200: emptyShape },
    handle: async ({ params: { deviceId = '' } }, user) => respondDone(await devices.remove(user, deviceId)),
  }),
];
