import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { signIn, type Client } from '../support/api/client.js';
import { eventually } from '../support/gateway/eventually.js';
import { useFolder } from '../support/store/folder.js';
import { startGateway, TEST_KEY, type Gateway } from '../support/gateway/gateway.js';
import { killAll } from '../support/gateway/waypost.js';
import { createFakeClock } from '../support/time/faketime.js';

describe('a machine that starts in 1970', () => {
  const folder = useFolder();
  let gateway: Gateway;
  let client: Client;

  const fakeClock = createFakeClock(folder);
  const start = async (): Promise<void> => {
    gateway = await startGateway({
      folder: folder(),
      config: { timeZone: 'UTC' },
      env: fakeClock.env(),
    });
    client = await signIn(gateway.url, { apiKey: TEST_KEY });
  };
  const clock = async () => (await client.call('GET', '/api/clock')).body;
  const days = (): string[] => {
    const log = join(folder(), 'data', 'log');
    const text = readdirSync(log).map((name) => readFileSync(join(log, name), 'utf8'));
    return [...text.join('').matchAll(/"kind":"day","v":\{"date":"([^"]+)"/g)].map(([, date]) => date ?? '');
  };

  afterEach(killAll);

  it('data is accepted, no date is announced, and records get their right time once the clock is set', async () => {
    fakeClock.set('1970-01-01 00:00:10');
    await start();
    expect(await clock()).to.include({ quality: 'none', nextMidnight: null });
    expect((await client.call('GET', '/api/health')).body.status).to.equal('degraded');
    await client.call('POST', '/api/devices', { id: 'bus' });
    await client.call('POST', '/api/devices/bus/alerts', { alertName: 'SOSButton' });
    expect(days()).to.deep.equal([]);

    fakeClock.set('2027-03-27 23:59:30');
    await eventually('the clock is trusted', async () => (await clock()).quality !== 'none');
    await eventually('the date is announced', () => days().length > 0);
    expect(days()).to.deep.equal(['2027-03-27']);
    const range = '?from=2027-03-27T00:00:00Z&to=2027-03-28T12:00:00Z';
    const alerts = async () => (await client.call('GET', `/api/devices/bus/alerts${range}`)).body.alerts as object[];
    // The entry of the date can be read from the file before it is synced; the entries before it are folded.
    await eventually('the alert has that date', async () => (await alerts()).length > 0);
    expect((await alerts()).map((alert) => 'restamped' in alert)).to.deep.equal([true]);

    await eventually('the next date is announced', () => days().length > 1);
    fakeClock.set('2027-03-27 22:00:00');
    await eventually('the clock is untrusted', async () => (await clock()).quality === 'none');
    expect(await clock()).to.include({ localDate: '2027-03-28' });
    fakeClock.set('2027-03-29 10:00:00');
    await eventually('the third date is announced', () => days().length > 2);
    expect(await gateway.end('SIGTERM')).to.equal(0);
    expect(days()).to.deep.equal(['2027-03-27', '2027-03-28', '2027-03-29']);
    await start();
    expect(await clock()).to.include({ localDate: '2027-03-29' });
    expect(await gateway.end('SIGTERM')).to.equal(0);
    expect(days()).to.have.lengthOf(3);
  });
});
