import { success } from '../../errors.js';
import type { Ports } from '../../serial/ports.js';
import { route, type Route } from '../route.js';

export const portRoutes = ({ ports }: { readonly ports: Pick<Ports, 'statuses'> }): Route[] => [
  route({
    method: 'get',
    path: '/api/ports',
    summary: 'The serial ports: state, why, and what was heard',
    access: 'user',
    handle: () => success({ body: { ports: ports.statuses() } }),
  }),
];
