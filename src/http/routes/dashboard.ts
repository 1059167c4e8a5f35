import { readFile } from 'node:fs/promises';
import { extname } from 'node:path';
import { success } from '../../errors.js';
import { packageFile } from '../../package.js';
import { dashboardPage, type PageFiles } from '../pages/dashboard-page.js';
import { route, type Route } from '../route.js';
import { cacheable, createStaticFiles, once } from '../static-files.js';
import { requestErrors } from '../messages.js';

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
};

/** Built files; some of them also compressed as `.gz`. */
const APP_FOLDER = packageFile('dist/web/app/');

/** The name contains a hash of the content, so the content never changes. */
const IMMUTABLE = 'public, max-age=31536000, immutable';
const isNamedByContent = (file: string): boolean => /-[0-9A-Z]{8}\.\w+$/.test(file);

const SERVICE_WORKER = 'service-worker.js';

/** The dashboard. The page is public: it gets all data from the API with the token of its user. */
export function dashboardRoutes(): Route[] {
  const appFiles = createStaticFiles(APP_FOLDER);
  const page = once(async () => {
    const files = JSON.parse(await readFile(new URL('page.json', APP_FOLDER), 'utf8')) as PageFiles;
    return cacheable(dashboardPage(files), 'text/html; charset=utf-8');
  });

  return [
    route({
      method: 'get',
      path: '/',
      summary: 'Shows the dashboard',
      access: 'anyone',
      responses: {},
      formats: ['text/html'],
      handle: async () => success(await page()),
    }),
    route({
      method: 'get',
      path: '/favicon.ico',
      summary: 'Serves the icon that browsers ask for by themselves',
      access: 'anyone',
      responses: {},
      formats: ['image/x-icon'],
      handle: async () =>
        success(await appFiles.read('favicon.ico', (bytes) => cacheable(bytes, CONTENT_TYPES['.ico'] ?? ''))),
    }),
    route({
      method: 'get',
      path: '/app/:file',
      summary: 'Serves the files of the dashboard',
      access: 'anyone',
      responses: {},
      formats: [
        'text/javascript',
        'text/css',
        'application/json',
        'application/manifest+json',
        'image/svg+xml',
        'image/png',
        'image/x-icon',
        'text/plain',
      ],
      async handle({ params: { file = '' }, acceptsEncoding }) {
        const contentType = CONTENT_TYPES[extname(file)];
        if (contentType === undefined || !(await appFiles.has(file))) {
          return requestErrors.noFile({ path: file });
        }
        const packed = `${file}.gz`;
        const hasGzip = await appFiles.has(packed);
        const headers = {
          ...(hasGzip && { Vary: 'Accept-Encoding' }),
          ...(isNamedByContent(file) && { 'Cache-Control': IMMUTABLE }),
          // It keeps code for the page, which is above its own folder.
          ...(file === SERVICE_WORKER && { 'Service-Worker-Allowed': '/' }),
        };
        const isPacked = hasGzip && acceptsEncoding('gzip');
        const encoding = isPacked && { 'Content-Encoding': 'gzip' };
        return success(
          await appFiles.read(isPacked ? packed : file, (bytes) =>
            cacheable(bytes, contentType, { ...headers, ...encoding }),
          ),
        );
      },
    }),
  ];
}
