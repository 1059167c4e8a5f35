import { success, type Result } from '../../errors.js';
import { limitsSchema, usageSchema, validateLimitsPut, type DeviceView } from '../../schema/devices/device.js';
import type { Devices } from '../../services/devices/devices.js';
import { route, type JsonResponse, type Route } from '../route.js';

const shape = { required: { limits: limitsSchema, usage: usageSchema } };

/** A limit is never shown without what was used of it. */
const limitsResponse = (device: Result<DeviceView>): Result<JsonResponse> =>
  device.ok ? success({ body: { limits: device.value.limits, usage: device.value.usage } }) : device;

export const limitRoutes = ({ devices }: { readonly devices: Devices }): Route[] => [
  route({
    method: 'get',
    path: '/api/devices/:deviceId/limits',
    summary: 'The limits of a device, beside what was used of them today',
    access: 'user',
    responses: { 200: shape },
    handle: ({ params: { deviceId = '' } }, user) => limitsResponse(devices.get(user, deviceId)),
  }),
  route({
    method: 'put',
    path: '/api/devices/:deviceId/limits',
    summary: 'Sets the limits of a device: what is left out is not limited',
    access: 'devices:write',
    body: validateLimitsPut,
    responses: { 200: shape },
    async handle({ params: { deviceId = '' }, body: { limits, expires, dailyEmailLimit, dailySmsLimit } }, user) {
      const bare = {
        ...(expires !== undefined && { expires }),
        ...(dailyEmailLimit !== undefined && { dailyEmailLimit }),
        ...(dailySmsLimit !== undefined && { dailySmsLimit }),
      };
      const newLimits = limits ?? bare;
      return limitsResponse(
        await devices.change(user, deviceId, ({ name, description, min, tags }) =>
          success({ name, description, min, tags, limits: newLimits }),
        ),
      );
    },
  }),
];
