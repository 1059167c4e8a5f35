import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { failure, success } from '../../errors.js';
import { packageFile } from '../../package-file.js';
import { DOCS_PAGE, DOCS_POLICY, DOCS_SCRIPT } from '../pages/docs-page.js';
import { route, type Route, type TextResponse } from '../route.js';

export type DocRoutesOptions = { /** the OpenAPI document of the table, as JSON */ readonly document: () => string };

const SCRIPT_TYPE = 'text/javascript; charset=utf-8';
const STYLE_TYPE = 'text/css; charset=utf-8';

/** A text that changes with a release alone: kept by the browser, which asks whether it is still the same. */
function cacheable(text: string, contentType: string, headers: TextResponse['headers'] = {}): TextResponse {
  const tag = createHash('sha256').update(text).digest('base64url');
  return { text, contentType, headers: { ...headers, ETag: `"${tag}"`, 'Cache-Control': 'no-cache' } };
}

/** The build puts them there. */
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
      summary: 'This API as an OpenAPI 3.1 document',
      access: 'anyone',
      responses: {},
      formats: ['application/json'],
      handle: () => success({ text: document(), contentType: 'application/json' }),
    }),
    route({
      method: 'get',
      path: '/docs',
      summary: 'This API as a page to read and to try, with no internet',
      access: 'anyone',
      responses: {},
      formats: ['text/html'],
      handle: () => success(page),
    }),
    route({
      method: 'get',
      path: '/docs/:file',
      summary: 'What the page is made of',
      access: 'anyone',
      responses: {},
      formats: ['text/javascript', 'text/css'],
      async handle({ params: { file = '' } }) {
        const read = Object.hasOwn(files, file) ? files[file] : undefined;
        return read === undefined ? failure('not_found', `there is no file ${file}`) : success(await read());
      },
    }),
  ];
}

/** Reads at the first call; a failure is not kept. */
function once<T>(read: () => Promise<T>): () => Promise<T> {
  let kept: Promise<T> | undefined;
  return () =>
    (kept ??= read().catch((error: unknown) => {
      kept = undefined;
      throw error;
    }));
}
