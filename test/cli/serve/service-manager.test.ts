import { expect } from 'chai';
import {
  createServiceManager,
  type NotifyServiceManager,
  type ServiceManager,
} from '../../../src/cli/serve/service-manager.js';
import { silentLogger, type Logger } from '../../../src/logger.js';
import { createTestTimers } from '../../support/time/test-timers.js';

const SOCKET = { NOTIFY_SOCKET: '/run/systemd/notify' };
const WATCHED = { ...SOCKET, WATCHDOG_USEC: '60000000', WATCHDOG_PID: '7' };

describe('createServiceManager', () => {
  let notified: string[];
  let clock: ReturnType<typeof createTestTimers>;
  /** checks that the disk can be written */
  let checkWritable: () => Promise<string | null>;

  beforeEach(() => {
    notified = [];
    clock = createTestTimers();
    checkWritable = () => Promise.resolve(null);
  });

  const record: NotifyServiceManager = (assignments) => {
    notified.push(assignments.join(' | '));
    return Promise.resolve();
  };
  const create = (env: NodeJS.ProcessEnv, notify = record, logger = silentLogger): ServiceManager =>
    createServiceManager({ env: { ...env }, pid: 7, timers: clock.timers, logger, connect: () => notify });

  it('the service manager is notified of ready, of three heartbeats per timeout, and of stopping', async () => {
    const manager = create(WATCHED);
    manager.ready('listens', () => checkWritable());
    await clock.advance(59_000);
    await manager.stopping();
    await clock.advance(600_000);
    expect(notified).to.deep.equal([
      'READY=1 | STATUS=listens',
      'WATCHDOG=1 | STATUS=listens',
      'WATCHDOG=1 | STATUS=listens',
      'STOPPING=1 | STATUS=finishing work in progress',
    ]);
  });

  it('heartbeats stop while the disk does not answer, and resume when it does', async () => {
    let answer: (problem: string | null) => void = () => undefined;
    checkWritable = () => new Promise((resolve) => (answer = resolve));
    create(WATCHED).ready('listens', () => checkWritable());
    await clock.advance(600_000);
    expect(notified).to.have.length(1);
    checkWritable = () => Promise.resolve(null);
    answer(null);
    await clock.advance(20_000);
    expect(notified.slice(1)).to.deep.equal(['WATCHDOG=1 | STATUS=listens', 'WATCHDOG=1 | STATUS=listens']);
  });

  it('a full disk does not stop the heartbeats, because a restart does not help; the status has the reason', async () => {
    checkWritable = () => Promise.resolve('the disk is full:\nENOSPC');
    create(WATCHED).ready('listens', () => checkWritable());
    await clock.advance(20_000);
    expect(notified.at(-1)).to.equal('WATCHDOG=1 | STATUS=listens; cannot write: the disk is full: ENOSPC');
  });

  it('heartbeats are sent only if this process has a watchdog', async () => {
    for (const env of [{ ...WATCHED, WATCHDOG_PID: '8' }, SOCKET, { ...SOCKET, WATCHDOG_USEC: 'x' }]) {
      notified = [];
      const manager = create(env);
      manager.ready('listens', () => checkWritable());
      await clock.advance(600_000);
      await manager.stopping();
      expect(notified.map((line) => line.split(' ')[0])).to.deep.equal(['READY=1', 'STOPPING=1']);
    }
  });

  it('NOTIFY_SOCKET is deleted from the environment, so that child processes do not report their failures', () => {
    const env: NodeJS.ProcessEnv = { ...WATCHED };
    const connected: string[] = [];
    const connect = (socket: string): NotifyServiceManager => {
      connected.push(socket);
      return record;
    };
    createServiceManager({ env, pid: 7, timers: clock.timers, logger: silentLogger, connect });
    expect(connected).to.deep.equal(['/run/systemd/notify']);
    expect(env).not.to.have.property('NOTIFY_SOCKET');
  });

  it('nothing is sent and no timer is started if there is no service manager', async () => {
    const manager = create({ WATCHDOG_USEC: '60000000' });
    manager.ready('listens', () => checkWritable());
    expect(clock.waiting()).to.equal(0);
    await manager.stopping();
    expect(notified).to.deep.equal([]);
  });

  it('a service manager that cannot be notified is logged once, and notified further', async () => {
    const warnings: string[] = [];
    const logger = { ...silentLogger, warn: (text: string) => void warnings.push(text) } as unknown as Logger;
    let attempts = 0;
    const refuse: NotifyServiceManager = () => {
      attempts += 1;
      return Promise.reject(new Error('spawn systemd-notify ENOENT'));
    };
    const manager = create(WATCHED, refuse, logger);
    manager.ready('listens', () => checkWritable());
    await clock.advance(60_000);
    await manager.stopping();
    expect(attempts).to.equal(5);
    expect(warnings).to.deep.equal(['service manager not reachable: spawn systemd-notify ENOENT']);
  });
});
