import { createServer, type Server, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';
import { expect } from 'chai';
import { buildOpenApi } from '../../../src/http/openapi.js';
import { routes, type RouteServices } from '../../../src/http/routes/index.js';
import type { PortLine } from '../../../src/schema/ports/port-line.js';
import { useApp } from '../../support/gateway/app.js';
import { request, signIn } from '../../support/api/client.js';
import { expectFailure } from '../../support/api/envelope.js';
import { createSchemas, type OpenApi } from '../../support/api/openapi.js';
import { openEvents, type TestEventSource } from '../../support/api/event-source.js';
import { eventually } from '../../support/gateway/eventually.js';
import { groupOf } from '../../support/api/examples.js';
import { TEST_KEY } from '../../support/gateway/gateway.js';
import { deviceOf } from '../../support/store/records.js';
import { userOf, usersWithKey } from '../../support/api/users.js';

const schemaAt = createSchemas(buildOpenApi(routes({} as RouteServices), 'test') as OpenApi);
const isPortLine = schemaAt('components', 'schemas', 'PortLine');

describe('GET /api/ports/lines', () => {
  let server: Server;
  const sockets = new Set<Socket>();
  const config = { serial: { ports: [{ path: '', protocol: 'json' }] } };
  before(async () => {
    server = createServer((socket) => {
      sockets.add(socket);
      socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    for (const port of config.serial.ports) port.path = `tcp://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  after(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const app = useApp({
    config,
    seed: async () => [
      { kind: 'device', v: deviceOf('bus') },
      { kind: 'group', v: groupOf('north', ['bus']) },
      ...(await usersWithKey(userOf('reader'), userOf('group-user', { group: 'north' }))),
    ],
  });
  const opened: TestEventSource[] = [];
  afterEach(() => {
    for (const source of opened.splice(0)) source.close();
  });

  const path = (): string => config.serial.ports[0]?.path ?? '';
  const address = (port = path()): string => `/api/ports/lines?path=${encodeURIComponent(port)}`;
  const tokenOf = async (userName: string): Promise<string> =>
    (await signIn(app.url(), { userName, apiKey: TEST_KEY })).token;
  async function open(token: string): Promise<TestEventSource> {
    await eventually('the port is open', () => sockets.size > 0);
    const source = await openEvents(app.url(), { token, path: address() });
    opened.push(source);
    await eventually('the stream has started', () => source.others.length > 0);
    return source;
  }
  const send = (text: string): void => {
    for (const socket of sockets) socket.write(text);
  };

  it('received and decoded lines are streamed as documented', async () => {
    const source = await open(await tokenOf('reader'));
    expect(source.status).to.equal(200);
    expect(source.headers['content-type']).to.match(/^text\/event-stream/);
    send('{"id":1,"deviceId":"bus","alert":{"alerts":["SOSButton"]}}\n');
    await eventually('both lines are received', () => source.received.length === 2);
    const lines = source.received.map(({ data }) => data as PortLine);
    for (const line of lines) expect(isPortLine(line), JSON.stringify(line)).to.equal(true);
    expect(source.received.map(({ type }) => type)).to.deep.equal(['line', 'line']);
    expect(lines[0]).to.include({ kind: 'received', form: 'text', bytes: 59 });
    expect(lines[1]).to.deep.include({ kind: 'decoded', deviceId: 'bus', alerts: ['SOSButton'], outcome: 'stored' });
  });

  it('restricted users are refused, whether the port exists or not', async () => {
    const Authorization = `Bearer ${await tokenOf('group-user')}`;
    for (const port of [path(), '/dev/none']) {
      const answer = await request(app.url(), 'GET', address(port), undefined, { Authorization });
      expectFailure(answer, 'forbidden', /restricted/);
    }
    expectFailure(await request(app.url(), 'GET', address()), 'token_missing');
  });

  it('an unknown or missing port is refused', async () => {
    expectFailure(await app.call('GET', address('/dev/none')), 'not_found', /\/dev\/none/);
    expectFailure(await app.call('GET', '/api/ports/lines'), 'validation_failed', /path/);
    expectFailure(await app.call('GET', `${address()}&x=1`), 'validation_failed', /x/);
  });

  it('the stream ends when the user becomes restricted and when the gateway stops', async () => {
    const source = await open(await tokenOf('reader'));
    await app.call('PATCH', '/api/users/id-of-reader', { group: 'north' });
    send('{}\n');
    await eventually('the stream has ended', source.isOver);
    const other = await open(app.admin().token);
    await app.stop();
    await eventually('the stream has ended', other.isOver);
  });
});
