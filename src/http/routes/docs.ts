import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { failure, success } from '../../errors.js';
import { packageFile } from '../../package.js';
import { DOCS_PAGE, DOCS_POLICY, DOCS_SCRIPT } from '../pages/docs-page.js';
import { route, type Route, type TextResponse } from '../route.js';

export type DocRoutesOptions = { /** the OpenAPI document of the routes, as JSON */ readonly document: () => string };

const SCRIPT_TYPE = 'text/javascript; charset=utf-8';
const STYLE_TYPE = 'text/css; charset=utf-8';

/** A text that changes only with a release: the browser caches and revalidates it. */
function cacheable(text: string, contentType: string, headers: TextResponse['headers'] = {}): TextResponse {
  const tag = createHash('sha256').update(text).digest('base64url');
  return { text, contentType, headers: { ...headers, ETag: `"${tag}"`, 'Cache-Control': 'no-cache' } };
}

const readBuilt = (name: string): Promise<string> => readFile(packageFile(`dist/web/docs/${name}`), 'utf8');

export function docRoutes({ document }: DocRoutesOptions): Route[] {
  const page = cacheable(DOCS_PAGE, 'text/html; charset=utf-8', { 'Content-Security-Policy': DOCS_POLICY });
  const files: Readonly<Record<string, () => Promise<TextResponse>>> = {
    'init.js': once(() => Promise.resolve(cacheable(DOCS_SCRIPT, SCRIPT_TYPE))),
    'swagger-ui-bundle.js': once(async () => cacheable(await readBuilt('swagger-ui-bundle.js'), SCRIPT_TYPE)),
    'swagger-ui.css': once(async () => cacheable(await readBuilt('swagger-ui.css'), STYLE_TYPE)),
  };

  return [
    route({
      method: 'get',
      path: '/openapi.json',
      summary: 'Returns this API as an OpenAPI 3.1 document',
      access: 'anyone',
      responses: {},
      formats: ['application/json'],
      handle: () => success({ text: document(), contentType: 'application/json' }),
    }),
    route({
      method: 'get',
      path: '/docs',
      summary: 'Shows this API as an interactive page; works offline',
      access: 'anyone',
      responses: {},
      formats: ['text/html'],
      handle: () => success(page),
    }),
    route({
      method: 'get',
      path: '/docs/:file',
      summary: 'Serves the files of the API page',
      access: 'anyone',
      responses: {},
      formats: ['text/javascript', 'text/css'],
      async handle({ params: { file = '' } }) {
        const read = Object.hasOwn(files, file) ? files[file] : undefined;
        return read === undefined ? failure('not_found', `file ${file} not found`) : success(await read());
      },
    }),
  ];
}

/** Reads on the first call; a failed read is repeated. */
function once<T>(read: () => Promise<T>): () => Promise<T> {
  let cached: Promise<T> | undefined;
  return () =>
    (cached ??= read().catch((error: unknown) => {
      cached = undefined;
      throw error;
    }));
}
