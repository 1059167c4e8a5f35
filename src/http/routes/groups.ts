import { GROUP_FIXED_FIELDS, groupSchema, validateGroupInput } from '../../schema/devices/group.js';
import type { Services } from '../../services/index.js';
import { crudRoutes } from '../crud.js';
import type { Route } from '../route.js';

export const groupRoutes = ({ groups }: Pick<Services, 'groups'>): Route[] =>
  crudRoutes({
    path: '/api/groups',
    noun: 'group',
    schema: groupSchema,
    input: validateGroupInput,
    readOnlyFields: GROUP_FIXED_FIELDS,
    access: {
      list: 'user',
      get: 'user',
      create: 'groups:write',
      change: 'groups:write',
      remove: 'groups:write',
    },
    summaries: {
      list: 'Lists the groups visible to the user',
      create: 'Creates a group',
      get: 'Gets a group',
      replace: 'Replaces a group; fields left out return to their defaults',
      patch: 'Changes fields of a group, by JSON Patch or Merge Patch',
      remove: 'Deletes a group; its devices stay',
    },
    service: groups,
  });
