import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { failure, success } from '../../errors.js';
import { packageFile } from '../../package-file.js';
import { docsPage, docsPolicy, docsScript } from '../docs-page.js';
import { route, type Route, type TextAnswer } from '../route.js';

export type DocRoutesOptions = { /** the OpenAPI document of the table, as JSON */ readonly document: () => string };

const SCRIPT_TYPE = 'text/javascript; charset=utf-8';
const STYLE_TYPE = 'text/css; charset=utf-8';

/** A text that changes with a release alone: kept by the browser, which asks whether it is still the same. */
function lasting(text: string, contentType: string, headers: TextAnswer['headers'] = {}): TextAnswer {
  const tag = createHash('sha256').update(text).digest('base64url');
  return { text, contentType, headers: { ...headers, ETag: `"${tag}"`, 'Cache-Control': 'no-cache' } };
}

/** The build puts them there. */
const built = (name: string): Promise<string> => readFile(packageFile(`dist/web/docs/${name}`), 'utf8');

export function docRoutes({ document }: DocRoutesOptions): Route[] {
  const page = lasting(docsPage, 'text/html; charset=utf-8', { 'Content-Security-Policy': docsPolicy });
  const files: Readonly<Record<string, () => Promise<TextAnswer>>> = {
    'init.js': once(() => Promise.resolve(lasting(docsScript, SCRIPT_TYPE))),
    'swagger-ui-bundle.js': once(async () => lasting(await built('swagger-ui-bundle.js'), SCRIPT_TYPE)),
    'swagger-ui.css': once(async () => lasting(await built('swagger-ui.css'), STYLE_TYPE)),
  };

  return [
    route({
      method: 'get',
      path: '/openapi.json',
      summary: 'This API as an OpenAPI 3.1 document',
      access: 'anyone',
      answers: {},
      formats: ['application/json'],
      handle: () => success({ text: document(), contentType: 'application/json' }),
    }),
    route({
      method: 'get',
      path: '/docs',
      summary: 'This API as a page to read and to try, with no internet',
      access: 'anyone',
      answers: {},
      formats: ['text/html'],
      handle: () => success(page),
    }),
    route({
      method: 'get',
      path: '/docs/:file',
      summary: 'What the page is made of',
      access: 'anyone',
      answers: {},
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
