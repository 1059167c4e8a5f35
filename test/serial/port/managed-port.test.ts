import { expect } from 'chai';
import { PortError } from '../../../src/serial/transport/port-error.js';
import { createTestLink } from '../../support/serial/test-link.js';
import { reasonFor } from '../../support/serial/reason.js';
import type { GatewayMessage } from '../../../src/messages/message.js';

describe('createManagedPort', () => {
  it('a port is opened at the default speed of its protocol', async () => {
    const { link: managedPort, ports, advance } = createTestLink();
    expect(managedPort.status()).to.include({ state: 'opening', reason: null });
    managedPort.start();
    await advance(0);
    expect(ports.last()).to.include({ path: '/dev/test', baudRate: 38_400 });
    expect(managedPort.status()).to.deep.include({
      path: '/dev/test',
      by: ['/dev/serial/by-id/usb-test'],
      state: 'open',
      protocol: 'test',
      baudRate: 38_400,
      deviceId: null,
      lastFrameAt: null,
    });
  });

  it('a port with a configured speed is opened at that speed', async () => {
    const { link: managedPort, ports, advance } = createTestLink({ baudRate: 4_800 });
    managedPort.start();
    await advance(0);
    expect(ports.last().baudRate).to.equal(4_800);
  });

  it('the status has the time of the last frame', async () => {
    const { link: managedPort, ports, advance } = createTestLink();
    managedPort.start();
    await advance(0);
    ports.last().say('1 ');
    expect(managedPort.status().lastFrameAt).to.equal(null);
    ports.last().say('A\n');
    expect(managedPort.status().lastFrameAt).to.equal('2026-11-21T08:00:00.000Z');
  });

  it('a port that is lost after it was open for long is opened again at once', async () => {
    const { link: managedPort, ports, advance } = createTestLink();
    managedPort.start();
    await advance(5_000);
    ports.last().onClose(reasonFor('the device server closed the connection'));
    await advance(0);
    expect(ports.opened()).to.equal(2);
    ports.last().onClose(reasonFor('the device server closed the connection'));
    await advance(500);
    expect(ports.opened()).to.equal(2);
    await advance(500);
    expect(ports.opened()).to.equal(3);
  });

  it('a port that is lost right after it was opened is opened again after 1 s and keeps its counters', async () => {
    const { link: managedPort, ports, advance } = createTestLink();
    managedPort.start();
    await advance(0);
    ports.last().say('1 A\n');
    ports.last().onClose(reasonFor('the device went away'));
    expect(managedPort.status()).to.include({ state: 'error', reason: 'the device went away' });
    await advance(900);
    expect(ports.opened()).to.equal(1);
    await advance(100);
    expect(ports.opened()).to.equal(2);
    expect(managedPort.status().state).to.equal('open');
    expect(managedPort.status().counters).to.include({ frames: 1, bytes: 4, reopened: 1 });
  });

  it('bytes from before and after a loss are not joined', async () => {
    const { link: managedPort, ports, advance, reports } = createTestLink();
    managedPort.start();
    await advance(0);
    ports.last().say('1 wro');
    ports.last().onClose(reasonFor('gone'));
    await advance(1_000);
    ports.last().say('2 right\n');
    expect(reports.map(({ deviceId }) => deviceId)).to.deep.equal(['right']);
  });

  it('a missing device is reported as absent and opened at the first check after its return', async () => {
    const { link: managedPort, ports, advance, world } = createTestLink();
    managedPort.start();
    await advance(0);
    world.device = null;
    ports.last().onClose(reasonFor('the device went away'));
    await advance(0);
    expect(managedPort.status()).to.deep.include({
      state: 'absent',
      reason: '/dev/test: no such device: plug it in, or correct the path',
    });
    await advance(3_600_000);
    expect(ports.opened()).to.equal(1);
    world.device = 'second';
    await advance(500);
    expect(ports.opened()).to.equal(2);
  });

  it('the wait doubles after every refusal, up to 30 s', async () => {
    const { link: managedPort, ports, advance } = createTestLink();
    ports.refuse(new PortError('busy', reasonFor('another program has it open')));
    managedPort.start();
    await advance(0);
    expect(managedPort.status()).to.include({ state: 'busy', reason: 'another program has it open' });
    await advance(1_000 + 2_000 + 4_000 + 8_000 + 16_000 + 30_000);
    ports.refuse(undefined);
    await advance(29_500);
    expect(managedPort.status().state).to.equal('busy');
    await advance(500);
    expect(managedPort.status().state).to.equal('open');
    expect(managedPort.status().counters.reopened).to.equal(0);
  });

  it('a device that changes or gets other permissions is opened at once', async () => {
    const { link: managedPort, ports, advance, world } = createTestLink();
    ports.refuse(new PortError('error', reasonFor('permission denied')));
    managedPort.start();
    await advance(60_000);
    ports.refuse(undefined);
    world.device = 'first, with other permissions';
    await advance(500);
    expect(managedPort.status().state).to.equal('open');
  });

  it('the wait grows while a port is lost right after every opening', async () => {
    const { link: managedPort, ports, advance } = createTestLink();
    managedPort.start();
    await advance(0);
    for (const waitMs of [1_000, 2_000, 4_000]) {
      const before = ports.opened();
      ports.last().onClose(reasonFor('read error'));
      await advance(waitMs - 500);
      expect(ports.opened()).to.equal(before);
      await advance(500);
      expect(ports.opened()).to.equal(before + 1);
    }
    await advance(5_000);
    ports.last().onClose(reasonFor('read error'));
    const before = ports.opened();
    await advance(0);
    expect(ports.opened()).to.equal(before + 1);
  });

  it('a state is logged once, however often opening is tried again', async () => {
    const { link: managedPort, ports, advance, log } = createTestLink();
    ports.refuse(new PortError('busy', reasonFor('another program has it open')));
    managedPort.start();
    await advance(600_000);
    expect(log.filter((line) => line.includes('another program'))).to.have.length(1);
  });

  /** A port whose longest gap was 20 s, silent for nearly 60 s. */
  async function openSilentPort() {
    const test = createTestLink();
    test.link.start();
    await test.advance(0);
    for (let second = 0; second < 5; second += 1) {
      test.ports.last().say('1 A\n');
      await test.advance(20_000);
    }
    await test.advance(39_999);
    return test;
  }

  it('a port that is silent for much longer than ever reports it and stays open while its device is there', async () => {
    const { link: managedPort, ports, advance, log } = await openSilentPort();
    expect(managedPort.status()).to.include({ state: 'open', reason: null });
    await advance(1);
    expect(managedPort.status()).to.include({ state: 'open' });
    expect(managedPort.status().reason).to.match(/^no data for 60 s, after gaps of at most 20 s before/);
    await advance(24 * 3_600_000);
    expect(ports.last().asked).to.deep.equal([]);
    expect(log.filter((line) => line.includes('port silent'))).to.have.length(1);
    ports.last().say('1 A\n');
    expect(managedPort.status()).to.include({ state: 'open', reason: null });
    expect(managedPort.status().counters.reopened).to.equal(0);
  });

  it('a silent port whose device is gone without an error is opened again at once', async () => {
    const { link: managedPort, ports, advance } = await openSilentPort();
    ports.last().vanish();
    expect(ports.opened()).to.equal(1);
    await advance(1);
    expect(ports.opened()).to.equal(2);
    expect(managedPort.status()).to.include({ state: 'open' });
    expect(managedPort.status().reason).to.match(/^no data for 60 s/);
    await advance(60_000);
    expect(ports.opened()).to.equal(2);
    expect(managedPort.status().counters.reopened).to.equal(1);
  });

  it('a silent port with data to read is not closed, even if its device is gone', async () => {
    const { ports, advance } = await openSilentPort();
    ports.last().vanish();
    ports.last().hold(true);
    await advance(1);
    expect(ports.last().asked).to.deep.equal([]);
  });

  it('a port that receives only noise for long gets its speed again, which another program may have changed', async () => {
    const { ports, advance } = await openSilentPort();
    ports.last().say('\0noise');
    await advance(1);
    expect(ports.last().asked).to.deep.equal(['38400']);
  });

  it('the status names another program that reads the port, until the port is reopened', async () => {
    let conflict: GatewayMessage | null = reasonFor('gpsd also reads this port');
    const { link: managedPort, ports, advance, log } = createTestLink({ sharing: () => Promise.resolve(conflict) });
    managedPort.start();
    await advance(0);
    expect(managedPort.status()).to.include({ state: 'open', reason: 'gpsd also reads this port' });
    expect(log.join('')).to.include('gpsd also reads this port');
    conflict = null;
    ports.last().onClose(reasonFor('gone'));
    await advance(1_000);
    expect(managedPort.status()).to.include({ state: 'open', reason: null });
  });

  it('a program that opens the port later is noticed within a minute, and also that it has left', async () => {
    let conflict: GatewayMessage | null = null;
    const { link: managedPort, advance, log } = createTestLink({ sharing: () => Promise.resolve(conflict) });
    managedPort.start();
    await advance(0);
    expect(managedPort.status()).to.include({ state: 'open', reason: null });
    conflict = reasonFor('gpsd also reads this port');
    await advance(60_000);
    expect(managedPort.status()).to.include({ state: 'open', reason: 'gpsd also reads this port' });
    await advance(180_000);
    expect(log.filter((line) => line.includes('gpsd also reads'))).to.have.length(1);
    conflict = null;
    await advance(60_000);
    expect(managedPort.status()).to.include({ state: 'open', reason: null });
  });

  it('a port that has never received data stays open', async () => {
    const { link: managedPort, ports, advance } = createTestLink();
    managedPort.start();
    await advance(24 * 3_600_000);
    expect(ports.opened()).to.equal(1);
    expect(managedPort.status().state).to.equal('open');
  });

  it('a stop closes the port and leaves no timer', async () => {
    const { link: managedPort, ports, advance, waiting } = createTestLink();
    managedPort.start();
    await advance(0);
    await managedPort.stop();
    expect(ports.last().asked).to.deep.equal(['close']);
    expect(waiting()).to.equal(0);
  });

  it('a port that opens during the stop is closed', async () => {
    const { link: managedPort, ports, advance, waiting } = createTestLink();
    const opens = ports.delay();
    managedPort.start();
    await advance(0);
    const stop = managedPort.stop();
    opens();
    await stop;
    expect(ports.last().asked).to.deep.equal(['close']);
    expect(waiting()).to.equal(0);
  });

  it('a stop waits for a stalled port that is being closed', async () => {
    const { link: managedPort, ports, advance, waiting } = createTestLink();
    managedPort.start();
    await advance(0);
    ports.last().say('1 A\n');
    await advance(1_000);
    ports.last().say('1 A\n');
    const closes = ports.slow();
    ports.last().vanish();
    await advance(30_000);
    expect(ports.last().asked).to.deep.equal(['close']);
    let stopped = false;
    const stop = managedPort.stop().then(() => (stopped = true));
    await advance(60_000);
    expect(stopped).to.equal(false);
    closes();
    await stop;
    expect(ports.opened()).to.equal(1);
    expect(waiting()).to.equal(0);
  });

  it('a stop succeeds while the device is absent', async () => {
    const { link: managedPort, ports, advance, waiting, world } = createTestLink();
    world.device = null;
    ports.refuse(new PortError('absent', reasonFor('no such device')));
    managedPort.start();
    await advance(1_000);
    await managedPort.stop();
    expect(waiting()).to.equal(0);
  });
});
