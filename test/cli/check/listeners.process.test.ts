import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { expect } from 'chai';
import type { CheckFinding } from '../../../src/cli/check/finding.js';
import { checkListeners } from '../../../src/cli/check/listeners.js';
import { valueOf } from '../../../src/errors.js';
import { validateConfig } from '../../../src/schema/config/config.js';
import { freePort } from '../../support/gateway/free-port.js';

const check = (listeners: readonly object[], gateway: number | null = null): Promise<CheckFinding[]> =>
  checkListeners(valueOf(validateConfig({ serial: { listeners } })), gateway);

describe('the check of listeners', () => {
  it('a free address is fine, over TCP and UDP', async () => {
    const port = await freePort();
    const listeners = ['tcp', 'udp'].map((transport) => ({ transport, host: '127.0.0.1', port, protocol: 'json' }));
    expect((await check(listeners)).map(({ state, what }) => [state, what])).to.deep.equal([
      ['ok', `tcp-listen://127.0.0.1:${port} is free`],
      ['ok', `udp-listen://127.0.0.1:${port} is free`],
    ]);
    expect(await check([])).to.deep.equal([]);
  });

  it('an address in use is a fault that names the program, unless it is the gateway', async () => {
    const port = await freePort();
    const server = createServer().listen(port, '127.0.0.1');
    const socket = createSocket('udp4').bind(port, '127.0.0.1');
    await Promise.all([once(server, 'listening'), once(socket, 'listening')]);
    const listeners = ['tcp', 'udp'].map((transport) => ({ transport, host: '127.0.0.1', port, protocol: 'json' }));
    try {
      for (const { state, what } of await check(listeners)) {
        expect(what).to.contain(`127.0.0.1:${port} is in use by`).and.to.contain(`(pid ${process.pid}`);
        expect(state).to.equal('fault');
      }
      expect((await check(listeners, process.pid)).map(({ what }) => what)).to.deep.equal([
        `the gateway listens on tcp-listen://127.0.0.1:${port}`,
        `the gateway listens on udp-listen://127.0.0.1:${port}`,
      ]);
    } finally {
      server.close();
      socket.close();
    }
  });

  it('an address of another machine is a fault', async () => {
    const found = await check([{ transport: 'udp', host: '192.0.2.1', port: 5005, protocol: 'queclink' }]);
    expect(found.map(({ state }) => state)).to.deep.equal(['fault']);
    expect(found[0]?.what).to.contain('192.0.2.1 is not an address of this machine');
  });

  it('networks of the internet in allow are a warning that names them', async () => {
    const allow = ['10.0.0.0/8', '203.0.113.0/24'];
    const port = await freePort();
    const [, warning] = await check([{ transport: 'tcp', host: '127.0.0.1', port, protocol: 'json', allow }]);
    expect(warning?.state).to.equal('warning');
    expect(warning?.what).to.contain('takes reports from the internet (203.0.113.0/24)');
    expect(warning?.remedy).to.contain('serial.listeners.0.allow');
  });
});
