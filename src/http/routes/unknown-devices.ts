import { success } from '../../errors.js';
import { adoptedShape, unknownDeviceSchema, validateAdoptionInput } from '../../schema/devices/unknown-device.js';
import type { Services } from '../../services/index.js';
import { respondDone, arrayOf, emptyShape } from '../responses.js';
import { route, type Route } from '../route.js';

export const unknownDeviceRoutes = ({
  unknownDevices,
  devices,
}: Pick<Services, 'unknownDevices' | 'devices'>): Route[] => [
  route({
    method: 'get',
    path: '/api/unknownDevices',
    summary: 'Lists unregistered ids that reported over serial ports; none for restricted users',
    access: 'devices:write',
    turn: () => 'list',
    responses: { 200: { required: { unknownDevices: arrayOf(unknownDeviceSchema) } } },
    handle: (_request, user) => success({ body: { unknownDevices: unknownDevices.list(user) } }),
  }),
  route({
    method: 'post',
    path: '/api/unknownDevices/:deviceId/adopt',
    summary: 'Registers an unknown device and imports its quarantined records; uses a license',
    access: 'devices:write',
    body: validateAdoptionInput,
    bodyOptional: true,
    responses: { 201: { required: adoptedShape } },
    async handle({ params: { deviceId = '' }, body }, user) {
      const adopted = await devices.adopt(user, deviceId, body);
      return adopted.ok ? success({ status: 201, body: adopted.value }) : adopted;
    },
  }),
  route({
    method: 'delete',
    path: '/api/unknownDevices/:deviceId',
    summary: 'Forgets an unknown device and its quarantined records; it is listed again at its next report',
    access: 'devices:write',
    responses: { 200: emptyShape },
    handle: async ({ params: { deviceId = '' } }, user) => respondDone(await unknownDevices.discard(user, deviceId)),
  }),
];
