import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { extname } from 'node:path';
import { failure, success } from '../../errors.js';
import { packageFile } from '../../package.js';
import { dashboardPage, type PageFiles } from '../pages/dashboard-page.js';
import { route, type FileResponse, type Route } from '../route.js';

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.txt': 'text/plain; charset=utf-8',
};

/** Built files; some of them also compressed as `.gz`. */
const APP_FOLDER = packageFile('dist/web/app/');

/** The browser caches the file and revalidates it: the next release has the same address. */
const REVALIDATE = 'no-cache';
/** The name contains a hash of the content, so the content never changes. */
const IMMUTABLE = 'public, max-age=31536000, immutable';
const isNamedByContent = (file: string): boolean => /-[0-9A-Z]{8}\.\w+$/.test(file);

const cacheable = (bytes: Buffer, contentType: string, headers: FileResponse['headers'] = {}): FileResponse => ({
  bytes,
  contentType,
  headers: {
    'Cache-Control': REVALIDATE,
    ...headers,
    ETag: `"${createHash('sha256').update(bytes).digest('base64url')}"`,
  },
});

const accepts = (encodings: string, encoding: string): boolean =>
  encodings.split(',').some((item) => {
    const [name = '', quality = ''] = item.trim().split(/\s*;\s*/);
    return name.toLowerCase() === encoding && !/^q=0(\.0*)?$/.test(quality);
  });

/** The dashboard. The page is public: it gets all data from the API with the token of its user. */
export function dashboardRoutes(): Route[] {
  let page: FileResponse | undefined;
  async function makePage(): Promise<FileResponse> {
    const files = JSON.parse(await readFile(new URL('page.json', APP_FOLDER), 'utf8')) as PageFiles;
    return cacheable(Buffer.from(dashboardPage(files)), 'text/html; charset=utf-8');
  }

  return [
    route({
      method: 'get',
      path: '/',
      summary: 'Shows the dashboard',
      access: 'anyone',
      responses: {},
      formats: ['text/html'],
      handle: async () => success((page ??= await makePage())),
    }),
    route({
      method: 'get',
      path: '/app/:file',
      summary: 'Serves the files of the dashboard',
      access: 'anyone',
      responses: {},
      formats: ['text/javascript', 'text/css', 'application/json', 'image/svg+xml', 'image/png', 'text/plain'],
      async handle({ params: { file = '' }, header }) {
        const contentType = CONTENT_TYPES[extname(file)];
        const found = new Set(await readdir(APP_FOLDER));
        if (contentType === undefined || !found.has(file)) return failure('not_found', `file ${file} not found`);
        const hasGzip = found.has(`${file}.gz`);
        const headers = {
          ...(hasGzip && { Vary: 'Accept-Encoding' }),
          ...(isNamedByContent(file) && { 'Cache-Control': IMMUTABLE }),
        };
        if (!hasGzip || !accepts(header('Accept-Encoding'), 'gzip')) {
          return success(cacheable(await readFile(new URL(file, APP_FOLDER)), contentType, headers));
        }
        const bytes = await readFile(new URL(`${file}.gz`, APP_FOLDER));
        return success(cacheable(bytes, contentType, { ...headers, 'Content-Encoding': 'gzip' }));
      },
    }),
  ];
}
