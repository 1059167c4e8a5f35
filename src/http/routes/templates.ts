import { success } from '../../errors.js';
import { TEMPLATE_FIXED_FIELDS, templateSchema, validateTemplateInput } from '../../schema/provisioning/template.js';
import { validatePatch } from '../../schema/patch.js';
import { patchWith, replaceWith } from '../../services/edit.js';
import type { Templates } from '../../services/provisioning/templates.js';
import { respondWithEntity, respondDone, arrayOf, entityShape, emptyShape } from '../responses.js';
import { route, type Route } from '../route.js';

const shape = entityShape('template', templateSchema);

export const templateRoutes = ({ templates }: { readonly templates: Templates }): Route[] => [
  route({
    method: 'get',
    path: '/api/templates',
    summary: 'How trackers are set up, by name; none for a user who is bound',
    access: 'provision',
    responses: { 200: { required: { templates: arrayOf(templateSchema) } } },
    handle: (_request, user) => success({ body: { templates: templates.list(user) } }),
  }),
  route({
    method: 'post',
    path: '/api/templates',
    summary: 'Makes a template',
    access: 'provision',
    body: validateTemplateInput,
    responses: { 201: shape },
    handle: async ({ body }, user) => respondWithEntity('template', await templates.create(user, body), 201),
  }),
  route({
    method: 'get',
    path: '/api/templates/:templateId',
    summary: 'One template',
    access: 'provision',
    responses: { 200: shape },
    handle: ({ params: { templateId = '' } }, user) => respondWithEntity('template', templates.get(user, templateId)),
  }),
  route({
    method: 'put',
    path: '/api/templates/:templateId',
    summary: 'Replaces a template: what is left out returns to its default; what goes on goes on with the former one',
    access: 'provision',
    body: validateTemplateInput,
    responses: { 200: shape },
    handle: async ({ params: { templateId = '' }, body }, user) =>
      respondWithEntity('template', await templates.change(user, templateId, replaceWith(body))),
  }),
  route({
    method: 'patch',
    path: '/api/templates/:templateId',
    summary: 'Changes parts of a template, by JSON Patch or Merge Patch',
    access: 'provision',
    body: validatePatch,
    responses: { 200: shape },
    handle: async ({ params: { templateId = '' }, body }, user) => {
      const edit = patchWith(body, validateTemplateInput, TEMPLATE_FIXED_FIELDS);
      return respondWithEntity('template', await templates.change(user, templateId, edit));
    },
  }),
  route({
    method: 'delete',
    path: '/api/templates/:templateId',
    summary: 'Removes a template; receipts keep its name',
    access: 'provision',
    responses: { 200: emptyShape },
    handle: async ({ params: { templateId = '' } }, user) => respondDone(await templates.remove(user, templateId)),
  }),
];
