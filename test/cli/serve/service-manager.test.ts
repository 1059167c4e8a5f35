import { expect } from 'chai';
import { createServiceManager, type ServiceManager } from '../../../src/cli/serve/service-manager.js';
import type { NotifyServiceManager } from '../../../src/cli/serve/systemd-notify.js';
import { silentLogger, type Logger } from '../../../src/logger.js';
import { createTestTimers } from '../../support/test-timers.js';

const SOCKET = { NOTIFY_SOCKET: '/run/systemd/notify' };
const WATCHED = { ...SOCKET, WATCHDOG_USEC: '60000000', WATCHDOG_PID: '7' };

describe('the service manager', () => {
  let notified: string[];
  let clock: ReturnType<typeof createTestTimers>;
  /** what the disk has to say, or nothing */
  let pulse: () => Promise<string | null>;

  beforeEach(() => {
    notified = [];
    clock = createTestTimers();
    pulse = () => Promise.resolve(null);
  });

  const hear: NotifyServiceManager = (assignments) => {
    notified.push(assignments.join(' | '));
    return Promise.resolve();
  };
  const create = (env: NodeJS.ProcessEnv, notify = hear, logger = silentLogger): ServiceManager =>
    createServiceManager({ env: { ...env }, pid: 7, timers: clock.timers, logger, connect: () => notify });

  it('is told that all is ready, three times in the time it waits that it lives, and that it stops', async () => {
    const manager = create(WATCHED);
    manager.ready('listens', () => pulse());
    await clock.advance(59_000);
    await manager.stopping();
    await clock.advance(600_000);
    expect(notified).to.deep.equal([
      'READY=1 | STATUS=listens',
      'WATCHDOG=1 | STATUS=listens',
      'WATCHDOG=1 | STATUS=listens',
      'STOPPING=1 | STATUS=finishes what is in flight',
    ]);
  });

  it('hears no sign of life while the disk does not answer, and again when it does', async () => {
    let answer: (trouble: string | null) => void = () => undefined;
    pulse = () => new Promise((resolve) => (answer = resolve));
    create(WATCHED).ready('listens', () => pulse());
    await clock.advance(600_000);
    expect(notified).to.have.length(1);
    pulse = () => Promise.resolve(null);
    answer(null);
    await clock.advance(20_000);
    expect(notified.slice(1)).to.deep.equal(['WATCHDOG=1 | STATUS=listens', 'WATCHDOG=1 | STATUS=listens']);
  });

  it('does not start anew what a new start is no help for: it is told of a full disk and that all the rest lives', async () => {
    pulse = () => Promise.resolve('the disk is full:\nENOSPC');
    create(WATCHED).ready('listens', () => pulse());
    await clock.advance(20_000);
    expect(notified.at(-1)).to.equal('WATCHDOG=1 | STATUS=listens; nothing can be written: the disk is full: ENOSPC');
  });

  it('that waits for the signs of life of another process, or for none, is told the rest', async () => {
    for (const env of [{ ...WATCHED, WATCHDOG_PID: '8' }, SOCKET, { ...SOCKET, WATCHDOG_USEC: 'x' }]) {
      notified = [];
      const manager = create(env);
      manager.ready('listens', () => pulse());
      await clock.advance(600_000);
      await manager.stopping();
      expect(notified.map((line) => line.split(' ')[0])).to.deep.equal(['READY=1', 'STOPPING=1']);
    }
  });

  it('is not heard of by the programs that are started from here, which would tell it of their own failures', () => {
    const env: NodeJS.ProcessEnv = { ...WATCHED };
    const connected: string[] = [];
    const connect = (socket: string): NotifyServiceManager => {
      connected.push(socket);
      return hear;
    };
    createServiceManager({ env, pid: 7, timers: clock.timers, logger: silentLogger, connect });
    expect(connected).to.deep.equal(['/run/systemd/notify']);
    expect(env).not.to.have.property('NOTIFY_SOCKET');
  });

  it('that is not there is told nothing, and nothing waits for it', async () => {
    const manager = create({ WATCHDOG_USEC: '60000000' });
    manager.ready('listens', () => pulse());
    expect(clock.waiting()).to.equal(0);
    await manager.stopping();
    expect(notified).to.deep.equal([]);
  });

  it('that can not be told is logged once, and told on', async () => {
    const warnings: string[] = [];
    const logger = { ...silentLogger, warn: (text: string) => void warnings.push(text) } as unknown as Logger;
    let asked = 0;
    const refuse: NotifyServiceManager = () => {
      asked += 1;
      return Promise.reject(new Error('spawn systemd-notify ENOENT'));
    };
    const manager = create(WATCHED, refuse, logger);
    manager.ready('listens', () => pulse());
    await clock.advance(60_000);
    await manager.stopping();
    expect(asked).to.equal(5);
    expect(warnings).to.deep.equal(['the service manager is not reached: spawn systemd-notify ENOENT']);
  });
});
