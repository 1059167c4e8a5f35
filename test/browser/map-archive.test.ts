import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { createClock } from '../../src/time/clock.js';
import { signIn } from '../support/client.js';
import { eventually } from '../support/eventually.js';
import { startGateway, TEST_KEY, type Gateway } from '../support/gateway.js';
import { pmtilesOf, type PmtilesOptions, type Tile } from '../support/pmtiles.js';
import { pngOf } from '../support/png.js';
import { townTile } from '../support/town.js';
import { killAll } from '../support/waypost.js';
import { accessibilityViolations, signInTo, useBrowser, type WatchedPage } from './browser.js';

type Color = readonly [number, number, number];
/** The machine may have much else to do. */
const TIMEOUT_MS = 20_000;
const RED: Color = [200, 40, 40];
const GREEN: Color = [40, 160, 40];
const BLUE: Color = [40, 60, 200];
/** as the page has it in its light colours */
const LAND: Color = [246, 245, 240];
const byZoom = [RED, GREEN, BLUE] as const;

/** All tiles of zooms 0 to 2. */
const everyTile = (bytesOf: (place: Omit<Tile, 'bytes'>) => Uint8Array): Tile[] =>
  byZoom.flatMap((_, z) =>
    Array.from({ length: 4 ** z }, (_tile, n) => {
      const place = { z, x: n % 2 ** z, y: Math.floor(n / 2 ** z) };
      return { ...place, bytes: bytesOf(place) };
    }),
  );
/** Where the device is, and the tile of zoom 14 in which that lies. */
const PLACE = { latitude: 52.71, longitude: 5.75 };
const TILE = { x: 8453, y: 5358 };
const townsAround = [-1, 0, 1].flatMap((right) =>
  [-1, 0, 1].map((down) => townTile({ z: 14, x: TILE.x + right, y: TILE.y + down })),
);
const pictures = (options: Partial<PmtilesOptions> = {}): Buffer =>
  pmtilesOf({ tiles: everyTile(({ z }) => pngOf(byZoom[z] ?? RED, 64)), type: 2, ...options });
const town = (options: Partial<PmtilesOptions> = {}): Buffer =>
  pmtilesOf({
    tiles: everyTile((place) => townTile(place).bytes),
    type: 1,
    metadata: { vector_layers: [{ id: 'earth' }, { id: 'roads' }] },
    ...options,
  });

describe('the archive of map tiles in a browser', function () {
  this.timeout(60_000);
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
    const location = { dateTime: new Date(createClock().now()).toISOString(), ...PLACE };
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

  /** What is really seen in the map, so many pixels from its north-west corner. */
  async function colorAt(page: Page, x: number, y: number): Promise<Color> {
    const place = (await page.locator('.map').boundingBox()) ?? { x: 0, y: 0 };
    const clip = { x: Math.round(place.x) + x, y: Math.round(place.y) + y, width: 1, height: 1 };
    const picture = await page.screenshot({ clip });
    return page.evaluate<Color>(`(async () => {
      const bytes = new Uint8Array(${JSON.stringify([...picture])});
      const context = new OffscreenCanvas(1, 1).getContext('2d');
      context.drawImage(await createImageBitmap(new Blob([bytes], { type: 'image/png' })), 0, 0);
      return [...context.getImageData(0, 0, 1, 1).data.slice(0, 3)];
    })()`);
  }
  const isLike = (a: Color, b: Color): boolean => a.every((value, index) => Math.abs(value - (b[index] ?? 0)) <= 16);
  /** Over a part of the map where nothing but ground is. */
  async function expectColor(page: Page, color: Color, x = 130, y = 150): Promise<void> {
    let seen: Color | undefined;
    await eventually(
      `the map is ${String(color)} at ${x}, ${y}`,
      async () => {
        seen = await colorAt(page, x, y);
        return isLike(seen, color);
      },
      TIMEOUT_MS,
    ).catch((error: unknown) => {
      throw new Error(`it is ${String(seen)}`, { cause: error });
    });
  }
  async function openMap(options: Parameters<typeof browser.open>[0] = {}, at = '/map'): Promise<WatchedPage> {
    const watched = await browser.open(options);
    await signInTo(watched.page, url(), { path: at });
    await watched.page.locator('.map .leaflet-control-scale-line').waitFor();
    return watched;
  }
  /** Whether a picture of the archive has this very colour anywhere. */
  const isDrawn = (page: Page, color: Color): Promise<boolean> =>
    page.evaluate<boolean>(`[...document.querySelectorAll('.leaflet-archive-pane canvas')].some((one) => {
      const copy = new OffscreenCanvas(Math.max(1, one.width), Math.max(1, one.height)).getContext('2d', { willReadFrequently: true });
      if (one.width > 0) copy.drawImage(one, 0, 0);
      const { data } = copy.getImageData(0, 0, Math.max(1, one.width), Math.max(1, one.height));
      const isIt = (at) => ${JSON.stringify(color)}.every((value, place) => data[at + place] === value);
      return Array.from({ length: data.length / 4 }, (_, n) => n * 4).some(isIt);
    })`);
  function expectNoComplaints({ hosts, complaints }: WatchedPage): void {
    expect(complaints).to.deep.equal([]);
    expect([...hosts]).to.deep.equal([new URL(url()).host]);
  }

  it('changes nothing where there is none, and loads no code for it', async () => {
    const files: string[] = [];
    const watched = await browser.open();
    watched.page.on('request', (request) => files.push(request.url()));
    await signInTo(watched.page, url());
    await eventually(
      'it was asked whether there is one',
      () => files.some((file) => file.endsWith('/api/map')),
      TIMEOUT_MS,
    );
    await watched.page.locator('.map canvas.leaflet-zoom-animated').waitFor({ state: 'attached' });
    expect(await watched.page.locator('.leaflet-archive-pane, .map-trouble, .map-attribution').count()).to.equal(0);
    expect(files.filter((file) => /archive|renderer/.test(file))).to.deep.equal([]);
    expectNoComplaints(watched);
  });

  it('shows pictures, and the deepest scaled up where the map goes deeper', async () => {
    put(pictures());
    const watched = await openMap();
    const { page } = watched;
    // All devices in view: far deeper than zoom 2.
    await expectColor(page, BLUE);
    await page.locator('.leaflet-control-zoom-in').click();
    await expectColor(page, BLUE);
    expectNoComplaints(watched);
  });

  it('takes the deepest tiles that there are', async () => {
    put(pictures({ tiles: everyTile(({ z }) => pngOf(byZoom[z] ?? RED, 64)).filter(({ z }) => z < 2) }));
    const watched = await openMap();
    await expectColor(watched.page, GREEN);
    expectNoComplaints(watched);
  });

  it('leaves the outline where the archive ends', async () => {
    const bare = await openMap();
    await expectColor(bare.page, LAND);
    put(pictures({ bounds: [5.75, 50, 8, 54] }));
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
    it(`draws vectors with their names, ${colorScheme}`, async () => {
      put(town({ tiles: townsAround }));
      const watched = await openMap({ colorScheme });
      for (const [what, color] of Object.entries(colors)) {
        await eventually(`the ${what} is drawn`, () => isDrawn(watched.page, color), TIMEOUT_MS);
      }
      expectNoComplaints(watched);
    });
  }

  it('changes the colours of vectors with the theme', async () => {
    put(town());
    const watched = await openMap({ colorScheme: 'light' });
    const { page } = watched;
    const picture = (): Promise<string> =>
      page.evaluate<string>(
        `[...document.querySelectorAll('.leaflet-archive-pane canvas')].map((one) => one.width > 0 ? one.toDataURL() : '').join()`,
      );
    await eventually('it is drawn', async () => (await picture()).length > 1_000, TIMEOUT_MS);
    const before = await picture();
    await page.emulateMedia({ colorScheme: 'dark' });
    await eventually('it is another picture', async () => (await picture()) !== before, TIMEOUT_MS);
    expectNoComplaints(watched);
  });

  it('says whose map it is, in words alone', async () => {
    const attribution =
      '<a href="https://example.org" onclick="alert(1)">&copy; OpenStreetMap</a><img src=x onerror=alert(1)>';
    put(pictures({ metadata: { attribution } }));
    const watched = await openMap();
    await watched.page.getByText('© OpenStreetMap', { exact: true }).waitFor();
    expect(await watched.page.locator('.map-place a[href^=http], .map-place img').count()).to.equal(0);
    expect(await accessibilityViolations(watched.page)).to.deep.equal([]);
    expectNoComplaints(watched);
  });

  it('is under the track of a device too', async () => {
    put(pictures());
    const watched = await openMap({}, '/devices/bus-1');
    await expectColor(watched.page, BLUE, 60, 60);
    expectNoComplaints(watched);
  });

  for (const [what, bytes, words] of [
    ['is no archive', Buffer.from('not an archive at all'), /is no PMTiles archive\. Replace it/],
    ['is cut off', pictures().subarray(0, 400), /is cut off.*Copy it once more/],
    ['has a damaged directory', corrupt(pictures(), 127, 20), /is damaged\. Copy it once more/],
    ['has damaged tiles', pictures({ tiles: everyTile(() => Buffer.from('no picture')) }), /is damaged/],
    ['has damaged vectors', town({ tiles: everyTile(() => Buffer.from('no tile')) }), /is damaged/],
    [
      'has vectors of another schema',
      town({ metadata: { vector_layers: [{ id: 'transportation' }] } }),
      /another schema/,
    ],
  ] as const) {
    it(`says so when the file ${what}, and shows the trackers all the same`, async () => {
      put(bytes);
      const watched = await openMap();
      await watched.page.locator('.map-trouble').filter({ hasText: words }).waitFor();
      await watched.page.locator('.map-list li').filter({ hasText: 'bus-1' }).waitFor();
      expect(await accessibilityViolations(watched.page)).to.deep.equal([]);
      expectNoComplaints(watched);
    });
  }

  it('fits a telephone, with all that is to be said', async () => {
    put(pictures({ tiles: everyTile(() => Buffer.from('no picture')), metadata: { attribution: 'x'.repeat(300) } }));
    const watched = await openMap({ viewport: { width: 360, height: 640 } });
    await watched.page.locator('.map-trouble').waitFor();
    expect(await watched.page.evaluate<number>('document.documentElement.scrollWidth')).to.be.at.most(360);
    expectNoComplaints(watched);
  });
});

/** So many bytes from one on are other ones. */
function corrupt(bytes: Buffer, first: number, count: number): Buffer {
  return Buffer.concat([bytes.subarray(0, first), Buffer.alloc(count, 0xff), bytes.subarray(first + count)]);
}
