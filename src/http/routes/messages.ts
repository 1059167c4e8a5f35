import { success } from '../../errors.js';
import { messageQuerySchema, messageSchema, validateMessageInput } from '../../schema/messages/message.js';
import { queryValidator } from '../../schema/validator.js';
import type { Services } from '../../services/index.js';
import { respondWithEntity, respondWith, arrayOf, entityShape } from '../responses.js';
import { route, type Route } from '../route.js';

const shape = entityShape('message', messageSchema);
const validateQuery = queryValidator(messageQuerySchema);

export const messageRoutes = ({ messages }: Pick<Services, 'messages'>): Route[] => [
  route({
    method: 'post',
    path: '/api/devices/:deviceId/messages',
    summary: 'Queues an email or SMS within the daily limits of the device',
    access: 'messages',
    body: validateMessageInput,
    responses: { 201: shape },
    handle: async ({ params: { deviceId = '' }, body }, user) =>
      respondWithEntity('message', await messages.post(user, deviceId, body), 201),
  }),
  route({
    method: 'get',
    path: '/api/messages',
    summary: 'Lists queued and finished messages, newest first',
    access: 'user',
    query: validateQuery,
    responses: { 200: { required: { messages: arrayOf(messageSchema) } } },
    turn: () => 'list',
    handle: ({ query }, user) => success({ body: { messages: messages.list(user, query) } }),
  }),
  route({
    method: 'get',
    path: '/api/messages/:messageId',
    summary: 'Gets a message',
    access: 'user',
    responses: { 200: { required: { message: messageSchema } } },
    handle: ({ params: { messageId = '' } }, user) => respondWith('message', messages.get(user, messageId)),
  }),
  route({
    method: 'delete',
    path: '/api/messages/:messageId',
    summary: 'Cancels a queued message; it stays in the list as suppressed',
    access: 'messages',
    responses: { 200: { required: { message: messageSchema } } },
    handle: async ({ params: { messageId = '' } }, user) =>
      respondWith('message', await messages.cancel(user, messageId)),
  }),
];
