import { readFile } from 'node:fs/promises';
import { success } from '../../errors.js';
import { packageFile } from '../../package.js';
import { documentedMessages } from '../message-list.js';
import { DOCS_PAGE, DOCS_POLICY, DOCS_SCRIPT } from '../pages/docs-page.js';
import { messagesPage } from '../pages/messages-page.js';
import { route, type FileResponse, type Route } from '../route.js';
import { cacheable, once } from '../static-files.js';
import { requestErrors } from '../messages.js';

export type DocRoutesOptions = { /** the OpenAPI document of the routes, as JSON */ readonly document: () => string };

const HTML_TYPE = 'text/html; charset=utf-8';
const SCRIPT_TYPE = 'text/javascript; charset=utf-8';
const STYLE_TYPE = 'text/css; charset=utf-8';

const readBuilt = (name: string): Promise<Buffer> => readFile(packageFile(`dist/web/docs/${name}`));

export function docRoutes({ document }: DocRoutesOptions): Route[] {
  let documentBytes: Buffer | undefined;
  const page = cacheable(DOCS_PAGE, HTML_TYPE, { 'Content-Security-Policy': DOCS_POLICY });
  const messages = once(() =>
    Promise.resolve(
      cacheable(messagesPage(documentedMessages()), HTML_TYPE, { 'Content-Security-Policy': DOCS_POLICY }),
    ),
  );
  const messagesJson = once(() =>
    Promise.resolve(cacheable(JSON.stringify({ messages: documentedMessages() }), 'application/json')),
  );
  const files: Readonly<Record<string, () => Promise<FileResponse>>> = {
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
      handle: () => success({ bytes: (documentBytes ??= Buffer.from(document())), contentType: 'application/json' }),
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
      path: '/docs/messages',
      summary: 'Shows the ids, sentences and values of all messages of the gateway as a page',
      access: 'anyone',
      responses: {},
      formats: ['text/html'],
      handle: async () => success(await messages()),
    }),
    route({
      method: 'get',
      path: '/docs/messages.json',
      summary: 'Returns the ids, sentences and values of all messages of the gateway',
      access: 'anyone',
      responses: {},
      formats: ['application/json'],
      handle: async () => success(await messagesJson()),
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
        return read === undefined ? requestErrors.noFile({ path: file }) : success(await read());
      },
    }),
  ];
}
