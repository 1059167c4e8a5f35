import { success } from '../../errors.js';
import { templateFixedFields, templateSchema, validateTemplateInput } from '../../schema/template.js';
import { validatePatch } from '../../schema/patch.js';
import { patchBy, replaceBy } from '../../services/edit.js';
import type { Templates } from '../../services/provisioning/templates.js';
import { answerBoth, answerDone, listOf, shapeOfBoth, shapeOfDone } from '../answer.js';
import { route, type Route } from '../route.js';

const shape = shapeOfBoth('template', templateSchema);

export const templateRoutes = ({ templates }: { readonly templates: Templates }): Route[] => [
  route({
    method: 'get',
    path: '/api/templates',
    summary: 'How trackers are set up, by name; none for a user who is bound',
    access: 'provision',
    answers: { 200: { required: { templates: listOf(templateSchema) } } },
    handle: (_request, user) => success({ body: { templates: templates.list(user) } }),
  }),
  route({
    method: 'post',
    path: '/api/templates',
    summary: 'Makes a template',
    access: 'provision',
    body: validateTemplateInput,
    answers: { 201: shape },
    handle: async ({ body }, user) => answerBoth('template', await templates.create(user, body), 201),
  }),
  route({
    method: 'get',
    path: '/api/templates/:templateId',
    summary: 'One template',
    access: 'provision',
    answers: { 200: shape },
    handle: ({ params: { templateId = '' } }, user) => answerBoth('template', templates.get(user, templateId)),
  }),
  route({
    method: 'put',
    path: '/api/templates/:templateId',
    summary: 'Replaces a template: what is left out returns to its default; what goes on goes on with the former one',
    access: 'provision',
    body: validateTemplateInput,
    answers: { 200: shape },
    handle: async ({ params: { templateId = '' }, body }, user) =>
      answerBoth('template', await templates.change(user, templateId, replaceBy(body))),
  }),
  route({
    method: 'patch',
    path: '/api/templates/:templateId',
    summary: 'Changes parts of a template, by JSON Patch or Merge Patch',
    access: 'provision',
    body: validatePatch,
    answers: { 200: shape },
    handle: async ({ params: { templateId = '' }, body }, user) => {
      const edit = patchBy(body, validateTemplateInput, templateFixedFields);
      return answerBoth('template', await templates.change(user, templateId, edit));
    },
  }),
  route({
    method: 'delete',
    path: '/api/templates/:templateId',
    summary: 'Removes a template; receipts keep its name',
    access: 'provision',
    answers: { 200: shapeOfDone },
    handle: async ({ params: { templateId = '' } }, user) => answerDone(await templates.remove(user, templateId)),
  }),
];
