import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClock } from '../../src/time/clock.js';
import { signIn, type Client } from '../support/api/client.js';
import { startFirefox, type Firefox } from '../support/firefox/firefox.js';
import { startGateway, TEST_KEY, type Gateway } from '../support/gateway/gateway.js';
import { killAll } from '../support/gateway/waypost.js';
import { createBenchTrackers } from '../support/provisioning/tracker-bench.js';

const PASSWORD = 'a password with spaces';
const TRACKER = '860000000000017';

describe('the dashboard in Firefox', () => {
  const trackers = createBenchTrackers();
  let folder = '';
  let gateway: Gateway | undefined;
  let client: Client;
  let firefox: Firefox;
  let bench = '';

  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'waypost-firefox-test-'));
    bench = trackers.plug({ folder, protocol: 'queclink', deviceId: TRACKER }).path;
    const ports = [{ path: bench, protocol: 'queclink' }];
    [gateway, firefox] = await Promise.all([startGateway({ folder, config: { serial: { ports } } }), startFirefox()]);
    client = await signIn(gateway.url, { apiKey: TEST_KEY });
    await client.call('POST', '/api/devices', { id: 'bus-1', name: 'Bus 1' });
    await client.call('POST', '/api/devices/bus-1/locations', {
      dateTime: new Date(createClock().now()).toISOString(),
      latitude: 52.84,
      longitude: 5.7,
      speed: 8,
    });
    const template = { name: 'Vans', protocol: 'queclink', settings: { sendInterval: 120 } };
    await client.call('POST', '/api/templates', template);
    const account = { name: 'Ana', email: 'ana@depot.example', country: 'ES', timeZone: 'Europe/Madrid' };
    const { body } = await client.call('POST', '/api/users', account);
    await client.call('PUT', `/api/users/${String(body.id)}/password`, { password: PASSWORD });
    console.log(`      Firefox ${firefox.version}`);
  });
  after(async () => {
    await firefox.close();
    await gateway?.end('SIGTERM');
    trackers.stop();
    killAll();
    rmSync(folder, { recursive: true, force: true });
  });

  const hasText = (selector: string, text: string): string =>
    `[...document.querySelectorAll('${selector}')].some((one) => one.textContent.includes(${JSON.stringify(text)}))`;
  const click = (selector: string, text = ''): Promise<unknown> =>
    firefox.evaluate(
      `void [...document.querySelectorAll('${selector}')].find((one) => one.textContent.includes('${text}')).click()`,
    );

  async function signInWith(userName: string, secret: string): Promise<void> {
    await firefox.goto(`${gateway?.url ?? ''}/`);
    await firefox.waitFor("document.querySelector('[name=secret]') !== null");
    await firefox.evaluate(`void (() => {
      document.querySelector('[name=userName]').value = ${JSON.stringify(userName)};
      document.querySelector('[name=secret]').value = ${JSON.stringify(secret)};
      document.querySelector('[type=submit]').click();
    })()`);
    await firefox.waitFor(hasText('h1', 'Map'));
  }

  it('a user signs in with a password, and an administrator with a key', async () => {
    await signInWith('Ana', PASSWORD);
    await click('.top-user button');
    await firefox.waitFor("document.querySelector('[name=secret]') !== null");
    await signInWith('admin', TEST_KEY);
  });

  it('the map draws the live vehicle and the outline of the world', async () => {
    await firefox.waitFor(hasText('.map-list li', 'Bus 1'));
    await firefox.waitFor(`[...document.querySelectorAll('.map canvas')].filter((canvas) => {
      const { width, height } = canvas;
      if (width === 0 || height === 0) return false;
      return canvas.getContext('2d').getImageData(0, 0, width, height).data.some((byte) => byte > 0);
    }).length > 1`);
    await firefox.waitFor("performance.getEntriesByType('resource').some(({ name }) => name.includes('world.json'))");
  });

  it('an alert shows its banner at once', async () => {
    await firefox.waitFor("document.querySelector('.feed-note-live') !== null");
    await client.call('POST', '/api/devices/bus-1/alerts', { alertName: 'SOSButton', text: 'seat 4' });
    await firefox.waitFor(hasText('.attention', 'seat 4'));
  });

  it('a tracker on the bench is verified', async () => {
    await firefox.evaluate("void (location.hash = '/provisioning')");
    await firefox.waitFor(`${hasText('main option', 'Vans')} && ${hasText('main label', bench)}`);
    await firefox.evaluate(`void (() => {
      const option = [...document.querySelectorAll('main option')].find((one) => one.textContent.includes('Vans'));
      option.selected = true;
      option.closest('select').dispatchEvent(new Event('change', { bubbles: true }));
      const label = [...document.querySelectorAll('main label')].find((one) => one.textContent.includes('${bench}'));
      if (!label.querySelector('input').checked) label.querySelector('input').click();
    })()`);
    await click('main button', 'Start');
    await firefox.waitFor(`${hasText('.port-card', 'Verified')} && ${hasText('.port-card', TRACKER)}`);
  });
});
