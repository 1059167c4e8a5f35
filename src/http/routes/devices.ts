import { withEndsOf } from '../../domain/device.js';
import { success } from '../../errors.js';
import { idSchema } from '../../schema/common.js';
import {
  deviceFixedFields,
  deviceSchema,
  validateDeviceChange,
  validateDeviceInput,
  type DeviceView,
} from '../../schema/device.js';
import { validatePatch } from '../../schema/patch.js';
import { queryValidator } from '../../schema/validator.js';
import type { Devices } from '../../services/devices.js';
import { patchBy, replaceBy } from '../../services/edit.js';
import { answerBoth, answerDone, answerWith, listOf, shapeOfBoth, shapeOfDone } from '../answer.js';
import { route, type Route } from '../route.js';

const MOST_DEVICES = 100_000;

const validateQuery = queryValidator({
  type: 'object',
  properties: {
    group: { ...idSchema, description: 'those of this group' },
    state: { enum: ['active', 'expired'] },
    limit: { type: 'integer', minimum: 1, maximum: MOST_DEVICES, default: MOST_DEVICES },
    offset: { type: 'integer', minimum: 0, maximum: MOST_DEVICES, default: 0 },
  },
  additionalProperties: false,
});

const shape = shapeOfBoth('device', deviceSchema);

export const deviceRoutes = ({ devices }: { readonly devices: Devices }): Route[] => [
  route({
    method: 'get',
    path: '/api/devices',
    summary: 'The devices the user may see',
    access: 'user',
    query: validateQuery,
    answers: { 200: { required: { devices: listOf(deviceSchema) } } },
    handle({ query: { limit, offset, ...query } }, user) {
      const found: readonly DeviceView[] = devices.list(user, query);
      return success({ body: { devices: found.slice(offset, offset + limit) } });
    },
  }),
  route({
    method: 'post',
    path: '/api/devices',
    summary: 'Registers a device; takes a licence',
    access: 'devices:write',
    body: validateDeviceInput,
    answers: { 201: shape },
    handle: async ({ body }, user) => answerBoth('device', await devices.create(user, body), 201),
  }),
  route({
    method: 'get',
    path: '/api/devices/:deviceId',
    summary: 'One device',
    access: 'user',
    answers: { 200: { required: { device: deviceSchema } } },
    handle: ({ params: { deviceId = '' } }, user) => answerWith('device', devices.get(user, deviceId)),
  }),
  route({
    method: 'put',
    path: '/api/devices/:deviceId',
    summary: 'Replaces a device: what is left out returns to its default',
    access: 'devices:write',
    body: validateDeviceChange,
    answers: { 200: shape },
    handle: async ({ params: { deviceId = '' }, body }, user) =>
      answerBoth('device', await devices.change(user, deviceId, replaceBy(body))),
  }),
  route({
    method: 'patch',
    path: '/api/devices/:deviceId',
    summary: 'Changes parts of a device, by JSON Patch or Merge Patch',
    access: 'devices:write',
    body: validatePatch,
    answers: { 200: shape },
    handle: async ({ params: { deviceId = '' }, body }, user) =>
      answerBoth(
        'device',
        await devices.change(
          user,
          deviceId,
          patchBy(body, (patched) => validateDeviceChange(withEndsOf(patched)), deviceFixedFields),
        ),
      ),
  }),
  route({
    method: 'delete',
    path: '/api/devices/:deviceId',
    summary: 'Removes a device; its licence is free then, its history stays until retention takes it',
    access: 'devices:write',
    answers: { 200: shapeOfDone },
    handle: async ({ params: { deviceId = '' } }, user) => answerDone(await devices.remove(user, deviceId)),
  }),
];
