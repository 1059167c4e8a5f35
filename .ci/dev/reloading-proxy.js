// The gateway as the browser sees it during development: the page comes from a bundle that follows its sources, and is
// loaded again after each change. Everything else is passed on, and waits while the gateway restarts.
import { createReadStream, existsSync } from 'node:fs';
import { createServer, request } from 'node:http';
import { basename, extname } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { context } from 'esbuild';
import { pageOptions } from '../build/page-options.js';

const TYPES = { '.js': 'text/javascript', '.css': 'text/css', '.map': 'application/json', '.png': 'image/png' };
const RELOAD_SCRIPT = `new EventSource('/dev/changes').onmessage = () => location.reload();`;
const RETRY_MS = 50;
const MAX_RETRIES = 400;

/** The page with the bundle that changes in the place of the one that is named by its content. */
const pageOf = (html) =>
  html
    .replace(/\/app\/(main|style)-[0-9A-Z]{8}\./g, '/app/$1.')
    .replace(/ *<link rel="modulepreload".*\n/g, '')
    .replace('</body>', '  <script src="/dev/reload.js"></script>\n  </body>');

/** Listens on 127.0.0.1. `target`: address of the gateway; `folder`: for the bundle. */
export async function createReloadingProxy({ port, target, folder }) {
  const browsers = new Set();
  const reload = () => {
    for (const browser of browsers) browser.write('data: changed\n\n');
  };
  let builtAt = performance.now();
  const notify = {
    name: 'notify',
    setup({ onStart, onEnd }) {
      onStart(() => void (builtAt = performance.now()));
      onEnd(({ errors }) => {
        if (errors.length > 0) return;
        process.stdout.write(`waypost: the page is bundled in ${Math.round(performance.now() - builtAt)} ms\n`);
        reload();
      });
    },
  };

  function send(response, status, type, body) {
    response.writeHead(status, { 'Content-Type': type, 'Cache-Control': 'no-store' });
    response.end(body);
  }

  /** Resolves with the gateway's answer. A request is sent again only while nothing listens. */
  async function ask(incoming) {
    const { method, url } = incoming;
    // The page is changed on its way, so it must not be compressed.
    const headers = { ...incoming.headers, 'accept-encoding': 'identity' };
    for (let retries = 0; ; retries += 1) {
      try {
        return await new Promise((resolve, reject) => {
          const outgoing = request(new URL(url, target), { method, headers }, resolve).on('error', reject);
          if (retries === 0 || incoming.readableEnded) incoming.pipe(outgoing);
          else outgoing.end();
        });
      } catch (error) {
        if (error.code !== 'ECONNREFUSED' || retries === MAX_RETRIES) throw error;
        await delay(RETRY_MS);
      }
    }
  }

  async function answer(incoming, response) {
    const path = new URL(incoming.url, target).pathname;
    if (path === '/dev/reload.js') return send(response, 200, 'text/javascript', RELOAD_SCRIPT);
    if (path === '/dev/changes') {
      response.writeHead(200, { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store' });
      response.write('\n');
      browsers.add(response);
      return response.on('close', () => browsers.delete(response));
    }
    const file = `${folder}/${basename(path)}`;
    if (path.startsWith('/app/') && existsSync(file)) {
      response.writeHead(200, { 'Content-Type': TYPES[extname(file)] ?? 'text/plain', 'Cache-Control': 'no-store' });
      return createReadStream(file).pipe(response);
    }
    const answered = await ask(incoming);
    if (path !== '/') {
      response.writeHead(answered.statusCode, answered.headers);
      return answered.pipe(response);
    }
    const { etag: _, 'content-length': __, ...headers } = answered.headers;
    response.writeHead(answered.statusCode, { ...headers, 'cache-control': 'no-store' });
    return response.end(pageOf(Buffer.concat(await answered.toArray()).toString()));
  }

  const server = createServer((incoming, response) => {
    answer(incoming, response).catch((error) => {
      if (!response.headersSent) send(response, 502, 'text/plain', `the gateway does not answer: ${error.message}\n`);
      else response.destroy();
    });
  });
  await new Promise((resolve, reject) => server.once('error', reject).listen(port, '127.0.0.1', resolve));
  const bundle = await context({
    ...pageOptions,
    outdir: folder,
    sourcemap: true,
    plugins: [...pageOptions.plugins, notify],
  });
  await bundle.watch();
  return { url: `http://127.0.0.1:${server.address().port}`, reload };
}
