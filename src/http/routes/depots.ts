import { DEPOT_FIXED_FIELDS, depotSchema, validateDepotInput } from '../../schema/records/depot.js';
import type { Services } from '../../services/index.js';
import { crudRoutes } from '../crud.js';
import type { Route } from '../route.js';

export const depotRoutes = ({ depots }: Pick<Services, 'depots'>): Route[] =>
  crudRoutes({
    path: '/api/depots',
    noun: 'depot',
    schema: depotSchema,
    input: validateDepotInput,
    readOnlyFields: DEPOT_FIXED_FIELDS,
    access: { list: 'ingest', get: 'ingest', create: 'admin', change: 'admin', remove: 'admin' },
    summaries: {
      list: 'Lists the gateways that forward their records: all for administrators, else your own',
      create: 'Prepares a depot: the next gateway whose records this user forwards becomes it',
      get: 'Gets a depot',
      replace: 'Replaces a depot; fields left out return to their defaults',
      patch: 'Changes fields of a depot, by JSON Patch or Merge Patch',
      remove: 'Deletes a depot; its records stay, and its gateway belongs to the user who forwards them next',
    },
    service: depots,
  });
