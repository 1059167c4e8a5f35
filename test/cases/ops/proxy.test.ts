import { once } from 'node:events';
import { get as httpGet, type IncomingMessage } from 'node:http';
import { expect } from 'chai';
import { startReverseProxy } from '../../support/api/reverse-proxy.js';
import { opsCase } from '../../support/cases/ops-case.js';
import { useApp } from '../../support/gateway/app.js';

describe('the gateway behind a reverse proxy, below a path', () => {
  const app = useApp({ config: { http: { trustedProxies: ['127.0.0.0/8', '10.1.0.0/16'] } } });
  let proxy = '';
  before(async () => {
    proxy = (await startReverseProxy(app.port())).url;
  });
  const auth = (): Record<string, string> => ({ Authorization: `Bearer ${app.admin().token}` });
  let names = 0;
  /** Each with a name of its own, because names have limits too. */
  const guess = async (forwardedFor: string, base = `${proxy}/waypost`): Promise<number> => {
    const headers = { 'Content-Type': 'application/json', 'X-Forwarded-For': forwardedFor };
    const body = JSON.stringify({ userName: `stranger-${(names += 1)}`, apiKey: 'wrong-wrong-wrong' });
    return (await fetch(`${base}/api/Auth/Token`, { method: 'POST', headers, body })).status;
  };

  it('K13a: the page and everything that it loads are there, and none is asked from the root of the proxy', async () => {
    expect(opsCase('K13a').input).to.have.property('proxy');
    const seen = new Set<string>();
    const failed: string[] = [];
    async function load(address: string): Promise<string> {
      if (seen.has(address)) return '';
      seen.add(address);
      const response = await fetch(address);
      if (response.status !== 200 || !address.startsWith(`${proxy}/waypost/`)) failed.push(address);
      return response.text();
    }
    const page = await load(`${proxy}/waypost/`);
    for (const [, path = ''] of page.matchAll(/(?:src|href)="([^"]+)"/g)) {
      const address = new URL(path, `${proxy}/waypost/`).href;
      const text = await load(address);
      // Chunks, and what a style or the manifest names, are relative to their own file.
      const named = address.endsWith('.js')
        ? text.matchAll(/(?:from|import\()\s*"(\.\/[^"]+)"/g)
        : text.matchAll(/url\("?([^")]+)"?\)|"src": "([^"]+)"|"start_url": "([^"]+)"/g);
      if (!/\.(?:js|css|webmanifest)$/.test(address)) continue;
      for (const [, ...names] of named) await load(new URL(names.join(''), address).href);
      if (address.endsWith('.js')) expect(text).to.not.match(/["'`]\/app\//);
    }
    const docs = await load(`${proxy}/waypost/docs`);
    for (const [, path = ''] of docs.matchAll(/(?:src|href)="(?!data:)([^"]+)"/g))
      await load(new URL(path, `${proxy}/waypost/docs`).href);
    expect(failed).to.deep.equal([]);
    expect(seen.size).to.be.above(20);
  });

  it('K13p0: events pass a proxy that buffers at once, because they say that it must not', async () => {
    expect(opsCase('K13p0').input).to.have.property('request');
    const asking = httpGet(`${proxy}/waypost/api/events`, { headers: { ...auth(), 'Accept-Encoding': 'gzip' } });
    const [answer] = (await once(asking, 'response')) as [IncomingMessage];
    expect(answer.headers).to.include({ 'x-accel-buffering': 'no' }).and.to.not.have.property('content-encoding');
    await app.call('POST', '/api/devices', { id: 'proxied' });
    let text = '';
    for await (const piece of answer) if ((text += String(piece)).includes('proxied')) break;
    expect(text).to.contain('proxied');
    asking.destroy();
  });

  it('the client of a trusted proxy counts for limits, and what a stranger puts before it does not', async () => {
    const statuses: number[] = [];
    for (let count = 0; count < 11; count += 1) statuses.push(await guess('192.0.2.1, 10.1.2.3'));
    expect(statuses.at(-1)).to.equal(429);
    expect(await guess('192.0.2.2')).to.equal(401);
    expect(await guess('192.0.2.3, 192.0.2.1'), 'a stranger invents the part before').to.equal(429);
    expect(await guess('[2001:db8::7]:443')).to.equal(401);
    expect(await guess('not an address'), 'the address of the proxy stays').to.equal(401);
  });
});

describe('the gateway without trusted proxies', () => {
  const app = useApp();

  it('the header of a client has no effect', async () => {
    const statuses: number[] = [];
    for (let count = 0; count < 11; count += 1) {
      const headers = { 'Content-Type': 'application/json', 'X-Forwarded-For': `192.0.2.${count}` };
      const body = JSON.stringify({ userName: `stranger-${count}`, apiKey: 'wrong-wrong-wrong' });
      const response = await fetch(`${app.url()}/api/Auth/Token`, { method: 'POST', headers, body });
      statuses.push(response.status);
      expect(await response.json()).to.have.property('success', false);
    }
    expect(statuses.at(-1)).to.equal(429);
  });
});
