import { createServer, type Server, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';
import { expect } from 'chai';
import type { CommandView } from '../../../src/schema/commands/command.js';
import type { DeviceView } from '../../../src/schema/devices/device.js';
import { useApp } from '../../support/gateway/app.js';
import { signIn } from '../../support/api/client.js';
import { expectFailure, expectSuccess } from '../../support/api/envelope.js';
import { openEvents } from '../../support/api/event-source.js';
import { eventually } from '../../support/gateway/eventually.js';
import { TEST_KEY } from '../../support/gateway/gateway.js';
import { deviceOf, fixAt } from '../../support/store/records.js';
import { createTestChannel } from '../../support/channels/test-channel.js';
import { userOf, usersWithKey } from '../../support/api/users.js';

const PUBLIC_BODIES = [
  { command: 'engine_stop', format: 'Text', sms: false },
  { command: '0A 1B 2C', format: 'Hex' },
  { command: 'SGVsbG8=', format: 'Base64' },
];

/** A device server with one tracker: collects what it receives, and answers lines of JSON. */
async function startTracker() {
  const received: string[] = [];
  const sockets = new Set<Socket>();
  const server: Server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
    socket.on('data', (data: Buffer) => {
      received.push(data.toString('latin1'));
      for (const line of data.toString().split('\n')) {
        const [, id = '', command = ''] = /"command":"(.*)","id":"(\w+)"/.exec(line)?.slice() ?? [];
        if (command !== '') socket.write(`{"id":"${command}","result":"did ${id}"}\n`);
      }
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    path: `tcp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    isConnected: () => sockets.size > 0,
    send(text: string) {
      for (const socket of sockets) socket.write(text);
    },
    close() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

type Tracker = Awaited<ReturnType<typeof startTracker>>;

describe('POST /api/devices/{id}/sendCommand', () => {
  let tracker: Tracker;
  let receiver: Tracker;
  let silent: Tracker;
  const ports = [
    { path: '', protocol: 'json', deviceId: 'bus' },
    { path: '', protocol: 'nmea0183', deviceId: 'van', commands: true },
    { path: '', protocol: 'nmea0183', deviceId: 'cab' },
  ];
  const sms = createTestChannel('sms', 'unavailable');
  before(async () => {
    tracker = await startTracker();
    receiver = await startTracker();
    silent = await startTracker();
    for (const [index, { path }] of [tracker, receiver, silent].entries()) Object.assign(ports[index] ?? {}, { path });
  });
  after(() => {
    for (const one of [tracker, receiver, silent]) one.close();
  });
  const app = useApp({
    config: { serial: { ports } },
    channels: { sms: sms.channel },
    seed: async () => [
      ...['bus', 'van', 'cab', 'never'].map((id) => ({ kind: 'device' as const, v: deviceOf(id) })),
      { kind: 'device', v: { ...deviceOf('phone'), min: '+34600000001' } },
      ...(await usersWithKey(
        userOf('commander', { privileges: ['commands'] }),
        userOf('messenger', { privileges: ['messages'] }),
      )),
    ],
  });
  before(async () => {
    await eventually('the ports are open', () => [tracker, receiver, silent].every((one) => one.isConnected()));
    tracker.send(`${JSON.stringify({ deviceId: 'bus', location: fixAt(1) })}\n`);
    const isSeen = async (): Promise<boolean> => {
      const { body } = await app.call('GET', '/api/devices/bus');
      return (body.device as DeviceView).lastSeen !== null;
    };
    await eventually('the device has reported', isSeen);
  });
  const post = (deviceId: string, body: object) => app.call('POST', `/api/devices/${deviceId}/sendCommand`, body);

  it('the bodies of the public documentation are accepted by a protocol with commands and on a raw port', async () => {
    for (const body of PUBLIC_BODIES) {
      for (const deviceId of ['bus', 'van']) {
        const answer = await post(deviceId, body);
        expectSuccess(answer, 200);
        expect(answer.body).to.include.keys('result', 'apiUsage', 'apiDailyUsage');
        expect(answer.body.command).to.have.property('state', 'done');
      }
    }
    expect(receiver.received.join('')).to.equal('engine_stop\x0a\x1b\x2cHello');
    expect(JSON.parse(tracker.received.at(-1) ?? '')).to.include({ command: 'Hello' });
  });

  it('null stands for an optional field that is left out', async () => {
    const { body } = await post('bus', { command: 'status', format: null, sms: null, waitMinutes: null });
    expect(body.command).to.have.property('state', 'done');
  });

  it('the result is the reply of the tracker', async () => {
    const { body } = await post('bus', { command: 'status' });
    expect(body).to.include({ result: 'did status' });
  });

  const huge = 'x'.repeat(4_097);
  for (const [name, deviceId, body, status, error] of [
    ['an empty command', 'bus', { command: '' }, 400, /^\/command must NOT have fewer than 1 characters/],
    ['more than 4 KiB', 'bus', { command: huge }, 400, /^\/command must have at most 4096 bytes/],
    ['a text that is far too long', 'bus', { command: 'x'.repeat(20_000) }, 400, /^\/command must NOT have more/],
    ['odd hexadecimal digits', 'bus', { command: '0A 1', format: 'Hex' }, 400, /^\/command must be bytes of two/],
    ['invalid Base64', 'bus', { command: 'SGVsbG8', format: 'Base64' }, 400, /^\/command must be Base64/],
    ['an unknown format', 'bus', { command: 'x', format: 'Morse' }, 400, /^\/format must be one of Text, Hex, Base64/],
    ['a negative wait', 'bus', { command: 'x', waitMinutes: -1 }, 400, /^\/waitMinutes must be >= 0/],
    [
      'a wait of more than a week',
      'bus',
      { command: 'x', waitMinutes: 10_081 },
      400,
      /^\/waitMinutes must be <= 10080/,
    ],
    ['a wait with sms', 'phone', { command: 'x', sms: true, waitMinutes: 1 }, 400, /^\/waitMinutes must be omitted/],
    ['bytes as an SMS', 'phone', { command: 'FF', format: 'Hex', sms: true }, 400, /^\/command must be UTF-8/],
    ['a device without a telephone number', 'bus', { command: 'x', sms: true }, 409, /device bus has no telephone/],
    ['a device that never reported', 'never', { command: 'x' }, 409, /device never has not reported on any port/],
    ['a port that allows no writing', 'cab', { command: 'x' }, 409, /nmea0183 takes no commands/],
    ['a device that does not exist', 'nothing', { command: 'x' }, 404, /device nothing not found/],
  ] as const) {
    it(`${name} is refused with ${status}, and nothing is stored or written`, async () => {
      const [before] = (await app.call('GET', '/api/commands')).body.commands as { id: string }[];
      const written = [tracker, receiver, silent].map(({ received }) => received.length);
      const answer = await post(deviceId, body);
      expect(answer.status).to.equal(status);
      expect(answer.body.error).to.match(error);
      const [newest] = (await app.call('GET', '/api/commands')).body.commands as { id: string }[];
      expect(newest).to.deep.equal(before);
      expect([tracker, receiver, silent].map(({ received }) => received.length)).to.deep.equal(written);
    });
  }

  it('a command waits for a device that never reported, is listed and canceled', async () => {
    const answer = await post('never', { command: 'x', waitMinutes: 5 });
    const { id, state } = answer.body.command as { id: string; state: string };
    expect(state).to.equal('queued');
    const { body } = await app.call('GET', '/api/commands?deviceId=never&state=queued');
    expect(body.commands).to.have.lengthOf(1);
    expect((await app.call('GET', `/api/commands/${id}`)).body.command).to.include({ command: 'x', state });
    expect((await app.call('DELETE', `/api/commands/${id}`)).body.command).to.include({ state: 'canceled' });
    expectFailure(await app.call('DELETE', `/api/commands/${id}`), 'conflict', /is canceled/);
    expectFailure(await app.call('GET', '/api/commands/0'), 'not_found', /command 0 not found/);
  });

  it('an SMS command is a message with the same id, whose text only users with the privilege see', async () => {
    const { body } = await post('phone', { command: 'password 1234', sms: true });
    const { id, state } = body.command as { id: string; state: string };
    expect([state, body.result]).to.deep.equal(['queued', `SMS ${id}: queued`]);
    const messenger = await signIn(app.url(), { userName: 'messenger', apiKey: TEST_KEY });
    expect((await messenger.call('GET', `/api/messages/${id}`)).body.message).to.include({ text: '(command)' });
    expect((await messenger.call('GET', '/api/commands')).status).to.equal(403);
    expect((await app.call('GET', `/api/messages/${id}`)).body.message).to.include({ text: 'password 1234' });
    await app.call('DELETE', `/api/commands/${id}`);
    expect((await app.call('GET', `/api/messages/${id}`)).body.message).to.include({ state: 'suppressed' });
  });

  it('an SMS command is done once the network accepted its message', async () => {
    sms.become('ready');
    const { body } = await post('phone', { command: 'report now', sms: true });
    const { id } = body.command as { id: string };
    const isDone = async (): Promise<boolean> => {
      const { body: got } = await app.call('GET', `/api/commands/${id}`);
      return (got.command as CommandView).state === 'done';
    };
    await eventually('the command is done', isDone);
    expect(sms.handed().at(-1)).to.include({ id, to: '+34600000001', text: 'report now' });
    sms.become('unavailable');
  });

  it('the feed sends each state, only to users with the privilege', async () => {
    const [commander, messenger] = await Promise.all(
      ['commander', 'messenger'].map(async (userName) => {
        const { token } = await signIn(app.url(), { userName, apiKey: TEST_KEY });
        return openEvents(app.url(), { token });
      }),
    );
    if (commander === undefined || messenger === undefined) throw new Error('no stream');
    await post('bus', { command: 'status' });
    await app.call('POST', '/api/devices/bus/alerts', { alerts: ['after'] });
    const states = (source: typeof commander): unknown[] =>
      source.received
        .filter(({ type }) => type === 'command')
        .map(({ data }) => (data as { command: { state: string } }).command.state);
    await eventually('the alert arrives', () => messenger.received.some(({ type }) => type === 'alert'));
    await eventually('all states arrive', () => states(commander).length === 3);
    expect(states(commander).at(-1)).to.equal('done');
    expect(states(messenger)).to.deep.equal([]);
    commander.close();
    messenger.close();
  });

  it('the metrics count the commands by state', async () => {
    const text = await (
      await fetch(`${app.url()}/metrics`, { headers: { Authorization: `Bearer ${app.admin().token}` } })
    ).text();
    expect(text).to.match(/^waypost_commands\{state="done"\} [1-9]/m);
    expect(text).to.match(/^waypost_commands\{state="expired"\} 0$/m);
  });
});
