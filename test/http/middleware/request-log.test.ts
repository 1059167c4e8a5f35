import { expect } from 'chai';
import { createLogRateLimit } from '../../../src/logger.js';
import { useApp } from '../../support/gateway/app.js';
import { request } from '../../support/api/client.js';
import { createTestClock } from '../../support/time/clock.js';
import { createLogKeeper, type LogLine } from '../../support/gateway/log-lines.js';
import { exchange, statusesOf } from '../../support/api/wire.js';

const DEBUG = 20;
const WARN = 40;

describe('the request log', () => {
  const log = createLogKeeper();
  const app = useApp({ logger: log.logger });
  const requests = (path: string): LogLine[] => log.lines().filter((line) => line.path === path);

  it('each request has one line with its user and status', async () => {
    const { headers } = await app.call('GET', '/api/devices/none?secret=1');
    const [line, ...more] = requests('/api/devices/none');
    expect(more).to.deep.equal([]);
    expect(line).to.include({ level: DEBUG, method: 'GET', status: 404, from: '127.0.0.1', ms: 0 });
    expect(line?.requestId).to.equal(headers.get('X-Request-Id'));
    expect(line?.userId).to.be.a('string');
    expect(log.text()).not.to.include('secret');
  });

  it('refused requests are warnings, at most 20 a minute, with a count of those suppressed', async () => {
    app.clock.advance(60_000);
    for (let i = 0; i < 50; i++) await request(app.url(), 'GET', '/api/groups');
    const levels = requests('/api/groups').map(({ level }) => level);
    expect(levels.filter((level) => level === WARN)).to.have.lengthOf(20);
    expect(levels.filter((level) => level === DEBUG)).to.have.lengthOf(30);
    app.clock.advance(60_000);
    await request(app.url(), 'GET', '/api/licenses');
    expect(requests('/api/licenses')[0]).to.include({ level: WARN, status: 401, suppressed: 30 });
  });

  it('a long path is cut, and control characters of terminals never appear', async () => {
    const long = '/'.padEnd(2000, 'x');
    await request(app.url(), 'GET', long);
    expect(requests(long.slice(0, 256))).to.have.lengthOf(1);
    for (const byte of ['\x1b', '\x9b', '\x00', '\n']) {
      expect(statusesOf(await exchange(app.port(), `GET /${byte}31m HTTP/1.0\r\n\r\n`))).not.to.include(404);
    }
    expect(log.text()).not.to.include('31m');
  });
});

describe('the log of requests that failed', () => {
  const log = createLogKeeper();
  const app = useApp({
    logger: log.logger,
    diskSpace() {
      throw new Error('the disk is gone');
    },
  });

  it('a route that fails again and again has one line a minute, with a count of those suppressed', async () => {
    const fail = async (): Promise<void> => {
      const { status } = await app.call('POST', '/api/uploads', { kind: 'yard', name: 'yard.png', size: 100 });
      expect(status).to.equal(500);
    };
    const failed = (): LogLine[] => log.lines().filter(({ msg }) => msg === 'request failed');
    for (let n = 0; n < 5; n += 1) await fail();
    expect(failed()).to.have.lengthOf(1);
    expect(failed()[0]).to.include({ method: 'POST', path: '/api/uploads', suppressed: 0 });
    app.clock.advance(60_000);
    await fail();
    expect(failed()).to.have.lengthOf(2);
    expect(failed()[1]).to.include({ suppressed: 4 });
  });
});

describe('createLogRateLimit', () => {
  it('the limit lets N lines through per minute and counts the suppressed ones', () => {
    const clock = createTestClock();
    const admit = createLogRateLimit(() => clock.monotonic(), 2);
    expect([admit(), admit(), admit(), admit()]).to.deep.equal([0, 0, undefined, undefined]);
    clock.advance(59_999);
    expect(admit()).to.equal(undefined);
    clock.advance(1);
    expect([admit(), admit(), admit()]).to.deep.equal([3, 0, undefined]);
  });
});
