import { validateWebhookInput } from '../../schema/messages/webhook-input.js';
import { webhookSchema } from '../../schema/messages/webhook.js';
import { testResultProperties } from '../../schema/system/settings.js';
import type { Services } from '../../services/index.js';
import { success } from '../../errors.js';
import { arrayOf, emptyShape, respondDone, respondWith } from '../responses.js';
import { route, type Route } from '../route.js';

const nameOf = ({ params }: { readonly params: Readonly<Record<string, string>> }): string => params.webhookName ?? '';

export const webhookRoutes = ({ webhooks }: Pick<Services, 'webhooks'>): Route[] => [
  route({
    method: 'get',
    path: '/api/webhooks',
    summary:
      'Lists the webhooks that notification rules can name; administrators also see addresses and states; not for restricted users',
    access: 'messages',
    responses: { 200: { required: { webhooks: arrayOf(webhookSchema) } } },
    handle: (_request, user) => respondWith('webhooks', webhooks.list(user)),
  }),
  route({
    method: 'put',
    path: '/api/webhooks/:webhookName',
    summary:
      'Adds a webhook or replaces its settings, effective at once; a secret that is left out stays if the url stays; not for restricted users',
    access: 'admin',
    body: validateWebhookInput,
    errors: ['conflict', 'limit_reached'],
    responses: { 200: { required: { webhook: webhookSchema } } },
    handle: async (request, user) => respondWith('webhook', await webhooks.put(user, nameOf(request), request.body)),
  }),
  route({
    method: 'delete',
    path: '/api/webhooks/:webhookName',
    summary: 'Deletes a webhook that no notification rule names, and its secret; not for restricted users',
    access: 'admin',
    errors: ['not_found', 'conflict'],
    responses: { 200: emptyShape },
    handle: async (request, user) => respondDone(await webhooks.remove(user, nameOf(request))),
  }),
  route({
    method: 'post',
    path: '/api/webhooks/:webhookName/test',
    summary: 'Sends a test message to a webhook; not for restricted users',
    access: 'admin',
    errors: ['not_found', 'conflict', 'rate_limited'],
    responses: { 200: { required: testResultProperties } },
    async handle(request, user) {
      const sent = await webhooks.test(user, nameOf(request));
      return sent.ok ? success({ body: sent.value }) : sent;
    },
  }),
];
