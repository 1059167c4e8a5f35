import { success } from '../../errors.js';
import type { Services } from '../../services/index.js';
import { route, type Route } from '../route.js';

const GZIP = 'application/gzip';
const headersOf = (name: string): Record<string, string> => ({
  'Content-Disposition': `attachment; filename="${name}"`,
  'Cache-Control': 'no-store',
});

export const downloadRoutes = ({ downloads }: Pick<Services, 'downloads'>): Route[] => [
  route({
    method: 'get',
    path: '/api/backup',
    summary: 'Returns a backup of the store without secrets, as waypost backup writes it',
    access: 'admin',
    unrestricted: true,
    leavesEntry: true,
    errors: ['conflict'],
    responses: {},
    formats: [GZIP],
    handle: (_request, user) => {
      const made = downloads.backup(user);
      if (!made.ok) return made;
      const { name, stream } = made.value;
      return success({ stream, contentType: GZIP, headers: headersOf(name), isFile: true });
    },
  }),
  route({
    method: 'get',
    path: '/api/bundle',
    summary: 'Returns the support bundle, as waypost bundle writes it: no records, passwords or keys',
    access: 'admin',
    unrestricted: true,
    leavesEntry: true,
    errors: ['conflict'],
    responses: {},
    formats: [GZIP],
    handle: async (_request, user) => {
      const made = await downloads.bundle(user);
      if (!made.ok) return made;
      const { name, stream } = made.value;
      return success({ stream, contentType: GZIP, headers: headersOf(name), isFile: true });
    },
  }),
];
