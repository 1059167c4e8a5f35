import { expect } from 'chai';
import { ANSWER_BYTES } from '../../src/http/budgets.js';
import { signIn } from '../support/api/client.js';
import { userOf, usersWithKey } from '../support/api/users.js';
import { openWire, statusesOf, type Wire } from '../support/api/wire.js';
import { useApp } from '../support/gateway/app.js';
import { eventually } from '../support/gateway/eventually.js';
import { TEST_KEY } from '../support/gateway/gateway.js';
import { deviceOf } from '../support/store/records.js';

/** More than the buffers of the system take. */
const DEVICES = 120;
const tags = Object.fromEntries(Array.from({ length: 60 }, (_, index) => [`tag${index}`, 'x'.repeat(1_000)]));

describe('answers that are not read', () => {
  const app = useApp({
    seed: async () => [
      ...(await usersWithKey(userOf('greedy'))),
      ...Array.from({ length: DEVICES }, (_, index) => ({
        kind: 'device' as const,
        v: { ...deviceOf(`bus-${index}`), tags },
      })),
    ],
  });
  const wires: Wire[] = [];
  afterEach(async () => {
    for (const { socket } of wires) socket.destroy();
    await Promise.all(wires.splice(0).map(({ closed }) => closed));
  });

  /** Asks for all devices, about 7 MiB, and reads nothing. */
  async function ask(token: string, localAddress: string): Promise<Wire> {
    const wire = await openWire(app.port(), { localAddress });
    wires.push(wire);
    wire.socket.pause();
    const head = ['GET /api/devices HTTP/1.1', 'Host: localhost', `Authorization: Bearer ${token}`];
    wire.socket.write(`${head.join('\r\n')}\r\n\r\n`);
    return wire;
  }
  /** What has come of the answers once the clients read. */
  const statusesAfter = async (asked: readonly Wire[]): Promise<(number | undefined)[]> => {
    for (const { socket } of asked) socket.resume();
    await eventually('each connection has an answer or has ended', () =>
      asked.every(({ received, socket }) => received() !== '' || socket.destroyed),
    );
    return asked.map(({ received }) => statusesOf(received())[0]);
  };
  const answerBytes = async (): Promise<number> =>
    (
      await fetch(`${app.url()}/api/devices`, {
        headers: { Authorization: `Bearer ${app.admin().token}` },
      }).then((response) => response.text())
    ).length;

  it('a user holds at most half of the budget, and others get their answers', async () => {
    const { token } = await signIn(app.url(), { userName: 'greedy', apiKey: TEST_KEY });
    const each = await answerBytes();
    const most = Math.floor(ANSWER_BYTES / 2 / each);
    const asked: Wire[] = [];
    for (let index = 0; index < most + 4; index += 1) {
      asked.push(await ask(token, `127.0.0.${index + 2}`));
      // The next one is asked for when this one is answered.
      expect((await app.call('GET', '/api/devices/bus-1')).status).to.equal(200);
    }
    expect((await app.call('GET', '/api/devices')).body.devices).to.have.lengthOf(DEVICES);
    const statuses = await statusesAfter(asked);
    expect(statuses.filter((status) => status === 200)).to.have.lengthOf(most);
    expect(statuses.filter((status) => status === 503)).to.have.lengthOf(4);
  });

  it('an answer that was read or abandoned holds nothing', async () => {
    for (let index = 0; index < 12; index += 1) {
      const wire = await ask(app.admin().token, '127.0.0.1');
      expect((await app.call('GET', '/api/devices/bus-1')).status).to.equal(200);
      wire.socket.destroy();
      await wire.closed;
    }
    for (let index = 0; index < 12; index += 1) {
      expect((await app.call('GET', '/api/devices')).status).to.equal(200);
    }
  });
});
