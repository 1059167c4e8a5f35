import { success } from '../../errors.js';
import { adoptedShape, unknownDeviceSchema, validateAdoptionInput } from '../../schema/unknown-device.js';
import type { Devices } from '../../services/devices.js';
import type { UnknownDevices } from '../../services/unknown-devices.js';
import { answerDone, listOf, shapeOfDone } from '../answer.js';
import { route, type Route } from '../route.js';

export type UnknownDeviceRoutesOptions = {
  readonly unknownDevices: UnknownDevices;
  readonly devices: Pick<Devices, 'adopt'>;
};

export const unknownDeviceRoutes = ({ unknownDevices, devices }: UnknownDeviceRoutesOptions): Route[] => [
  route({
    method: 'get',
    path: '/api/unknownDevices',
    summary: 'What was heard over serial ports and is not registered; nothing for a user who is bound',
    access: 'devices:write',
    answers: { 200: { required: { unknownDevices: listOf(unknownDeviceSchema) } } },
    handle: (_request, user) => success({ body: { unknownDevices: unknownDevices.list(user) } }),
  }),
  route({
    method: 'post',
    path: '/api/unknownDevices/:deviceId/adopt',
    summary: 'Registers it, and brings in what it has sent; takes a licence',
    access: 'devices:write',
    body: validateAdoptionInput,
    mayLackBody: true,
    answers: { 201: { required: adoptedShape } },
    async handle({ params: { deviceId = '' }, body }, user) {
      const adopted = await devices.adopt(user, deviceId, body);
      return adopted.ok ? success({ status: 201, body: adopted.value }) : adopted;
    },
  }),
  route({
    method: 'delete',
    path: '/api/unknownDevices/:deviceId',
    summary: 'Forgets what it has sent; it is listed anew when it is heard again',
    access: 'devices:write',
    answers: { 200: shapeOfDone },
    handle: async ({ params: { deviceId = '' } }, user) => answerDone(await unknownDevices.discard(user, deviceId)),
  }),
];
