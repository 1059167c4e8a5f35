import { expect } from 'chai';
import { useApp } from '../support/gateway/app.js';
import { ask, exchange, statusesOf } from '../support/api/wire.js';

const UP = ['..', '%2e%2e', '.%2e', '%2E.', '%252e%252e', '..%00', '%c0%ae%c0%ae', '....'];
const BETWEEN = ['/', '%2f', '%5c', '\\', '%252f', '//', '/./', ';/'];
const FILES = [
  'etc/passwd',
  'keys.json',
  'data/keys.json',
  'package.json',
  'state.json',
  'log/00000000000000000001.jsonl',
];

describe('path traversal', () => {
  const app = useApp();
  const authorization = (): string => `Authorization: Bearer ${app.admin().token}`;
  const get = (target: string): Promise<string> => ask(app.port(), `GET ${target}`, [authorization()]);

  before(() => app.call('POST', '/api/devices', { id: 'bus' }));

  it('no path reaches a file, in any spelling, with or without a token', async () => {
    const climbs = UP.flatMap((up) => BETWEEN.map((between) => `${up}${between}`.repeat(4)));
    const targets = climbs.flatMap((climb, index) => {
      const file = FILES[index % FILES.length] ?? '';
      return [`/${climb}${file}`, `/api/devices/${climb}${file}`, `/api/devices/bus/${climb}${file}`];
    });
    for (const target of targets) {
      for (const answer of [await get(target), await ask(app.port(), `GET ${target}`)]) {
        const [status = 0] = statusesOf(answer);
        expect([400, 401, 404], target).to.include(status);
        expect(answer, target).not.to.match(/root:|jwtSecret|"dependencies"|"kind"/);
      }
    }
  });

  it('no spelling of a path reaches another route', async () => {
    for (const target of [
      '/api/devices/../devices',
      '/api/devices/%2e%2e/devices',
      '/api/devices/./bus',
      '/api//devices',
      '//api/devices',
      '/api%2fdevices',
      '/api/devices/bus%2flastLocation',
      '/api/devices/bus%00',
      '/api/devices/bus;a=b',
      '/api\\devices',
      '/API/devices/../users',
    ]) {
      expect(statusesOf(await get(target)), target).to.satisfy(
        ([status]: number[]) => status === 404 || status === 400,
      );
    }
  });

  it('every spelling that reaches a route requires its token', async () => {
    for (const target of [
      '/api/devices/',
      '/API/DEVICES',
      '/api/devices?/api/health',
      '/api/devices#/api/health',
      '/%61pi/devices',
      'http://depot/api/devices',
      'http://depot/api/health/../devices',
      '/api/health/../devices',
      '/api/device/bus',
    ]) {
      expect(statusesOf(await ask(app.port(), `GET ${target}`)), target).to.satisfy(
        ([status]: number[]) => status === 401 || status === 404 || status === 400,
      );
    }
  });

  it('a host in the request target has no effect', async () => {
    for (const host of ['depot', 'evil.example', '127.0.0.1:1', 'user:word@evil.example']) {
      const answer = await get(`http://${host}/api/devices/bus`);
      expect(statusesOf(answer), host).to.satisfy(([status]: number[]) => status === 200 || status === 400);
      expect(answer).not.to.include('evil');
    }
    expect(statusesOf(await get('*'))).to.deep.equal([404]);
  });

  it('a path with control bytes is refused', async () => {
    for (const byte of ['\x00', '\x01', '\x7f', '\x80', '\xff']) {
      const bytes = `GET /api/devices/bus${byte} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n${authorization()}\r\n\r\n`;
      const [status = 0] = statusesOf(await exchange(app.port(), bytes));
      expect([400, 404], byte).to.include(status);
    }
  });
});

describe('methods and hosts', () => {
  const app = useApp();

  it('unsupported methods are refused and echo nothing', async () => {
    const secret = 'X-Secret: canary-in-a-header';
    for (const [line, statuses] of [
      ['TRACE /api/health', [405, 501]],
      ['TRACE /', [405, 501]],
      ['TRACE /nowhere', [404]],
      ['TRACK /api/health', [400]],
      ['DEBUG /api/health', [400]],
      ['PROPFIND /api/devices', [405]],
      ['MKCOL /api/devices', [405]],
      ['PURGE /api/devices', [405]],
      ['get /api/health', [400]],
      ['OPTIONS *', [404, 200]],
      ['HEAD /api/devices', [401]],
    ] as const) {
      const answer = await ask(app.port(), line, [secret]);
      expect(statuses, `${line}: ${answer}`).to.include(statusesOf(answer)[0]);
      expect(answer, line).not.to.include('canary');
    }
    expect(statusesOf(await ask(app.port(), 'CONNECT depot:22'))).to.deep.equal([]);
  });

  it('headers that override the method are ignored', async () => {
    for (const name of ['X-HTTP-Method-Override', 'X-HTTP-Method', 'X-Method-Override']) {
      const answer = await ask(app.port(), 'GET /api/Auth/Token?_method=POST', [`${name}: POST`]);
      expect(statusesOf(answer), name).to.deep.equal([405]);
    }
  });

  it('responses never contain the host that the client sends', async () => {
    const lines = [
      'Host: localhost',
      'X-Forwarded-Host: evil.example',
      'X-Forwarded-For: 9.9.9.9',
      'Forwarded: host=evil.example',
    ];
    for (const path of ['/', '/api/health', '/api/devices', '/openapi.json', '/api/devices/', '/api/Auth/Token']) {
      const bytes = [`GET ${path} HTTP/1.1`, 'Connection: close', ...lines, '', ''].join('\r\n');
      const answer = await exchange(app.port(), bytes);
      expect(statusesOf(answer), path).to.have.lengthOf(1);
      expect(answer, path).not.to.match(/evil|9\.9\.9\.9/);
      expect(answer, path).not.to.match(/^Location:/im);
    }
  });

  it('exactly one Host header is required, as in the standard', async () => {
    expect(
      statusesOf(await exchange(app.port(), 'GET /api/health HTTP/1.1\r\nConnection: close\r\n\r\n')),
    ).to.deep.equal([400]);
    for (const host of ['', 'a b', '\x01', 'x'.repeat(3000), '[::1', 'a@b/..']) {
      const bytes = `GET /api/health HTTP/1.1\r\nConnection: close\r\nHost: ${host}\r\n\r\n`;
      expect(statusesOf(await exchange(app.port(), bytes))[0], host).to.be.oneOf([200, 400, 421]);
    }
  });

  it('headers over the limit are a 431', async () => {
    const one = `X-Large: ${'x'.repeat(20_000)}`;
    const many = Array.from({ length: 3000 }, (_, index) => `X-${index}: x`);
    for (const headers of [[one], many]) {
      expect(statusesOf(await ask(app.port(), 'GET /api/health', headers))).to.deep.equal([431]);
    }
    expect(statusesOf(await ask(app.port(), `GET /${'x'.repeat(20_000)}`))).to.deep.equal([431]);
    expect(statusesOf(await ask(app.port(), 'GET /api/health', many.slice(0, 1000)))).to.deep.equal([200]);
  });
});
