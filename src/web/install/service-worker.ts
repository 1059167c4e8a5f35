/**
 * Keeps the code of the page, whose file names contain a hash of their content: it can never be outdated. Everything else,
 * the API and the page itself included, always comes from the gateway.
 */
const CACHE = 'waypost-code';
const NAMED_BY_CONTENT = /\/app\/[\w-]+-[0-9A-Z]{8}\.(?:js|css)$/;
/** Those of a few releases. */
const MAX_FILES = 300;

/** What the page's types do not have of a service worker. */
type WorkerEvent = Event & {
  readonly request: Request;
  readonly respondWith: (response: Promise<Response>) => void;
  readonly waitUntil: (done: Promise<unknown>) => void;
};
type Worker = {
  readonly skipWaiting: () => Promise<void>;
  readonly clients: { readonly claim: () => Promise<void> };
  readonly addEventListener: (type: string, listener: (event: WorkerEvent) => void) => void;
};

const worker = globalThis as unknown as Worker;

worker.addEventListener('install', (event) => {
  event.waitUntil(worker.skipWaiting());
});
worker.addEventListener('activate', (event) => {
  event.waitUntil(worker.clients.claim());
});
worker.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method === 'GET' && origin === location.origin && NAMED_BY_CONTENT.test(pathname))
    event.respondWith(answer(request));
});

async function answer(request: Request): Promise<Response> {
  const cache = await caches.open(CACHE);
  const kept = await cache.match(request);
  if (kept !== undefined) return kept;
  const response = await fetch(request);
  if (response.ok) {
    const [oldest, ...others] = await cache.keys();
    if (oldest !== undefined && others.length >= MAX_FILES) await cache.delete(oldest);
    await cache.put(request, response.clone());
  }
  return response;
}
