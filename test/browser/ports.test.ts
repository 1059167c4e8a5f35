import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { createApp, type App } from '../../src/app.js';
import { valueOf } from '../../src/errors.js';
import { silentLogger } from '../../src/logger.js';
import { validateConfig } from '../../src/schema/config/config.js';
import { jsonLine } from '../../src/simulator/json/line.js';
import { openVirtualPort, type VirtualPort } from '../../src/simulator/ports/virtual-port.js';
import { createClock } from '../../src/time/clock.js';
import { createVehicle } from '../../src/simulator/vehicle.js';
import { TEST_KEY } from '../support/gateway/gateway.js';
import { createDeviceTree } from '../support/serial/device-tree.js';
import { accessibilityViolations, signInTo, useBrowser, type WatchedPage } from './browser.js';

const NAME = 'by-id/usb-FTDI_FT232R_USB_UART_A50285BI-if00-port0';
const CONFIGURED = 24;

describe('ports in a browser', () => {
  const browser = useBrowser();
  const vehicle = createVehicle({ seed: 3 });
  let folder = '';
  let url = '';
  let app: App | undefined;
  let line: VirtualPort;
  let sending: NodeJS.Timeout;
  let sent = 0;

  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'waypost-ports-'));
    mkdirSync(join(folder, 'data'));
    const tree = createDeviceTree(folder);
    line = openVirtualPort(join(folder, 'tracker'));
    tree.plugUsb({ name: 'ttyUSB0', target: line.path });
    tree.link(NAME, 'ttyUSB0');
    const ports = Array.from({ length: CONFIGURED }, (_, n) => ({
      path: join(tree.roots.dev, `ttyACM${n}`),
      protocol: 'json',
      name: `gate ${n + 1}`,
      enabled: n > 0,
    }));
    const config = { http: { host: '127.0.0.1', port: 0 }, serial: { ports } };
    app = await createApp(
      {
        config: valueOf(validateConfig(config)),
        configured: new Set(['serial.scan']),
        data: join(folder, 'data'),
        adminApiKey: TEST_KEY,
      },
      { logger: silentLogger, systemPaths: tree.roots },
    );
    url = `http://127.0.0.1:${(await app.start()).port}`;
    sending = setInterval(() => {
      sent += 1;
      const location = vehicle.fixAt(createClock().now());
      void line.write(jsonLine({ id: sent, deviceId: 'van-1', location }, { checked: true })).catch(() => undefined);
    }, 500);
  });
  after(async () => {
    clearInterval(sending);
    line.close();
    await app?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  async function shoot({ page }: WatchedPage, name: string): Promise<void> {
    const shots = process.env.WAYPOST_SCREENSHOTS;
    if (shots !== undefined) await page.screenshot({ path: `${shots}${name}.png` });
  }

  /** Accessible, and not wider than a phone. */
  async function expectFit(watched: WatchedPage, name: string): Promise<void> {
    const { page } = watched;
    await shoot(watched, name);
    expect(await accessibilityViolations(page), name).to.deep.equal([]);
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await page.evaluate<number>('document.documentElement.scrollWidth'), name).to.be.at.most(390);
    await shoot(watched, `${name}-phone`);
    await page.setViewportSize({ width: 1440, height: 900 });
  }

  it('a device that is plugged in becomes a named port, and the fix of its tracker appears on the map', async () => {
    const watched = await browser.open({ viewport: { width: 1440, height: 900 } });
    const { page, hosts, complaints } = watched;
    await signInTo(page, url, { path: '/ports' });
    const plugged = page.getByRole('region', { name: 'Plugged in, not used' });
    await plugged.getByText('FTDI FT232R USB UART').waitFor();
    await expectFit(watched, 'plugged');
    await plugged.getByRole('button', { name: /^Use this port: / }).click();
    await plugged.getByLabel('Name').fill('socket 3');
    await expectFit(watched, 'use');
    await plugged.getByRole('button', { name: 'Use this port', exact: true }).click();

    const row = page.getByRole('row').filter({ hasText: 'socket 3' });
    await row.getByText('Open', { exact: true }).waitFor();
    await plugged.waitFor({ state: 'detached' });
    await row.getByText('json').waitFor();
    await row.locator('summary').filter({ hasText: 'frames' }).click();
    await row.getByText(/^records · [\d,]+ frames · [\d,]+ bytes$/).waitFor();
    await expectFit(watched, 'counters');
    await row.locator('summary').filter({ hasText: 'frames' }).click();
    await row.getByRole('button', { name: 'Listen to socket 3' }).click();
    await page.getByRole('log').getByText('van-1').first().waitFor();
    await row.getByRole('button', { name: 'Settings of socket 3' }).click();
    await expectFit(watched, 'listen');

    await page.goto(`${url}/#/map`);
    await page.getByText('1 new tracker').waitFor();
    await expectFit(watched, 'map-note');
    await page.getByRole('link', { name: 'Adopt' }).click();
    await page.getByRole('button', { name: 'Adopt van-1' }).click();
    await page.getByRole('button', { name: 'Adopt', exact: true }).and(page.locator('[type=submit]')).click();
    await page.getByText('Adopted van-1').waitFor();
    await page.goto(`${url}/#/map`);
    await page.getByRole('button', { name: 'Show van-1 on the map' }).waitFor();
    await shoot(watched, 'map');
    // The browser itself notes each answer of 401.
    expect(complaints.filter((one) => !one.includes('401'))).to.deep.equal([]);
    expect([...hosts]).to.deep.equal([new URL(url).host]);
  });

  it('twenty ports fit on a screen of 900 px, those of the configuration without settings to change', async () => {
    const watched = await browser.open({ viewport: { width: 1440, height: 900 } });
    const { page } = watched;
    await signInTo(page, url, { path: '/ports' });
    const row = (name: string) => page.getByRole('row').filter({ has: page.getByText(name, { exact: true }) });
    await row('gate 1').getByText('Disabled', { exact: true }).waitFor();
    expect(
      await row('gate 1')
        .getByRole('button', { name: /^Settings/ })
        .count(),
    ).to.equal(0);
    await shoot(watched, 'many');
    const { height = Infinity } = (await row('gate 1').boundingBox()) ?? {};
    expect(height).to.be.at.most(39);
  });

  it('a click on a head sorts the ports, and another one turns them round', async () => {
    const { page } = await browser.open();
    await signInTo(page, url, { path: '/ports' });
    const first = page.locator('.rows tbody tr').first();
    await first.waitFor();
    await page.getByRole('button', { name: 'Port', exact: true }).click();
    await first.getByText('gate 1', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Port', exact: true }).click();
    await first.getByText('socket 3', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'State', exact: true }).click();
    await first.getByText('Absent', { exact: true }).waitFor();
    expect(await page.locator('[aria-sort=ascending]').textContent()).to.equal('State');
  });

  it('a port is disabled and removed from the page', async () => {
    const watched = await browser.open({ viewport: { width: 1440, height: 900 } });
    const { page, complaints } = watched;
    await signInTo(page, url, { path: '/ports' });
    const row = page.getByRole('row').filter({ has: page.getByText('socket 3', { exact: true }) });
    await row.getByRole('button', { name: 'Settings of socket 3' }).click();
    await page.getByRole('button', { name: 'Disable', exact: true }).click();
    await row.getByText('Disabled', { exact: true }).waitFor();
    await row.getByRole('button', { name: 'Settings of socket 3' }).click();
    await page.getByRole('button', { name: 'Delete socket 3' }).click();
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await page.getByRole('region', { name: 'Plugged in, not used' }).waitFor();
    expect(await row.count()).to.equal(0);
    expect(complaints.filter((one) => !one.includes('401'))).to.deep.equal([]);
  });
});
