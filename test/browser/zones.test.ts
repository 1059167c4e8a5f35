import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import type { Polygon, Position, Shape } from '../../src/schema/zones/shape.js';
import { createClock } from '../../src/time/clock.js';
import { signIn, type Client } from '../support/api/client.js';
import { eventually } from '../support/gateway/eventually.js';
import { startGateway, TEST_KEY, type Gateway } from '../support/gateway/gateway.js';
import { killAll } from '../support/gateway/waypost.js';
import { accessibilityViolations, useBrowser } from './browser.js';

type StoredZone = { readonly id: string; readonly name: string; readonly shape: Shape; readonly home: boolean };

const SECOND = 1_000;
const YARD: Position = [5, 52];

describe('zones in a browser', () => {
  const browser = useBrowser();
  const clock = createClock();
  let folder = '';
  let gateway: Gateway | undefined;
  let client: Client;
  const url = (): string => gateway?.url ?? '';

  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'waypost-zones-'));
    gateway = await startGateway({ folder });
    client = await signIn(url(), { apiKey: TEST_KEY });
    for (const [index, id] of ['bus-1', 'bus-2', 'bus-3'].entries()) {
      await client.call('POST', '/api/devices', { id });
      await move(id, [YARD[0] + 0.02 + index / 1_000, YARD[1]], 60 - index);
    }
  });
  after(async () => {
    await gateway?.end('SIGTERM');
    killAll();
    rmSync(folder, { recursive: true, force: true });
  });

  /** `age`: of the fix, s */
  async function move(id: string, [longitude, latitude]: Position, age: number): Promise<void> {
    const dateTime = new Date(clock.now() - age * SECOND).toISOString();
    await client.call('POST', `/api/devices/${id}/locations`, { dateTime, latitude, longitude });
  }
  const zones = async (): Promise<readonly StoredZone[]> =>
    (await client.call('GET', '/api/zones')).body.zones as readonly StoredZone[];
  async function zoneOf(name: string): Promise<StoredZone> {
    const found = (await zones()).find((zone) => zone.name === name);
    if (found === undefined) throw new Error(`no zone is named ${name}`);
    return found;
  }
  async function open(path: string, viewport = { width: 1280, height: 900 }): Promise<Page> {
    const { page } = await browser.open({ viewport, locale: 'en-GB' });
    await page.addInitScript(`sessionStorage.setItem('waypost.token', ${JSON.stringify(client.token)})`);
    await page.goto(`${url()}/#${path}`);
    await page.locator('h1').waitFor();
    return page;
  }
  /** A place on the map, as shares of its size; the map has its position once it has the devices. */
  async function onMap(page: Page, x: number, y: number): Promise<[number, number]> {
    const box = await page.locator('.map').boundingBox();
    if (box === null) throw new Error('the page has no map');
    return [box.x + box.width * x, box.y + box.height * y];
  }
  async function newZone(kind: string): Promise<Page> {
    const page = await open('/zones/new');
    await page.getByRole('button', { name: kind }).click();
    await page.locator('.map.is-drawing').waitFor();
    await page.waitForFunction(`document.querySelector('.leaflet-control-scale-line')?.textContent.endsWith(' m')`);
    await page.locator('.map').scrollIntoViewIfNeeded();
    return page;
  }
  async function save(page: Page, name: string): Promise<StoredZone> {
    await page.getByLabel('Name').fill(name);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.waitForURL(/#\/zones$/);
    return zoneOf(name);
  }
  async function click(page: Page, places: readonly (readonly [number, number])[]): Promise<void> {
    for (const [x, y] of places) await page.mouse.click(...(await onMap(page, x, y)), { delay: 20 });
  }
  async function drag(page: Page, from: readonly [number, number], to: readonly [number, number]): Promise<void> {
    await page.mouse.move(...(await onMap(page, ...from)));
    await page.mouse.down();
    await page.mouse.move(...(await onMap(page, (from[0] + to[0]) / 2, (from[1] + to[1]) / 2)), { steps: 4 });
    await page.mouse.move(...(await onMap(page, ...to)), { steps: 4 });
    await page.mouse.up();
  }

  it('a circle is drawn by a drag from its center to its edge', async () => {
    const page = await newZone('Circle');
    await drag(page, [0.5, 0.5], [0.7, 0.5]);
    const radius = await page.getByLabel('Radius (m)').inputValue();
    const { shape } = await save(page, 'Circle by drag');
    if (shape.type !== 'circle') throw new Error(`it is a ${shape.type}`);
    expect(shape.radius).to.equal(Number(radius)).and.above(10);
    expect(shape.center[0]).to.be.closeTo(YARD[0] + 0.021, 0.01);
  });

  it('a polygon is drawn by clicks, its points are undone, moved, added and deleted', async () => {
    const page = await newZone('Polygon');
    const handles = page.locator('.zone-handle:not(.zone-handle-middle)');
    await click(page, [
      [0.3, 0.3],
      [0.7, 0.3],
      [0.7, 0.7],
      [0.5, 0.8],
      [0.3, 0.7],
    ]);
    await page.getByRole('button', { name: 'Undo' }).click();
    await eventually('the last point is gone', async () => (await handles.count()) === 4);
    // The first point closes it.
    await click(page, [[0.3, 0.3]]);
    await page.locator('.map:not(.is-drawing)').waitFor();
    const drawn = await save(page, 'Polygon by clicks');
    const [ring = []] = (drawn.shape as Polygon).coordinates;
    expect(ring).to.have.lengthOf(5);

    await page.getByRole('link', { name: 'Polygon by clicks' }).click();
    const middles = page.locator('.zone-handle-middle');
    await middles.first().waitFor();
    expect(await middles.count()).to.equal(4);
    const box = await middles.first().boundingBox();
    if (box === null) throw new Error('the handle has no place');
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width / 2, box.y - 40, { steps: 5 });
    await page.mouse.up();
    await eventually('the point is added', async () => (await handles.count()) === 5);
    await handles.nth(0).click();
    await page.getByRole('button', { name: 'Delete the selected point' }).click();
    await eventually('the point is deleted', async () => (await handles.count()) === 4);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved.').waitFor();
    const [changed = []] = ((await zoneOf('Polygon by clicks')).shape as Polygon).coordinates;
    expect(changed).to.have.lengthOf(5);
    expect(changed).to.deep.include(ring[2]).and.not.deep.include(ring[0]);
  });

  it('a corridor is drawn by clicks with its width', async () => {
    const page = await newZone('Corridor');
    await click(page, [
      [0.3, 0.6],
      [0.5, 0.4],
      [0.7, 0.6],
    ]);
    await page.getByLabel('Width (m)').fill('75');
    const { shape } = await save(page, 'Corridor by clicks');
    if (shape.type !== 'corridor') throw new Error(`it is a ${shape.type}`);
    expect(shape.width).to.equal(75);
    expect(shape.coordinates).to.have.lengthOf(3);
  });

  it('a zone is drawn on a telephone by keyboard alone, across the antimeridian, without sideways scrolling', async () => {
    const page = await open('/zones/new', { width: 390, height: 844 });
    await page.getByLabel('Name').fill('Date line');
    for (const [latitude, longitude] of [
      [-17, 179],
      [-17, -179],
      [-18, -179],
      [-18, 179],
    ] as const) {
      await page.getByLabel('Latitude', { exact: true }).fill(String(latitude));
      await page.getByLabel('Longitude', { exact: true }).fill(String(longitude));
      await page.keyboard.press('Enter');
    }
    await page.locator('.zone-points li').nth(3).waitFor();
    await page.getByLabel('Point 1, Latitude').fill('-16.5');
    const overflow = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
    expect(overflow).to.be.at.most(0);
    expect(await accessibilityViolations(page)).to.deep.equal([]);
    await page.getByRole('button', { name: 'Save' }).press('Enter');
    await page.waitForURL(/#\/zones$/);
    expect((await zoneOf('Date line')).shape).to.deep.equal({
      type: 'polygon',
      coordinates: [
        [
          [179, -16.5],
          [-179, -17],
          [-179, -18],
          [179, -18],
          [179, -16.5],
        ],
      ],
    });
  });

  it('what was typed stays when saving fails, and two people who edit a zone learn of each other', async () => {
    const page = await open('/zones');
    await page.getByRole('link', { name: 'Circle by drag' }).click();
    await page.getByLabel('Name').fill('Date line');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText(/already exists/).waitFor();
    expect(await page.getByLabel('Name').inputValue()).to.equal('Date line');
    await page.getByLabel('Name').fill('Mine');
    const { id } = await zoneOf('Circle by drag');
    await client.call('PATCH', `/api/zones/${id}`, { description: 'theirs' });
    await page.getByText('Another user has changed this zone meanwhile.').waitFor();
    await page.getByRole('button', { name: 'Save' }).click();
    await page
      .getByRole('alert')
      .getByText(/Another user has changed it/)
      .waitFor();
    await page.getByRole('button', { name: 'Keep mine' }).click();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved.').waitFor();
    expect((await zoneOf('Mine')).id).to.equal(id);
  });

  it('the map and a wall screen count the devices in the home zone, live, and a click filters by it', async () => {
    const page = await open('/map');
    await page.locator('.map-list ul').waitFor();
    expect(await page.locator('.home-filter').count()).to.equal(0);
    const shape = { type: 'circle', center: YARD, radius: 200 };
    await client.call('POST', '/api/zones', { name: 'Yard', home: true, shape });
    const inside = page.getByRole('button', { name: /^Yard: / });
    await inside.getByText('Yard: 0 of 3').waitFor();
    await move('bus-2', YARD, 10);
    await inside.getByText('Yard: 1 of 3').waitFor();
    await inside.click();
    await page.locator('.map-list ul[data-total="1"]').waitFor();
    await page.getByRole('button', { name: 'Show bus-2 on the map' }).click();
    await page.locator('.map-card').getByText('Yard').waitFor();
    await page.getByRole('button', { name: 'Outside: 2' }).click();
    await page.locator('.map-list ul[data-total="2"]').waitFor();
    const { body } = await client.call('POST', '/api/displays', { name: 'Gate' });
    const { page: wall } = await browser.open();
    await wall.goto(url() + String(body.path));
    await wall.locator('.wall-side').getByText('Yard: 1 of 3').waitFor();
    await move('bus-3', YARD, 5);
    await wall.locator('.wall-side').getByText('Yard: 2 of 3').waitFor();
    await move('bus-2', [YARD[0] + 0.005, YARD[1]], 4);
    await wall.locator('.wall-side').getByText('Yard: 1 of 3').waitFor();
  });

  it('the list shows why a zone stays, deletes another one, and imports and exports files', async () => {
    const { id } = await zoneOf('Yard');
    const rule = { name: 'Closed at night', type: 'zone', zones: [id], all: true };
    const created = await client.call('POST', '/api/alertRules', rule);
    expect(created.status).to.equal(201);
    const page = await open('/zones');
    const remove = async (name: string): Promise<void> => {
      await page.getByRole('button', { name: `Delete: ${name}` }).click();
      await page.getByRole('button', { name: 'Delete', exact: true }).click();
    };
    await remove('Yard');
    await page
      .getByRole('row', { name: /^Yard/ })
      .getByText(/Closed at night/)
      .waitFor();
    await remove('Mine');
    await page.getByRole('link', { name: 'Mine' }).waitFor({ state: 'detached' });
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export as GeoJSON' }).click();
    expect((await download).suggestedFilename()).to.equal('zones.geojson');
    const feature = {
      type: 'Feature',
      properties: { name: 'From a file', radius: 50 },
      geometry: { type: 'Point', coordinates: YARD },
    };
    const choose = (geojson: object): Promise<void> =>
      page.getByLabel('Import zones').setInputFiles({
        name: 'zones.geojson',
        mimeType: '',
        buffer: Buffer.from(JSON.stringify(geojson)),
      });
    await choose({ ...feature, properties: { name: 'No radius' } });
    await page.getByText(/radius is missing/).waitFor();
    await choose(feature);
    await page.getByText('Zones imported: 1.').waitFor();
    expect((await zoneOf('From a file')).shape).to.include({ type: 'circle', radius: 50 });
    await page.getByRole('link', { name: 'From a file' }).waitFor();
  });

  it('zones are drawn on the map, also across the antimeridian, and a switch hides them', async () => {
    const center: Position = [179.9, -17];
    await client.call('POST', '/api/zones', {
      name: 'Fiji',
      color: '#ff0000',
      shape: { type: 'circle', center, radius: 400_000 },
    });
    const { id } = await zoneOf('Fiji');
    const page = await open(`/zones/${id}`);
    // Pixels of the color, left and right of the middle of the map, where the antimeridian is.
    const red = `(() => {
      const sides = [0, 0];
      for (const canvas of document.querySelectorAll('canvas.map-overlay')) {
        const { data, width } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
        for (let at = 0; at < data.length; at += 4)
          if (data[at] > 200 && data[at + 1] < 60 && data[at + 3] > 200) sides[(at / 4) % width < width / 2 ? 0 : 1]++;
      }
      return sides;
    })()`;
    const sides = async (): Promise<readonly number[]> => page.evaluate<number[]>(red);
    await eventually('both sides are drawn', async () => (await sides()).every((pixels) => pixels > 300));
    const [left = 0, right = 0] = await sides();
    expect(left / right).to.be.within(0.9, 1.1);
    await page.goto(`${url()}/#/zones/new`);
    const zoneSwitch = page.getByRole('button', { name: 'Zones', exact: true });
    await zoneSwitch.click();
    expect(await zoneSwitch.getAttribute('aria-pressed')).to.equal('false');
    await page.reload();
    expect(await zoneSwitch.getAttribute('aria-pressed')).to.equal('false');
  });
});
