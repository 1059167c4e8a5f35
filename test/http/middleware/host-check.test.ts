import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { hostname } from 'node:os';
import { expect } from 'chai';
import Koa from 'koa';
import { loadSettings } from '../../../src/config.js';
import type { RefusalKind } from '../../../src/domain/refusals.js';
import { createHostCheck } from '../../../src/http/middleware/host-check.js';
import { useApp } from '../../support/gateway/app.js';
import { validateConfig } from '../../../src/schema/config/config.js';
import { exchange, statusesOf } from '../../support/api/wire.js';

describe('createHostCheck', () => {
  let server: Server;
  let ownNames: string[] = ['Depot', 'depot.lan', '*.cert.example'];
  let reads = 0;
  let now = 0;
  const refused: RefusalKind[] = [];
  before(async () => {
    const koa = new Koa();
    koa.use(
      createHostCheck({
        hosts: ['Gateway.Example.'],
        readOwnNames: () => {
          reads += 1;
          return Promise.resolve(ownNames);
        },
        monotonic: () => now,
        refusals: { note: (kind) => void refused.push(kind) },
      }),
    );
    koa.use((ctx) => {
      ctx.body = 'hello';
    });
    server = koa.listen(0, '127.0.0.1');
    await once(server, 'listening');
  });
  after(() => server.close());

  const answer = (host: string | undefined): Promise<string> => {
    const lines = host === undefined ? ['GET / HTTP/1.0'] : ['GET / HTTP/1.1', `Host: ${host}`, 'Connection: close'];
    return exchange((server.address() as AddressInfo).port, `${lines.join('\r\n')}\r\n\r\n`);
  };
  const status = async (host: string | undefined): Promise<number | undefined> => statusesOf(await answer(host))[0];

  it('every literal address is accepted, with any port', async () => {
    for (const host of ['127.0.0.1', '10.1.2.3:8080', '[::1]', '[fe80::1]:8080', '[2001:DB8::7]:1', '::1']) {
      expect(await status(host), host).to.equal(200);
    }
  });

  it('localhost, the names of the machine and the configured names are accepted, whatever case, dot and port', async () => {
    for (const host of ['localhost', 'LOCALHOST:80', 'x.localhost', 'depot', 'DEPOT.LAN.:8080', 'gateway.example']) {
      expect(await status(host), host).to.equal(200);
    }
    expect(await status('any.cert.example')).to.equal(200);
    expect(await status('a.b.cert.example')).to.equal(421);
  });

  it('a request without a host is accepted', async () => {
    expect(await status(undefined)).to.equal(200);
    expect(await status('')).to.equal(200);
  });

  it('an unknown name is refused with the key to set', async () => {
    for (const host of ['evil.example', 'depot.evil.example', 'localhost.evil.example', '127.0.0.1.evil.example']) {
      expect(await status(host), host).to.equal(421);
    }
    const text = await answer('evil.example:8080');
    expect(text)
      .to.match(/^X-Request-Id: \S/m)
      .and.include('"code":"unknown_host"')
      .and.include('http.hosts');
    expect(text).to.include('evil.example is not a name');
    for (const host of ['a"b', '<script>', `${'x'.repeat(5_000)}.example`, '[::1', '1.2.3', 'a:b:c']) {
      const refusal = await answer(host);
      expect(statusesOf(refusal), host).to.deep.equal([421]);
      expect(refusal.length, host).to.be.below(1_000);
      expect(refusal).not.to.include('<script>');
    }
    expect(refused.length).to.be.greaterThan(9);
    expect(new Set(refused)).to.deep.equal(new Set(['unknown_host']));
  });

  it('an unknown name makes the gateway read its names again, at most once in 10 s', async () => {
    now += 20_000;
    await status('evil.example');
    ownNames = ['renamed'];
    const before = reads;
    expect(await status('renamed')).to.equal(421);
    expect(reads).to.equal(before);
    now += 10_000;
    expect(await status('renamed')).to.equal(200);
    expect(await status('depot')).to.equal(421);
    expect(reads).to.equal(before + 1);
  });
});

describe('the host of a request', () => {
  const app = useApp({ config: { http: { hosts: ['gateway.depot.example'] }, mdns: { name: 'North depot' } } });
  const answer = (host: string, path = '/api/health'): Promise<string> =>
    exchange(app.port(), `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);

  it('the names of the machine, of the announcement and of http.hosts are accepted', async () => {
    const own = [
      hostname(),
      `${hostname().split('.', 1)[0] ?? ''}.local`,
      'north-depot.local',
      'north-depot-(2).local',
    ];
    for (const host of [...own, 'gateway.depot.example', 'localhost', '10.0.0.1']) {
      expect(statusesOf(await answer(`${host}:8080`)), host).to.deep.equal([200]);
    }
  });

  it('another name is refused before anything else, also the dashboard and a preflight', async () => {
    for (const path of ['/', '/api/health', '/api/devices', '/nowhere']) {
      const text = await answer('evil.example', path);
      expect(statusesOf(text), path).to.deep.equal([421]);
      expect(text)
        .to.include('"success":false')
        .and.match(/^Content-Security-Policy: /m);
    }
  });
});

describe('http.hosts', () => {
  const refusal = (host: string): string => {
    const checked = validateConfig({ http: { hosts: [host] } });
    return checked.ok ? '' : checked.message;
  };

  it('a list of names is accepted, anything else is refused with an example', () => {
    for (const host of ['depot', 'gateway.depot.example', 'Gateway.Example.', 'x-1_2.lan', 'xn--dpt-sna.example']) {
      expect(refusal(host), host).to.equal('');
    }
    for (const host of ['', 'http://depot', 'depot:8080', 'a b', '*.example', 'a..b', '.a', 'ä.example', '[::1]']) {
      expect(refusal(host), host).to.match(/hosts\/0 must be a name without scheme and port, like gateway/);
    }
  });

  it('the variable takes a list', async () => {
    const { config } = await loadSettings({}, { WAYPOST_HTTP_HOSTS: '["gateway.depot.example"]' });
    expect(config.http.hosts).to.deep.equal(['gateway.depot.example']);
  });
});
