import { join } from 'node:path';
import { expect } from 'chai';
import { createClock } from '../../src/time/clock.js';
import { signIn } from '../support/client.js';
import { eventually } from '../support/eventually.js';
import { useFolder } from '../support/folder.js';
import { startGateway, TEST_KEY, type Gateway } from '../support/gateway.js';
import { openNotifySocket, type NotifySocket } from '../support/notify-socket.js';
import { longFixAt } from '../support/records.js';
import { mountSmallDisk } from '../support/small-disk.js';
import { attachStrace } from '../support/strace.js';

/** The manager waits so long, so it is to be told every second. */
const WAITS_MS = 3_000;
const WITHIN_MS = 20_000;
const clock = createClock();

describe('a gateway that a service manager has started', function () {
  this.timeout(60_000);
  afterEach(async () => {
    await gateway.end('SIGKILL');
    await socket.close();
  });
  const folder = useFolder();
  let socket: NotifySocket;
  let gateway: Gateway;

  async function start(env: NodeJS.ProcessEnv = {}): Promise<void> {
    socket = await openNotifySocket(join(folder(), 'notify'));
    gateway = await startGateway({
      folder: folder(),
      env: { NOTIFY_SOCKET: socket.path, WATCHDOG_USEC: String(WAITS_MS * 1000), ...env },
    });
  }
  const words = (): string[] => socket.told.map(({ assignments }) => Object.keys(assignments)[0] ?? '');
  const signs = (): number => words().filter((word) => word === 'WATCHDOG').length;
  const status = (): string | undefined => socket.told.at(-1)?.assignments.STATUS;
  const heard = (count: number): Promise<number> => eventually('signs of life', () => signs() >= count, WITHIN_MS);

  it('tells it that it is ready, that it lives, well within the time, and that it stops, in this order', async () => {
    await start();
    await heard(4);
    expect(await gateway.end('SIGTERM')).to.equal(0);
    await eventually('the last word', () => words().includes('STOPPING'));
    expect(words()).to.deep.equal(['READY', ...Array<string>(signs()).fill('WATCHDOG'), 'STOPPING']);
    expect(socket.told[0]?.assignments.STATUS).to.equal(`listens on ${gateway.url}`);
    const pauses = socket.told.slice(1, -1).map(({ at }, n) => at - (socket.told[n]?.at ?? 0));
    console.log(`      ms between signs of life: ${pauses.map(Math.round).join(', ')}`);
    for (const pause of pauses) expect(pause).to.be.within(WAITS_MS / 3 - 100, WAITS_MS - 500);
  });

  it('lives with a full disk, which no new start would make room on, and says that it is full', async () => {
    const disk = mountSmallDisk(join(folder(), 'data'), 'tmpfs');
    try {
      await start();
      const client = await signIn(gateway.url, { apiKey: TEST_KEY });
      await client.call('POST', '/api/devices', { id: 'bus' });
      disk.fill();
      const post = async (second: number): Promise<number> =>
        (await client.call('POST', '/api/devices/bus/locations', longFixAt(second))).status;
      let second = 0;
      await eventually('it is full', async () => (await post(second++)) === 503, WITHIN_MS);
      const before = signs();
      await heard(before + 3);
      expect(status()).to.match(/^listens on .*; nothing can be written: the disk is full/);
      disk.free();
      expect(await post(second)).to.equal(201);
      await heard(signs() + 2);
      expect(status()).to.equal(`listens on ${gateway.url}`);
      await gateway.end('SIGKILL');
    } finally {
      disk.remove();
    }
  });

  it('gives no sign of life while the disk does not answer, though it answers clients, and again once it does', async () => {
    await start({ UV_THREADPOOL_SIZE: '1' });
    await heard(1);
    const strace = await attachStrace(gateway.pid, [{ call: 'fdatasync', fault: 'delay_enter=9000000', when: '1' }]);
    // One that was under way may still come.
    const before = signs() + 1;
    const begin = clock.monotonic();
    await eventually(
      'the patience of a manager is over',
      async () => {
        const asked = await fetch(`${gateway.url}/api/health`, { signal: AbortSignal.timeout(5_000) });
        expect(asked.status).to.equal(200);
        return clock.monotonic() - begin > 2 * WAITS_MS;
      },
      WITHIN_MS,
    );
    expect(signs()).to.be.at.most(before);
    await heard(before + 1);
    await strace.detach();
  });
});
