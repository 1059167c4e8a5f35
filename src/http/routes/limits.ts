import { success, type Result } from '../../errors.js';
import { channelFieldNames } from '../../schema/channels.js';
import {
  limitsSchema,
  usageSchema,
  validateLimitsPut,
  type DeviceView,
  type LimitsInput,
} from '../../schema/devices/device.js';
import type { Services } from '../../services/index.js';
import { route, type JsonResponse, type Route } from '../route.js';

const shape = { required: { limits: limitsSchema, usage: usageSchema } };

/** Limits are always returned together with the usage. */
const limitsResponse = (device: Result<DeviceView>): Result<JsonResponse> =>
  device.ok ? success({ body: { limits: device.value.limits, usage: device.value.usage } }) : device;

const LIMIT_FIELDS = ['expires', ...channelFieldNames('limitField')] as const;

const bareLimits = (body: LimitsInput): LimitsInput =>
  Object.fromEntries(LIMIT_FIELDS.filter((field) => body[field] !== undefined).map((field) => [field, body[field]]));

export const limitRoutes = ({ devices }: Pick<Services, 'devices'>): Route[] => [
  route({
    method: 'get',
    path: '/api/devices/:deviceId/limits',
    summary: 'Returns the limits of a device and their usage today',
    access: 'user',
    responses: { 200: shape },
    handle: ({ params: { deviceId = '' } }, user) => limitsResponse(devices.get(user, deviceId)),
  }),
  route({
    method: 'put',
    path: '/api/devices/:deviceId/limits',
    summary: 'Sets the limits of a device; an omitted limit means unlimited',
    access: 'devices:write',
    body: validateLimitsPut,
    responses: { 200: shape },
    async handle({ params: { deviceId = '' }, body }, user) {
      const limits = body.limits ?? bareLimits(body);
      return limitsResponse(
        await devices.change(user, deviceId, ({ name, description, min, tags }) =>
          success({ name, description, min, tags, limits }),
        ),
      );
    },
  }),
];
