import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { eventually } from '../support/gateway/eventually.js';
import { killAll } from '../support/gateway/waypost.js';
import { report, startListeningGateway, type ListeningGateway } from '../support/serial/listening-gateway.js';
import { accessibilityViolations, signInTo, useBrowser, type WatchedPage } from './browser.js';

const CONNECTIONS = 120;

describe('the listeners on the ports page in a browser', () => {
  const browser = useBrowser();
  let folder = '';
  let bench: ListeningGateway;
  const url = (): string => bench.gateway.url;
  const connectionsPath = (path: string): string => `/ports/${encodeURIComponent(path)}/connections`;

  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'waypost-listeners-'));
    bench = await startListeningGateway(folder);
    const ids = ['van', undefined, ...Array.from({ length: CONNECTIONS - 3 }, (_, n) => `tracker-${n}`), 'van'];
    for (const [n, id] of ids.entries()) await report(bench.connect(`127.0.0.${2 + (n % 2)}`), id);
    const refused = bench.connect('127.0.0.9');
    await eventually('the address that is not allowed is refused', refused.isClosed);
  });
  after(async () => {
    await bench.close();
    killAll();
    rmSync(folder, { recursive: true, force: true });
  });

  function expectNoComplaints({ hosts, complaints }: WatchedPage): void {
    expect(complaints).to.deep.equal([]);
    expect([...hosts]).to.deep.equal([new URL(url()).host]);
  }

  async function shoot({ page }: WatchedPage, name: string): Promise<void> {
    const shots = process.env.WAYPOST_SCREENSHOTS;
    if (shots !== undefined) await page.screenshot({ path: `${shots}${name}.png`, fullPage: true });
  }

  /** Accessible, and not wider than a phone. */
  async function expectFit(watched: WatchedPage, name: string): Promise<void> {
    const { page } = watched;
    expect(await accessibilityViolations(page), name).to.deep.equal([]);
    await shoot(watched, name);
    await page.setViewportSize({ width: 390, height: 780 });
    expect(await page.evaluate<number>('document.documentElement.scrollWidth'), name).to.be.at.most(390);
    await shoot(watched, `${name}-phone`);
    await page.setViewportSize({ width: 1280, height: 800 });
  }

  const languages = {
    'en-GB': {
      row: ['Open', 'over TCP', '120 of 2,000 connections', '1 refused: address not allowed', 'second address'],
      conflict: 'device van reports from 127.0.0.2 and 127.0.0.3: both are stored',
      busy: ['Failed', 'is in use by another program'],
      udp: '0 recent senders',
    },
    'es-ES': {
      row: ['Abierto', 'por TCP', '120 de 2000 conexiones', '1 rechazada: dirección no permitida', 'segunda dirección'],
      conflict: 'el dispositivo van informa desde 127.0.0.2 y 127.0.0.3: se guardan ambos',
      busy: ['Fallido', 'está en uso por otro programa'],
      udp: '0 emisores recientes',
    },
  };
  for (const [locale, texts] of Object.entries(languages)) {
    it(`a row has state, transport, connections, refusals and conflicts of its listener (${locale})`, async () => {
      const watched = await browser.open({ locale });
      const { page } = watched;
      await signInTo(page, url(), { path: '/ports' });
      const rowOf = (path: string) => page.getByRole('row').filter({ hasText: path });
      for (const text of [...texts.row, texts.conflict]) await rowOf(bench.paths.tcp).getByText(text).waitFor();
      for (const text of texts.busy) await rowOf(bench.paths.busy).getByText(text).waitFor();
      await rowOf(bench.paths.udp).getByText(texts.udp).waitFor();
      expect(await page.getByText('bit/s').count()).to.equal(0);
      await expectFit(watched, `listeners-${locale}`);
      expectNoComplaints(watched);
    });
  }

  it('the connections of a listener are shown page by page, with the keyboard alone', async () => {
    const watched = await browser.open();
    const { page } = watched;
    await signInTo(page, url(), { path: '/ports' });
    await page.getByRole('link', { name: `connections, ${bench.paths.tcp}` }).press('Enter');
    await page.getByRole('heading', { name: `Connections of ${bench.paths.tcp}` }).waitFor();
    const heading = (name: string) => page.getByRole('heading', { name });
    await heading('Page 1: 100 connections').waitFor();
    expect(await page.getByRole('row').count()).to.equal(101);
    const first = page.getByRole('row').filter({ hasText: 'Van' });
    await first.getByRole('link', { name: 'Van' }).waitFor();
    await page.getByRole('row').getByText('not identified').waitFor();
    await page
      .getByRole('row')
      .filter({ hasText: /tracker-0\D/ })
      .getByText('not registered')
      .waitFor();
    await expectFit(watched, 'connections-en-GB');

    const focused = (): Promise<unknown> => page.evaluate('document.activeElement?.textContent');
    await page.getByRole('button', { name: 'Next' }).press('Enter');
    await heading('Page 2: 20 connections').waitFor();
    await eventually('the focus is on the page', async () => (await focused()) === 'Page 2: 20 connections');
    expect(await page.getByRole('row').count()).to.equal(21);
    await page.getByRole('button', { name: 'Next' }).scrollIntoViewIfNeeded();
    await shoot(watched, 'connections-end');
    expect(await page.getByRole('button', { name: 'Next' }).isDisabled()).to.equal(true);
    await page.getByRole('button', { name: 'Previous' }).press('Enter');
    await heading('Page 1: 100 connections').waitFor();
    await page.getByRole('link', { name: 'All ports' }).press('Enter');
    await page.getByRole('row').filter({ hasText: bench.paths.udp }).waitFor();
    expectNoComplaints(watched);
  });

  it('the connections are in the language of the user', async () => {
    const watched = await browser.open({ locale: 'es-ES' });
    const { page } = watched;
    await signInTo(page, url(), { path: connectionsPath(bench.paths.tcp) });
    await page.getByRole('heading', { name: 'Página 1: 100 conexiones' }).waitFor();
    await page.getByText('no identificado').waitFor();
    await expectFit(watched, 'connections-es-ES');
    expectNoComplaints(watched);
  });

  it('a listener without connections has a note, and the first sender appears by itself', async () => {
    const watched = await browser.open();
    const { page } = watched;
    await signInTo(page, url(), { path: connectionsPath(bench.paths.udp) });
    await page.getByText('A tracker appears here as soon as it connects or sends.').waitFor();
    await expectFit(watched, 'connections-empty');
    await bench.sendDatagram('van');
    await page.getByRole('row').filter({ hasText: 'Van' }).waitFor();
    await page.getByRole('heading', { name: '1 connection', exact: true }).waitFor();
    expectNoComplaints(watched);
  });

  it('the connections of an unknown listener are not found', async () => {
    const { page } = await browser.open();
    await signInTo(page, url(), { path: connectionsPath('tcp-listen://127.0.0.1:1') });
    await page.getByText('Not found, or not visible to your account.').waitFor();
  });
});
