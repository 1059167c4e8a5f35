import { join } from 'node:path';
import { tmpdir } from 'node:os';
import { expect } from 'chai';
import { createCounters } from '../../../src/protocols/protocol.js';
import { countersView } from '../../../src/serial/port/counters-view.js';
import { packageVersion } from '../../../src/package.js';
import { useApp } from '../../support/gateway/app.js';
import { request, signIn } from '../../support/api/client.js';
import { expectFailure, expectSuccess } from '../../support/api/envelope.js';
import { TEST_KEY } from '../../support/gateway/gateway.js';
import { userOf, usersWithKey } from '../../support/api/users.js';

describe('GET /api/health', () => {
  const app = useApp({ seed: () => usersWithKey(userOf('reader')) });

  it('a call without a token gets only status and version', async () => {
    const answer = await request(app.url(), 'GET', '/api/health');
    expectSuccess(answer);
    expect(answer.body).to.deep.equal({ success: true, error: null, status: 'ok', version: packageVersion() });
  });

  it('a user gets the state of store, serial ports and clock', async () => {
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
      reasonData: null,
    });
  });

  it('an invalid token is refused instead of ignored', async () => {
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

  it('each configured port has its state and reason', async () => {
    const answer = await app.call('GET', '/api/ports');
    expectSuccess(answer);
    const [port] = answer.body.ports as Record<string, unknown>[];
    expect(answer.body.ports).to.have.lengthOf(1);
    expect(Object.keys(port ?? {})).to.have.members([
      'path',
      'name',
      'source',
      'settings',
      'by',
      'state',
      'reason',
      'reasonData',
      'protocol',
      'baudRate',
      'candidates',
      'deviceId',
      'counters',
      'lastFrameAt',
    ]);
    expect(port).to.deep.include({ path, protocol: 'nmea0183', deviceId: 'bus', baudRate: 4800, lastFrameAt: null });
    expect(port?.counters).to.deep.equal(countersView(createCounters()));
  });

  it('the ports require a token', async () => {
    expectFailure(await request(app.url(), 'GET', '/api/ports'), 'token_missing');
  });
});

describe('GET /api/ports without any port', () => {
  const app = useApp();

  it('the list of ports is empty without a configured port', async () => {
    expect((await app.call('GET', '/api/ports')).body.ports).to.deep.equal([]);
  });
});
