import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { createClock } from '../../src/time/clock.js';
import { signIn } from '../support/api/client.js';
import { eventually } from '../support/gateway/eventually.js';
import { startGateway, TEST_KEY, type Gateway } from '../support/gateway/gateway.js';
import { pmtilesOf, type PmtilesOptions, type Tile } from '../support/map/pmtiles.js';
import { pngOf } from '../support/map/png.js';
import { townTile } from '../support/map/tile-fixture.js';
import { killAll } from '../support/gateway/waypost.js';
import { accessibilityViolations, signInTo, useBrowser, type WatchedPage } from './browser.js';

type Color = readonly [number, number, number];
const RED: Color = [200, 40, 40];
const GREEN: Color = [40, 160, 40];
const BLUE: Color = [40, 60, 200];
/** in the light theme */
const LAND: Color = [246, 245, 240];
const byZoom = [RED, GREEN, BLUE] as const;

/** All tiles of zoom levels 0 to 2. */
const everyTile = (bytesOf: (tile: Omit<Tile, 'bytes'>) => Uint8Array): Tile[] =>
  byZoom.flatMap((_, z) =>
    Array.from({ length: 4 ** z }, (_tile, n) => {
      const tile = { z, x: n % 2 ** z, y: Math.floor(n / 2 ** z) };
      return { ...tile, bytes: bytesOf(tile) };
    }),
  );
/** The position of the device, and its tile at zoom level 14. */
const POSITION = { latitude: 52.71, longitude: 5.75 };
const TILE = { x: 8453, y: 5358 };
const townTiles = [-1, 0, 1].flatMap((right) =>
  [-1, 0, 1].map((down) => townTile({ z: 14, x: TILE.x + right, y: TILE.y + down })),
);
const imageArchive = (options: Partial<PmtilesOptions> = {}): Buffer =>
  pmtilesOf({ tiles: everyTile(({ z }) => pngOf(byZoom[z] ?? RED, 64)), type: 2, ...options });
const vectorArchive = (options: Partial<PmtilesOptions> = {}): Buffer =>
  pmtilesOf({
    tiles: everyTile((tile) => townTile(tile).bytes),
    type: 1,
    metadata: { vector_layers: [{ id: 'earth' }, { id: 'roads' }] },
    ...options,
  });

describe('the map archive in a browser', () => {
  const browser = useBrowser();
  let folder = '';
  let gateway: Gateway | undefined;
  const url = (): string => gateway?.url ?? '';
  const path = (): string => join(folder, 'data', 'map.pmtiles');
  const put = (bytes: Uint8Array): void => {
    writeFileSync(path(), bytes);
  };

  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'waypost-browser-'));
    gateway = await startGateway({ folder });
    const client = await signIn(url(), { apiKey: TEST_KEY });
    await client.call('POST', '/api/devices', { id: 'bus-1' });
    const location = { dateTime: new Date(createClock().now()).toISOString(), ...POSITION };
    await client.call('POST', '/api/devices/bus-1/locations', { location });
  });
  afterEach(() => {
    rmSync(path(), { force: true });
  });
  after(async () => {
    await gateway?.end('SIGTERM');
    killAll();
    rmSync(folder, { recursive: true, force: true });
  });

  /** The visible color of the map, x and y pixels from its north-west corner. */
  async function colorAt(page: Page, x: number, y: number): Promise<Color> {
    const corner = (await page.locator('.map').boundingBox()) ?? { x: 0, y: 0 };
    const clip = { x: Math.round(corner.x) + x, y: Math.round(corner.y) + y, width: 1, height: 1 };
    const picture = await page.screenshot({ clip });
    return page.evaluate<Color>(`(async () => {
      const bytes = new Uint8Array(${JSON.stringify([...picture])});
      const context = new OffscreenCanvas(1, 1).getContext('2d');
      context.drawImage(await createImageBitmap(new Blob([bytes], { type: 'image/png' })), 0, 0);
      return [...context.getImageData(0, 0, 1, 1).data.slice(0, 3)];
    })()`);
  }
  const isLike = (a: Color, b: Color): boolean => a.every((value, index) => Math.abs(value - (b[index] ?? 0)) <= 16);
  /** Checks a point of the map without trackers or controls. */
  async function expectColor(page: Page, color: Color, x = 150, y = 130): Promise<void> {
    let seen: Color | undefined;
    await eventually(`the map is ${String(color)} at ${x}, ${y}`, async () => {
      seen = await colorAt(page, x, y);
      return isLike(seen, color);
    }).catch((error: unknown) => {
      throw new Error(`it is ${String(seen)}`, { cause: error });
    });
  }
  async function openMap(options: Parameters<typeof browser.open>[0] = {}, at = '/map'): Promise<WatchedPage> {
    const watched = await browser.open(options);
    await signInTo(watched.page, url(), { path: at });
    await watched.page.locator('.map .leaflet-control-scale-line').waitFor();
    return watched;
  }
  /** Whether a tile of the archive has this exact color anywhere. */
  const isDrawn = (page: Page, color: Color): Promise<boolean> =>
    page.evaluate<boolean>(`[...document.querySelectorAll('.leaflet-archive-pane canvas')].some((one) => {
      const copy = new OffscreenCanvas(Math.max(1, one.width), Math.max(1, one.height)).getContext('2d', { willReadFrequently: true });
      if (one.width > 0) copy.drawImage(one, 0, 0);
      const { data } = copy.getImageData(0, 0, Math.max(1, one.width), Math.max(1, one.height));
      const isIt = (at) => ${JSON.stringify(color)}.every((value, index) => data[at + index] === value);
      return Array.from({ length: data.length / 4 }, (_, n) => n * 4).some(isIt);
    })`);
  function expectNoComplaints({ hosts, complaints }: WatchedPage): void {
    expect(complaints).to.deep.equal([]);
    expect([...hosts]).to.deep.equal([new URL(url()).host]);
  }

  it('a map without an archive loads no code for archives', async () => {
    const files: string[] = [];
    const watched = await browser.open();
    watched.page.on('request', (request) => files.push(request.url()));
    await signInTo(watched.page, url());
    await eventually('the page asks whether there is an archive', () =>
      files.some((file) => file.endsWith('/api/map')),
    );
    await watched.page.locator('.map canvas.leaflet-zoom-animated').waitFor({ state: 'attached' });
    expect(await watched.page.locator('.leaflet-archive-pane, .map-trouble, .map-attribution').count()).to.equal(0);
    expect(files.filter((file) => /archive|renderer/.test(file))).to.deep.equal([]);
    expectNoComplaints(watched);
  });

  it('the deepest image tiles are scaled up when the map zooms deeper', async () => {
    put(imageArchive());
    const watched = await openMap();
    const { page } = watched;
    // The view that shows all devices is far deeper than zoom level 2.
    await expectColor(page, BLUE);
    await page.locator('.leaflet-control-zoom-in').click();
    await expectColor(page, BLUE);
    expectNoComplaints(watched);
  });

  it('the deepest tiles of the archive are used', async () => {
    put(imageArchive({ tiles: everyTile(({ z }) => pngOf(byZoom[z] ?? RED, 64)).filter(({ z }) => z < 2) }));
    const watched = await openMap();
    await expectColor(watched.page, GREEN);
    expectNoComplaints(watched);
  });

  it('the world outline is visible outside the bounds of the archive', async () => {
    const bare = await openMap();
    await expectColor(bare.page, LAND);
    put(imageArchive({ bounds: [5.75, 50, 8, 54] }));
    const watched = await openMap();
    const { width = 0 } = (await watched.page.locator('.map').boundingBox()) ?? {};
    await expectColor(watched.page, BLUE, Math.round(width) - 130);
    await expectColor(watched.page, LAND);
    expectNoComplaints(watched);
  });

  const schemes: readonly (readonly ['light' | 'dark', Readonly<Record<string, Color>>])[] = [
    ['light', { land: LAND, water: [217, 229, 234], road: [201, 189, 159], name: [20, 33, 31] }],
    ['dark', { land: [27, 37, 36], water: [12, 21, 24], road: [77, 90, 86], name: [228, 236, 234] }],
  ];
  for (const [colorScheme, colors] of schemes) {
    it(`vector tiles are drawn with names in the ${colorScheme} theme`, async () => {
      put(vectorArchive({ tiles: townTiles }));
      const watched = await openMap({ colorScheme });
      for (const [what, color] of Object.entries(colors)) {
        await eventually(`the ${what} is drawn`, () => isDrawn(watched.page, color));
      }
      expectNoComplaints(watched);
    });
  }

  it('vector tiles change their colors with the theme', async () => {
    put(vectorArchive());
    const watched = await openMap({ colorScheme: 'light' });
    const { page } = watched;
    const picture = (): Promise<string> =>
      page.evaluate<string>(
        `[...document.querySelectorAll('.leaflet-archive-pane canvas')].map((one) => one.width > 0 ? one.toDataURL() : '').join()`,
      );
    await eventually('the tiles are drawn', async () => (await picture()).length > 1_000);
    const before = await picture();
    await page.emulateMedia({ colorScheme: 'dark' });
    await eventually('the tiles have changed', async () => (await picture()) !== before);
    expectNoComplaints(watched);
  });

  it('the attribution of the archive is shown as text', async () => {
    const attribution =
      '<a href="https://example.org" onclick="alert(1)">&copy; OpenStreetMap</a><img src=x onerror=alert(1)>';
    put(imageArchive({ metadata: { attribution } }));
    const watched = await openMap();
    await watched.page.getByText('© OpenStreetMap', { exact: true }).waitFor();
    expect(await watched.page.locator('.map-place a[href^=http], .map-place img').count()).to.equal(0);
    expect(await accessibilityViolations(watched.page)).to.deep.equal([]);
    expectNoComplaints(watched);
  });

  it('the track map of a device uses the archive too', async () => {
    put(imageArchive());
    const watched = await openMap({}, '/devices/bus-1');
    await expectColor(watched.page, BLUE, 60, 60);
    expectNoComplaints(watched);
  });

  for (const [what, bytes, words] of [
    ['is no archive', Buffer.from('not an archive at all'), /is not a PMTiles archive\. Replace or remove it/],
    ['is cut off', imageArchive().subarray(0, 400), /is incomplete\. Copy it again/],
    ['has a damaged directory', corrupt(imageArchive(), 127, 20), /is damaged\. Copy it again/],
    ['has damaged tiles', imageArchive({ tiles: everyTile(() => Buffer.from('no picture')) }), /is damaged/],
    ['has damaged vectors', vectorArchive({ tiles: everyTile(() => Buffer.from('no tile')) }), /is damaged/],
    [
      'has vectors of another schema',
      vectorArchive({ metadata: { vector_layers: [{ id: 'transportation' }] } }),
      /unsupported vector schema/,
    ],
  ] as const) {
    it(`an archive that ${what} is reported, and the trackers are still shown`, async () => {
      put(bytes);
      const watched = await openMap();
      await watched.page.locator('.map-trouble').filter({ hasText: words }).waitFor();
      await watched.page.locator('.map-list li').filter({ hasText: 'bus-1' }).waitFor();
      expect(await accessibilityViolations(watched.page)).to.deep.equal([]);
      expectNoComplaints(watched);
    });
  }

  it('the map with an error and a long attribution fits a phone', async () => {
    put(
      imageArchive({ tiles: everyTile(() => Buffer.from('no picture')), metadata: { attribution: 'x'.repeat(300) } }),
    );
    const watched = await openMap({ viewport: { width: 360, height: 640 } });
    await watched.page.locator('.map-trouble').waitFor();
    expect(await watched.page.evaluate<number>('document.documentElement.scrollWidth')).to.be.at.most(360);
    expectNoComplaints(watched);
  });
});

/** Overwrites `count` bytes from `first` on. */
function corrupt(bytes: Buffer, first: number, count: number): Buffer {
  return Buffer.concat([bytes.subarray(0, first), Buffer.alloc(count, 0xff), bytes.subarray(first + count)]);
}
