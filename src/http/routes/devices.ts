import { success } from '../../errors.js';
import { validateDeviceInput } from '../../schema/device.js';
import type { Devices } from '../../services/devices.js';
import { route, type Route } from '../route.js';

export const deviceRoutes = ({ devices }: { readonly devices: Devices }): Route[] => [
  route({
    method: 'get',
    path: '/api/devices',
    summary: 'The devices the user may see',
    access: 'user',
    handle: (_request, user) => success({ body: { devices: devices.list(user) } }),
  }),
  route({
    method: 'post',
    path: '/api/devices',
    summary: 'Registers a device; takes a licence',
    access: 'devices:write',
    body: validateDeviceInput,
    async handle({ body }) {
      const device = await devices.create(body);
      return device.ok ? success({ status: 201, body: { device: device.value } }) : device;
    },
  }),
  route({
    method: 'get',
    path: '/api/devices/:deviceId',
    summary: 'One device',
    access: 'user',
    handle({ params }, user) {
      const device = devices.get(user, params.deviceId ?? '');
      return device.ok ? success({ body: { device: device.value } }) : device;
    },
  }),
];
