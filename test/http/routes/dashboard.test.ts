import { readdirSync, statSync } from 'node:fs';
import { expect } from 'chai';
import { useApp } from '../../support/gateway/app.js';
import { request } from '../../support/api/client.js';
import { expectFailure } from '../../support/api/envelope.js';

const folder = 'dist/web/app';
/**
 * Code and styles of the dashboard in all languages, compressed, without the world outline, which is data. A card or page
 * takes 2 to 7 kB, half of it for its texts in six languages.
 */
const MAX_BYTES = 700_000;

describe('the dashboard', () => {
  const app = useApp();
  const get = (path: string, headers: Record<string, string> = {}): Promise<Response> =>
    // With If-None-Match, `fetch` sends `Cache-Control: no-cache` unless the header is set.
    fetch(app.url() + path, { headers: { 'Cache-Control': 'max-age=0', ...headers } });

  it('the page is public, loads only from the gateway and has no inline code or styles', async () => {
    const page = await get('/');
    expect(page.headers.get('Content-Type')).to.equal('text/html; charset=utf-8');
    expect(page.headers.get('Content-Security-Policy')).to.match(/^default-src 'self';/);
    expect(page.headers.get('Content-Security-Policy')).not.to.match(/unsafe|data:/);
    const text = await page.text();
    expect(text).not.to.match(/https?:|\/\/[a-z]/);
    expect(text).not.to.match(/<script>|<style|style=|\son\w+=/);
    const parts = [...text.matchAll(/(?:src|href)="(app\/[^"]*)"/g)].map(([, path = '']) => path);
    expect(parts.map((path) => path.replace(/-\w{8}\./, '-….')).sort()).to.deep.equal([
      'app/chunk-….js',
      'app/icon-apple.png',
      'app/icon.svg',
      'app/main-….js',
      'app/manifest.webmanifest',
      'app/style-….css',
    ]);
    for (const path of parts) expect((await get(`/${path}`)).status, path).to.equal(200);
  });

  it('files have their type, are compressed if accepted, and are revalidated or immutable', async () => {
    const named = (pattern: RegExp): string => readdirSync(folder).find((name) => pattern.test(name)) ?? '';
    for (const [file, type, caching] of [
      [named(/^main-.*js$/), 'text/javascript; charset=utf-8', 'public, max-age=31536000, immutable'],
      [named(/^style-.*css$/), 'text/css; charset=utf-8', 'public, max-age=31536000, immutable'],
      ['world.json', 'application/json; charset=utf-8', 'no-cache'],
      ['icon.svg', 'image/svg+xml', 'no-cache'],
      ['manifest.webmanifest', 'application/manifest+json; charset=utf-8', 'no-cache'],
      ['service-worker.js', 'text/javascript; charset=utf-8', 'no-cache'],
    ] as const) {
      const [plain, compressed] = [
        await get(`/app/${file}`, { 'Accept-Encoding': 'identity, gzip;q=0' }),
        await get(`/app/${file}`, { 'Accept-Encoding': 'br, gzip' }),
      ];
      expect(plain.headers.get('Content-Encoding')).to.equal(null);
      expect(compressed.headers.get('Content-Encoding')).to.equal('gzip');
      expect(await plain.text()).to.equal(await compressed.text());
      for (const answer of [plain, compressed]) {
        expect(answer.headers.get('Content-Type')).to.equal(type);
        expect(answer.headers.get('Vary')).to.equal('Accept-Encoding');
        expect(answer.headers.get('Cache-Control')).to.equal(caching);
      }
      const tag = compressed.headers.get('ETag') ?? '';
      const headers = { 'Accept-Encoding': 'gzip', 'If-None-Match': tag };
      expect((await get(`/app/${file}`, headers)).status).to.equal(304);
      expect((await get(`/app/${file}`, { ...headers, 'If-None-Match': '"other"' })).status).to.equal(200);
    }
  });

  it('the page can be installed: manifest, icons and a service worker for the whole page', async () => {
    const manifest = (await (await get('/app/manifest.webmanifest')).json()) as { icons: { src: string }[] };
    for (const path of ['/favicon.ico', ...manifest.icons.map(({ src }) => `/app/${src}`)]) {
      const icon = await get(path);
      expect(icon.status, path).to.equal(200);
      expect(icon.headers.get('Content-Type')).to.match(/^image\//);
    }
    expect((await get('/app/service-worker.js')).headers.get('Service-Worker-Allowed')).to.equal('/');
  });

  it('no other file is served', async () => {
    for (const path of ['x.js', 'main.js.gz', '..%2f..%2fmain.js', '..%2fdocs%2fswagger-ui.css', '__proto__', '.']) {
      expectFailure(await request(app.url(), 'GET', `/app/${path}`), 'not_found');
    }
  });

  it('the outline of the world is small and has no line from one edge of the map to the other', async () => {
    const outline = (await (await get('/app/world.json')).json()) as Record<'land' | 'borders', number[][]> & {
      readonly step: number;
    };
    expect(statSync(`${folder}/world.json.gz`).size).to.be.lessThan(160_000);
    const { land, borders, step } = outline;
    expect(land.length).to.be.greaterThan(1_000);
    // The ring around the pole is closed below the map.
    const isPole = (ring: readonly number[]): boolean => ring.length > 4 && Math.abs(ring.at(-2) ?? 0) * step >= 360;
    expect(land.filter(isPole)).to.have.lengthOf(1);
    for (const line of [...land, ...borders].filter((ring) => !isPole(ring))) {
      const steps = line.filter((_value, index) => index % 2 === 0).slice(1);
      expect(Math.max(...steps.map(Math.abs)) * step).to.be.lessThan(20);
      // Closed without a jump: the steps of a ring lead back to its start.
      const across = steps.reduce((sum, value) => sum + value, 0) * step;
      if (land.includes(line)) expect(Math.abs(across)).to.be.lessThan(20);
    }
  });

  it('code and styles together are small', () => {
    const parts = readdirSync(folder).filter((name) => /\.(js|css)\.gz$/.test(name));
    const bytes = parts.reduce((sum, name) => sum + statSync(`${folder}/${name}`).size, 0);
    expect(parts.length).to.be.greaterThan(3);
    expect(bytes).to.be.lessThan(MAX_BYTES);
  });
});
