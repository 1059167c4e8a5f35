import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { connect } from 'node:tls';
import { expect } from 'chai';
import { DEFAULT_LIMITS } from '../../../src/http/listener/connection-limits.js';
import { createListener, type Listener } from '../../../src/http/listener/listener.js';
import { silentLogger } from '../../../src/logger.js';
import { createSelfSigned } from '../../../src/tls/self-signed.js';
import { createTestClock } from '../../support/time/clock.js';
import { NO_REFUSALS } from '../../support/api/no-refusals.js';
import { openWire } from '../../support/api/wire.js';

describe('createListener', () => {
  const now = createTestClock().now();
  const credentials = (): Promise<{ cert: string; key: string }> =>
    createSelfSigned({ names: ['localhost'], from: now - 1000, to: now + 86_400_000 });
  let first: { cert: string; key: string };
  let listener: Listener;
  const port = (): number => (listener.server.address() as AddressInfo).port;

  before(async () => {
    first = await credentials();
    // Many times what a handshake takes, also on a busy machine.
    const limits = { ...DEFAULT_LIMITS, headersTimeoutMs: 2_000, connections: 3, connectionsPerAddress: 3 };
    listener = createListener({
      onRequest: (_request, response) => response.end('hello'),
      limits,
      refusals: NO_REFUSALS,
      logger: silentLogger,
      credentials: first,
    });
    await once(listener.server.listen(0, '127.0.0.1'), 'listening');
  });
  after(async () => {
    listener.server.closeAllConnections();
    await once(listener.server.close(), 'close');
  });

  async function fingerprint(): Promise<string> {
    const socket = connect({ host: '127.0.0.1', port: port(), rejectUnauthorized: false });
    await once(socket, 'secureConnect');
    const { fingerprint256 } = socket.getPeerCertificate();
    socket.destroy();
    return fingerprint256;
  }

  it('setCertificate applies to the next connection', async () => {
    const before = await fingerprint();
    expect(await fingerprint()).to.equal(before);
    listener.setCertificate(await credentials());
    expect(await fingerprint()).not.to.equal(before);
  });

  it('a connection without a TLS handshake is closed', async () => {
    const wire = await openWire(port());
    expect(await wire.closed).to.equal('');
  });

  it('connections without a TLS handshake are closed first when there are too many', async () => {
    const wires = [];
    for (let i = 0; i < 5; i++) wires.push(await openWire(port()));
    expect(await fingerprint()).to.have.lengthOf(95);
    await Promise.all(wires.map(({ closed }) => closed));
  });
});
