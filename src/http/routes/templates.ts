import { TEMPLATE_FIXED_FIELDS, templateSchema, validateTemplateInput } from '../../schema/provisioning/template.js';
import type { Services } from '../../services/index.js';
import { crudRoutes } from '../crud.js';
import type { Route } from '../route.js';

export const templateRoutes = ({ templates }: Pick<Services, 'templates'>): Route[] =>
  crudRoutes({
    path: '/api/templates',
    noun: 'template',
    schema: templateSchema,
    input: validateTemplateInput,
    readOnlyFields: TEMPLATE_FIXED_FIELDS,
    access: {
      list: 'provision',
      get: 'provision',
      create: 'provision',
      change: 'provision',
      remove: 'provision',
    },
    summaries: {
      list: 'Lists the provisioning templates by name; none for restricted users',
      create: 'Creates a template',
      get: 'Gets a template',
      replace:
        'Replaces a template; fields left out return to their defaults. Running provisioning sessions keep the previous one',
      patch: 'Changes fields of a template, by JSON Patch or Merge Patch',
      remove: 'Deletes a template; receipts keep its name',
    },
    service: templates,
  });
