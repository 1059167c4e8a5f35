import { expect } from 'chai';
import { createLogRateLimit } from '../../../src/http/middleware/log-rate-limit.js';
import { useApp } from '../../support/app.js';
import { request } from '../../support/client.js';
import { createTestClock } from '../../support/clock.js';
import { createLogKeeper, type LogLine } from '../../support/log-lines.js';
import { exchange, statusesOf } from '../../support/wire.js';

const DEBUG = 20;
const WARN = 40;

describe('the log of requests', () => {
  const log = createLogKeeper();
  const app = useApp({ logger: log.logger });
  const requests = (path: string): LogLine[] => log.lines().filter((line) => line.path === path);

  it('has one line for each, with who asked and what came of it', async () => {
    const { headers } = await app.call('GET', '/api/devices/none?secret=1');
    const [line, ...more] = requests('/api/devices/none');
    expect(more).to.deep.equal([]);
    expect(line).to.include({ level: DEBUG, method: 'GET', status: 404, from: '127.0.0.1', ms: 0 });
    expect(line?.requestId).to.equal(headers.get('X-Request-Id'));
    expect(line?.userId).to.be.a('string');
    expect(log.text()).not.to.include('secret');
  });

  it('warns of those that are refused, 20 a minute, and counts the others', async () => {
    app.clock.advance(60_000);
    for (let i = 0; i < 50; i++) await request(app.url(), 'GET', '/api/groups');
    const levels = requests('/api/groups').map(({ level }) => level);
    expect(levels.filter((level) => level === WARN)).to.have.lengthOf(20);
    expect(levels.filter((level) => level === DEBUG)).to.have.lengthOf(30);
    app.clock.advance(60_000);
    await request(app.url(), 'GET', '/api/licenses');
    expect(requests('/api/licenses')[0]).to.include({ level: WARN, status: 401, suppressed: 30 });
  });

  it('cuts a long path, and has none with bytes that a terminal would obey', async () => {
    const long = '/'.padEnd(2000, 'x');
    await request(app.url(), 'GET', long);
    expect(requests(long.slice(0, 256))).to.have.lengthOf(1);
    for (const byte of ['\x1b', '\x9b', '\x00', '\n']) {
      expect(statusesOf(await exchange(app.port(), `GET /${byte}31m HTTP/1.0\r\n\r\n`))).not.to.include(404);
    }
    expect(log.text()).not.to.include('31m');
  });
});

describe('sparing', () => {
  it('lets so many through in a minute, and says how many it held back', () => {
    const clock = createTestClock();
    const spare = createLogRateLimit(() => clock.monotonic(), 2);
    expect([spare(), spare(), spare(), spare()]).to.deep.equal([0, 0, undefined, undefined]);
    clock.advance(59_999);
    expect(spare()).to.equal(undefined);
    clock.advance(1);
    expect([spare(), spare(), spare()]).to.deep.equal([3, 0, undefined]);
  });
});
