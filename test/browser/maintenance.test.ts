import { randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { signIn } from '../support/api/client.js';
import { eventually } from '../support/gateway/eventually.js';
import { freePort } from '../support/gateway/free-port.js';
import { startGateway, TEST_KEY, type Gateway } from '../support/gateway/gateway.js';
import { pmtilesOf } from '../support/map/pmtiles.js';
import { pngOf } from '../support/map/png.js';
import { killAll } from '../support/gateway/waypost.js';
import { accessibilityViolations, signInTo, useBrowser } from './browser.js';

const archive = pmtilesOf({ tiles: [{ z: 0, x: 0, y: 0, bytes: pngOf([200, 0, 0]) }], type: 2 });
const PART_BYTES = 1_048_576;
const ARCHIVE_BYTES = 10 * PART_BYTES;

describe('the maintenance page in a browser', () => {
  const browser = useBrowser();
  let folder = '';
  let gateway: Gateway | undefined;
  const data = (name: string): string => join(folder, 'data', name);

  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'waypost-maintenance-'));
    gateway = await startGateway({ folder });
  });
  after(() => {
    killAll();
    rmSync(folder, { recursive: true, force: true });
  });

  it('an administrator uploads a map, a picture of the yard and a backup, and sees the log', async () => {
    const { page, complaints } = await browser.open({ viewport: { width: 1440, height: 900 } });
    await signInTo(page, gateway?.url ?? '', { path: '/maintenance' });
    const upload = (label: string, name: string, buffer: Buffer): Promise<void> =>
      page
        .locator('section', { has: page.getByRole('button', { name: label }) })
        .locator('input[type=file]')
        .setInputFiles({ name, mimeType: 'application/octet-stream', buffer });

    await upload('Choose an archive', 'region.pmtiles', archive);
    await page.getByText('region.pmtiles was accepted.').waitFor();
    expect(readFileSync(data('map.pmtiles')).equals(archive)).to.equal(true);

    await upload('Choose a picture', 'notes.png', Buffer.from('this is no picture'));
    await page.getByText('the file is not a PNG, JPEG or WebP picture').first().waitFor();
    await upload('Choose a picture', 'yard.png', pngOf([0, 120, 40]));
    await page.getByLabel('Latitude of the center').fill('52.7');
    await page.getByLabel('Longitude of the center').fill('5.7');
    await page.getByRole('button', { name: 'Place on the map' }).click();
    await page.getByText('Placed.').waitFor();

    const downloading = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download a backup' }).click();
    const backup = readFileSync(await (await downloading).path());
    await upload('Choose a backup', 'depot.gz', backup);
    await page.getByText('replaces the present data at the next start').first().waitFor();
    expect(existsSync(data('files/restore/backup'))).to.equal(true);
    await page.getByText('file-changed').first().waitFor();

    expect(await accessibilityViolations(page)).to.deep.equal([]);
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await page.evaluate('document.documentElement.scrollWidth')).to.be.at.most(390);

    await page.getByRole('button', { name: 'Cancel the restore' }).click();
    await page.getByRole('group').getByRole('button', { name: 'Cancel the restore' }).click();
    await page.getByRole('button', { name: 'Cancel the restore' }).waitFor({ state: 'detached' });
    expect(existsSync(data('files/restore'))).to.equal(false);
    // The browser itself notes each answer of 401.
    expect(complaints.filter((one) => !one.includes('401'))).to.deep.equal([]);
    const client = await signIn(gateway?.url ?? '', { apiKey: TEST_KEY });
    const { body } = await client.call('GET', '/api/map/yard');
    expect(body.yard).to.deep.include({ width: 256, height: 256 });
  });

  it('an upload goes on where it stopped: after a kill of the gateway, and when the same file is chosen again', async () => {
    const picture = Buffer.concat([pngOf([0, 0, 200]), randomBytes(ARCHIVE_BYTES)]);
    const file = join(folder, 'large.pmtiles');
    writeFileSync(file, pmtilesOf({ tiles: [{ z: 0, x: 0, y: 0, bytes: picture }], type: 2 }));
    const port = await freePort();
    const start = () => startGateway({ folder, arguments: ['--port', String(port)] });
    await gateway?.end('SIGTERM');
    gateway = await start();
    const offsets: number[] = [];
    const choose = async (page: Page): Promise<void> => {
      await page
        .locator('section', { has: page.getByRole('button', { name: 'Choose an archive' }) })
        .locator('input[type=file]')
        .setInputFiles(file);
    };
    /** Keeps each part that the page sends waiting while `beforePart` runs. */
    async function open(beforePart: (offset: number) => Promise<void>): Promise<Page> {
      const { page } = await browser.open();
      await page.route(/\/api\/uploads\/.*offset=/, async (route) => {
        const offset = Number(new URL(route.request().url()).searchParams.get('offset'));
        await beforePart(offset);
        offsets.push(offset);
        await route.continue();
      });
      await signInTo(page, `http://127.0.0.1:${port}`, { path: '/maintenance' });
      return page;
    }

    const [killAt, closeAt] = [ARCHIVE_BYTES * 0.3, ARCHIVE_BYTES * 0.6];
    let [wasKilled, isClosing] = [false, false];
    const first = await open(async (offset) => {
      if (offset >= killAt && !wasKilled) {
        wasKilled = true;
        await gateway?.end('SIGKILL');
      }
      // The part is never sent.
      if (offset >= closeAt) await new Promise(() => (isClosing = true));
    });
    await choose(first);
    await first.getByText(/No connection\. large\.pmtiles continues from/).waitFor();
    gateway = await start();
    await eventually('the second part of the file is sent', () => Promise.resolve(isClosing));
    await first.close();
    expect(offsets.filter((offset) => offset === 0)).to.have.lengthOf(1);

    const second = await open(() => Promise.resolve());
    await choose(second);
    await second.getByText('large.pmtiles was accepted.').waitFor();
    expect(offsets.filter((offset) => offset === 0)).to.have.lengthOf(1);
    // A gateway that was killed may not have stored the last part.
    const isFurther = (offset: number, index: number): boolean => offset >= (offsets[index - 1] ?? 0) - PART_BYTES;
    expect(offsets.filter(isFurther)).to.deep.equal(offsets);
    expect(readFileSync(data('map.pmtiles')).equals(readFileSync(file))).to.equal(true);
  });
});
