import { success } from '../../errors.js';
import {
  commandQuerySchema,
  commandResultShape,
  commandSchema,
  validateCommandInput,
} from '../../schema/commands/command.js';
import { queryValidator } from '../../schema/validator.js';
import type { Services } from '../../services/index.js';
import { arrayOf, respondWith } from '../responses.js';
import { route, type Route } from '../route.js';
import { gatewayMessageSchema } from '../../schema/gateway-message.js';

const validateQuery = queryValidator(commandQuerySchema);
const shape = { required: { command: commandSchema } };

export const commandRoutes = ({ commands }: Pick<Services, 'commands'>): Route[] => [
  route({
    method: 'post',
    path: '/api/devices/:deviceId/sendCommand',
    summary: 'Sends a command to a tracker, over the port on which it last reported or as an SMS',
    access: 'commands',
    body: validateCommandInput,
    responses: { 200: { required: commandResultShape, optional: { resultData: gatewayMessageSchema } } },
    async handle({ params: { deviceId = '' }, body }, user) {
      const posted = await commands.post(user, deviceId, body);
      return posted.ok ? success({ body: posted.value }) : posted;
    },
  }),
  route({
    method: 'get',
    path: '/api/commands',
    summary: 'Lists waiting and finished commands, newest first',
    access: 'commands',
    query: validateQuery,
    turn: () => 'list',
    responses: { 200: { required: { commands: arrayOf(commandSchema) } } },
    handle: ({ query: { limit, offset, ...query } }, user) =>
      success({ body: { commands: commands.list(user, query).slice(offset, offset + limit) } }),
  }),
  route({
    method: 'get',
    path: '/api/commands/:commandId',
    summary: 'Gets a command',
    access: 'commands',
    responses: { 200: shape },
    handle: ({ params: { commandId = '' } }, user) => respondWith('command', commands.get(user, commandId)),
  }),
  route({
    method: 'delete',
    path: '/api/commands/:commandId',
    summary: 'Cancels a queued command; it stays in the list as canceled',
    access: 'commands',
    responses: { 200: shape },
    handle: async ({ params: { commandId = '' } }, user) =>
      respondWith('command', await commands.cancel(user, commandId)),
  }),
];
