import { join } from 'node:path';
import { tmpdir } from 'node:os';
import { expect } from 'chai';
import { createCounters } from '../../../src/protocols/protocol.js';
import { packageVersion } from '../../../src/package.js';
import { useApp } from '../../support/app.js';
import { request, signIn } from '../../support/client.js';
import { expectFailure, expectSuccess } from '../../support/envelope.js';
import { TEST_KEY } from '../../support/gateway.js';
import { userOf, usersWithKey } from '../../support/users.js';

describe('GET /api/health', () => {
  const app = useApp({ seed: () => usersWithKey(userOf('reader')) });

  it('says status and version to anyone, and nothing else', async () => {
    const answer = await request(app.url(), 'GET', '/api/health');
    expectSuccess(answer);
    expect(answer.body).to.deep.equal({ success: true, error: null, status: 'ok', version: packageVersion() });
  });

  it('says how store, serial ports and clock are to a user', async () => {
    const reader = await signIn(app.url(), { userName: 'reader', apiKey: TEST_KEY });
    const { status, body } = await reader.call('GET', '/api/health');
    expect(status).to.equal(200);
    expect(body).to.include({ status: 'ok', apiUsage: 1 });
    expect(body.store).to.deep.include({ writable: true, reason: null, losses: [] });
    expect(body.serial).to.deep.equal({ ports: 0, open: 0, unknownDevices: 0 });
    expect(body.clock).to.deep.equal({
      now: new Date(app.clock.now()).toISOString(),
      upSeconds: 0,
      quality: 'saved',
      reason: null,
    });
  });

  it('does not take a wrong token for none', async () => {
    for (const [authorization, code] of [
      ['Bearer x', 'token_invalid'],
      ['Basic x', 'token_missing'],
    ] as const) {
      expectFailure(await request(app.url(), 'GET', '/api/health', undefined, { authorization }), code);
    }
  });
});

describe('GET /api/ports', () => {
  const path = join(tmpdir(), 'waypost-no-such-port');
  const app = useApp({
    config: { serial: { ports: [{ path, protocol: 'nmea0183', deviceId: 'bus', baudRate: 4800 }] } },
  });

  it('shows each port of the configuration with its state and the reason', async () => {
    const answer = await app.call('GET', '/api/ports');
    expectSuccess(answer);
    const [port] = answer.body.ports as Record<string, unknown>[];
    expect(answer.body.ports).to.have.lengthOf(1);
    expect(Object.keys(port ?? {})).to.have.members([
      'path',
      'by',
      'state',
      'reason',
      'protocol',
      'baudRate',
      'heard',
      'deviceId',
      'counters',
      'lastFrameAt',
    ]);
    expect(port).to.deep.include({ path, protocol: 'nmea0183', deviceId: 'bus', baudRate: 4800, lastFrameAt: null });
    expect(port?.counters).to.deep.equal(createCounters());
  });

  it('takes a token', async () => {
    expectFailure(await request(app.url(), 'GET', '/api/ports'), 'token_missing');
  });
});

describe('GET /api/ports without any port', () => {
  const app = useApp();

  it('is an empty list', async () => {
    expect((await app.call('GET', '/api/ports')).body.ports).to.deep.equal([]);
  });
});
