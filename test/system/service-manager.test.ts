import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { createClock } from '../../src/time/clock.js';
import { signIn } from '../support/api/client.js';
import { eventually } from '../support/gateway/eventually.js';
import { useFolder } from '../support/store/folder.js';
import { startGateway, TEST_KEY, type Gateway } from '../support/gateway/gateway.js';
import { openNotifySocket, type NotifySocket } from '../support/machine/notify-socket.js';
import { longFixAt } from '../support/store/records.js';
import { mountSmallDisk } from '../support/store/small-disk.js';
import { attachStrace } from '../support/store/strace.js';

/** The watchdog time of the service manager; keep-alives are due every second. */
const WAITS_MS = 3_000;
const clock = createClock();

describe('a gateway started by a service manager', () => {
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
  const words = (): string[] => socket.notifications.map(({ assignments }) => Object.keys(assignments)[0] ?? '');
  const signs = (): number => words().filter((word) => word === 'WATCHDOG').length;
  const status = (): string | undefined => socket.notifications.at(-1)?.assignments.STATUS;
  const keepAlives = (count: number): Promise<number> => eventually('keep-alives', () => signs() >= count);

  it('the gateway sends ready, keep-alives and stopping, in this order', async () => {
    await start();
    await keepAlives(4);
    expect(await gateway.end('SIGTERM')).to.equal(0);
    await eventually('the last word', () => words().includes('STOPPING'));
    expect(words()).to.deep.equal(['READY', ...Array<string>(signs()).fill('WATCHDOG'), 'STOPPING']);
    expect(socket.notifications[0]?.assignments.STATUS).to.equal(`listens on ${gateway.url}`);
  });

  it('a full disk does not stop the keep-alives, and the status names it', async () => {
    const disk = mountSmallDisk(join(folder(), 'data'), 'tmpfs');
    try {
      await start();
      const client = await signIn(gateway.url, { apiKey: TEST_KEY });
      await client.call('POST', '/api/devices', { id: 'bus' });
      disk.fill();
      const post = async (second: number): Promise<number> =>
        (await client.call('POST', '/api/devices/bus/locations', longFixAt(second))).status;
      let second = 0;
      await eventually('it is full', async () => (await post(second++)) === 503);
      const before = signs();
      await keepAlives(before + 3);
      expect(status()).to.match(/^listens on .*; cannot write: the disk is full/);
      disk.free();
      expect(await post(second)).to.equal(201);
      await keepAlives(signs() + 2);
      expect(status()).to.equal(`listens on ${gateway.url}`);
      await gateway.end('SIGKILL');
    } finally {
      disk.remove();
    }
  });

  it('keep-alives pause while the disk does not respond, although clients are served, and resume afterwards', async () => {
    await start({ UV_THREADPOOL_SIZE: '1' });
    await keepAlives(1);
    const strace = await attachStrace(gateway.pid, [{ call: 'fdatasync', fault: 'delay_enter=90000000', when: '1' }]);
    // A keep-alive that is already on its way may still arrive.
    const before = signs() + 1;
    const begin = clock.monotonic();
    await eventually('the patience of a manager is over', async () => {
      const asked = await fetch(`${gateway.url}/api/health`);
      expect(asked.status).to.equal(200);
      return clock.monotonic() - begin > 2 * WAITS_MS;
    });
    expect(signs()).to.be.at.most(before);
    // The disk responds again.
    await strace.detach();
    await keepAlives(before + 1);
  });
});

describe('notify-exec', () => {
  const folder = useFolder();

  it('started by notify-exec, the gateway itself sends the messages, and its child processes cannot', async () => {
    const socket = await openNotifySocket(join(folder(), 'notify'));
    const code = `
      import { execFileSync } from 'node:child_process';
      import { createServiceManager } from './dist/src/cli/serve/service-manager.js';
      const timers = { after: () => () => undefined };
      const manager = createServiceManager({ env: process.env, pid: process.pid, timers, logger: console });
      manager.ready('listens on nothing', () => Promise.resolve(null));
      await manager.stopping();
      const child = execFileSync('sh', ['-c', 'ls -l /proc/self/fd; env'], { encoding: 'utf8' });
      console.log(JSON.stringify({ leaks: /NOTIFY| [3-9] -> socket:/.test(child) }));
    `;
    const program = ['systemd/notify-exec', process.execPath, '--input-type=module', '-e', code];
    const { stdout, stderr } = await promisify(execFile)('perl', program, {
      env: { ...process.env, NOTIFY_SOCKET: socket.path },
    });
    expect(stderr).to.equal('');
    expect(JSON.parse(stdout)).to.deep.equal({ leaks: false });
    await eventually('both messages', () => socket.notifications.length === 2);
    expect(socket.notifications.map(({ assignments }) => assignments)).to.deep.equal([
      { READY: '1', STATUS: 'listens on nothing' },
      { STOPPING: '1', STATUS: 'finishing work in progress' },
    ]);
    await socket.close();
  });

  it('a gateway that notify-exec starts, as its unit does, sends ready and stopping', async () => {
    const socket = await openNotifySocket(join(folder(), 'notify'));
    const env = { NOTIFY_SOCKET: socket.path };
    const gateway = await startGateway({ folder: folder(), env, under: ['perl', 'systemd/notify-exec'] });
    expect(await gateway.end('SIGTERM')).to.equal(0);
    const states = (): string[] => socket.notifications.map(({ assignments }) => Object.keys(assignments)[0] ?? '');
    await eventually('both messages', () => states().length === 2);
    expect(states()).to.deep.equal(['READY', 'STOPPING']);
    await socket.close();
  });
});
