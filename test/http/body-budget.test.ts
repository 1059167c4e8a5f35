import { gzipSync } from 'node:zlib';
import { expect } from 'chai';
import { BODY_BYTES, SIGN_IN_BODY_BYTES } from '../../src/http/budgets.js';
import { signIn, type Answer } from '../support/api/client.js';
import { expectFailure } from '../support/api/envelope.js';
import { userOf, usersWithKey } from '../support/api/users.js';
import { ask, openWire, statusesOf, type Wire } from '../support/api/wire.js';
import { useApp } from '../support/gateway/app.js';
import { eventually } from '../support/gateway/eventually.js';
import { TEST_KEY } from '../support/gateway/gateway.js';

const MIB = 1_048_576;
const GZIP_HEADER_BYTES = 10;

describe('bodies in flight', () => {
  const app = useApp({ seed: () => usersWithKey(userOf('greedy', { privileges: ['devices:write'] })) });
  const wires: Wire[] = [];
  afterEach(async () => {
    for (const { socket } of wires) socket.destroy();
    await Promise.all(wires.splice(0).map(({ closed }) => closed));
  });

  /** A connection with half of a body of `bytes`. */
  async function holdBody(token: string, bytes: number, localAddress: string, packed?: 'packed'): Promise<Wire> {
    const wire = await openWire(app.port(), { localAddress });
    wires.push(wire);
    const lines = ['POST /api/devices HTTP/1.1', 'Host: localhost', 'Content-Type: application/json'];
    if (packed) lines.push('Content-Encoding: gzip');
    const head = [...lines, `Content-Length: ${bytes}`, `Authorization: Bearer ${token}`];
    wire.socket.write(`${head.join('\r\n')}\r\n\r\n`);
    wire.socket.write(packed ? gzipSync('').subarray(0, GZIP_HEADER_BYTES) : '{"id":"');
    return wire;
  }
  const refusedOf = (held: readonly Wire[]): Wire[] => held.filter(({ received }) => received().includes(' 503 '));

  it('a user holds at most half of the budget, whatever the address, and other users are served', async () => {
    const { token } = await signIn(app.url(), { userName: 'greedy', apiKey: TEST_KEY });
    const most = BODY_BYTES / MIB / 2;
    const held: Wire[] = [];
    for (let index = 0; index < most + 8; index += 1) held.push(await holdBody(token, MIB, `127.0.0.${index + 2}`));
    await eventually('those beyond the share are refused', () => refusedOf(held).length === 8);
    const [refusal] = refusedOf(held);
    expect(refusal?.received())
      .to.match(/^Retry-After: 1\r$/m)
      .and.include('"code":"store_unavailable"');
    const body = { id: 'large', description: 'x'.repeat(1_000), tags: { a: 'y'.repeat(900) }, name: 'Large' };
    const padded = { ...body, usage: 'z'.repeat(500_000) };
    expect((await app.call('POST', '/api/devices', padded)).status).to.equal(201);
  });

  it('a body that was read, refused or abandoned holds nothing', async () => {
    const { token } = app.admin();
    for (let index = 0; index < 40; index += 1) {
      const wire = await holdBody(token, MIB, '127.0.0.1');
      wire.socket.write('x'.repeat(MIB - '{"id":"'.length));
      await eventually('it is refused', () => statusesOf(wire.received()).length > 0);
      expect(statusesOf(wire.received())).to.deep.equal([400]);
    }
    for (let index = 0; index < 40; index += 1) {
      const wire = await holdBody(token, MIB, '127.0.0.1');
      wire.socket.destroy();
      await wire.closed;
    }
    const held = [await holdBody(token, MIB, '127.0.0.1'), await holdBody(token, MIB, '127.0.0.1')];
    expect((await app.call('GET', '/api/devices')).status).to.equal(200);
    expect(refusedOf(held)).to.deep.equal([]);
  });

  it('a packed body counts as what it may have once it is unpacked', async () => {
    const { token } = await signIn(app.url(), { userName: 'greedy', apiKey: TEST_KEY });
    const held: Wire[] = [];
    for (let index = 0; index < BODY_BYTES / MIB / 2 + 2; index += 1) {
      held.push(await holdBody(token, 1_000, '127.0.0.1', 'packed'));
    }
    await eventually('those beyond the share are refused', () => refusedOf(held).length === 2);
  });
});

describe('the body of a sign-in', () => {
  const app = useApp();
  const credentials = { userName: 'admin', apiKey: TEST_KEY };

  it('a large one is a 413 before it is read', async () => {
    const text = JSON.stringify({ ...credentials, padding: 'x'.repeat(SIGN_IN_BODY_BYTES) });
    const headers = ['Content-Type: application/json', 'Content-Length: 1000000'];
    const answer = await ask(app.port(), 'POST /api/Auth/Token', headers, text.slice(0, 10));
    expect(statusesOf(answer)).to.deep.equal([413]);
    expect(answer).to.include('at most 4096 bytes');
  });

  it('a packed one is a 415 that names the fix', async () => {
    const response = await fetch(`${app.url()}/api/Auth/Token`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' },
      body: gzipSync(JSON.stringify(credentials)),
    });
    expectFailure(
      { status: response.status, body: (await response.json()) as Answer, headers: response.headers },
      'unsupported_media_type',
      /must not be compressed: omit Content-Encoding/,
    );
    expect((await signIn(app.url(), { apiKey: TEST_KEY })).token).to.be.a('string');
  });
});
