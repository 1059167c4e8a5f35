import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { extname } from 'node:path';
import { failure, success } from '../../errors.js';
import { packageFile } from '../../package-file.js';
import { dashboardPage, type PageFiles } from '../dashboard-page.js';
import { route, type FileAnswer, type Route } from '../route.js';

const contentTypes: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.txt': 'text/plain; charset=utf-8',
};

/** The build puts the files there, those that are worth it a second time as `.gz`. */
const folder = packageFile('dist/web/app/');

/** Kept by the browser, which asks whether it is still the same: there may be another release behind the address. */
const ASK = 'no-cache';
/** The name says what is in it: it never is another. */
const FOR_EVER = 'public, max-age=31536000, immutable';
const isNamedByContent = (file: string): boolean => /-[0-9A-Z]{8}\.\w+$/.test(file);

const lasting = (bytes: Buffer, contentType: string, headers: FileAnswer['headers'] = {}): FileAnswer => ({
  bytes,
  contentType,
  headers: {
    'Cache-Control': ASK,
    ...headers,
    ETag: `"${createHash('sha256').update(bytes).digest('base64url')}"`,
  },
});

const accepts = (encodings: string, wanted: string): boolean =>
  encodings.split(',').some((one) => {
    const [name = '', quality = ''] = one.trim().split(/\s*;\s*/);
    return name.toLowerCase() === wanted && !/^q=0(\.0*)?$/.test(quality);
  });

/** The dashboard. What it shows it asks the API for, with its user's token: the page itself is for anyone. */
export function dashboardRoutes(): Route[] {
  let page: FileAnswer | undefined;
  async function makePage(): Promise<FileAnswer> {
    const files = JSON.parse(await readFile(new URL('page.json', folder), 'utf8')) as PageFiles;
    return lasting(Buffer.from(dashboardPage(files)), 'text/html; charset=utf-8');
  }

  return [
    route({
      method: 'get',
      path: '/',
      summary: 'The dashboard',
      access: 'anyone',
      answers: {},
      formats: ['text/html'],
      handle: async () => success((page ??= await makePage())),
    }),
    route({
      method: 'get',
      path: '/app/:file',
      summary: 'What the dashboard is made of',
      access: 'anyone',
      answers: {},
      formats: ['text/javascript', 'text/css', 'application/json', 'image/svg+xml', 'image/png', 'text/plain'],
      async handle({ params: { file = '' }, header }) {
        const contentType = contentTypes[extname(file)];
        const found = new Set(await readdir(folder));
        if (contentType === undefined || !found.has(file)) return failure('not_found', `there is no file ${file}`);
        const packed = found.has(`${file}.gz`);
        const headers = {
          ...(packed && { Vary: 'Accept-Encoding' }),
          ...(isNamedByContent(file) && { 'Cache-Control': FOR_EVER }),
        };
        if (!packed || !accepts(header('Accept-Encoding'), 'gzip')) {
          return success(lasting(await readFile(new URL(file, folder)), contentType, headers));
        }
        const bytes = await readFile(new URL(`${file}.gz`, folder));
        return success(lasting(bytes, contentType, { ...headers, 'Content-Encoding': 'gzip' }));
      },
    }),
  ];
}
