import { setImmediate as turn } from 'node:timers/promises';
import { expect } from 'chai';
import { json } from '../../../src/protocols/json/index.js';
import { nmea0183 } from '../../../src/protocols/nmea0183/index.js';
import { queclink } from '../../../src/protocols/queclink/index.js';
import { wpt } from '../../../src/protocols/wpt/index.js';
import { encodeLine } from '../../../src/protocols/wpt/line.js';
import type { CommandOutcome } from '../../../src/serial/session/pending-commands.js';
import { queclinkFrame } from '../../../src/simulator/queclink/frames.js';
import { expectFailure } from '../../support/api/expect-failure.js';
import { createTestLink } from '../../support/serial/test-link.js';
import { testProtocol } from '../../support/protocols/test-protocol.js';
import { hello } from '../../support/protocols/wpt.js';
import { withText } from '../../../src/messages/with-text.js';
import { commandResults } from '../../../src/serial/messages.js';
import { reasonFor } from '../../support/serial/reason.js';

type TestLink = ReturnType<typeof createTestLink>;

const KEY = '0123456789ab';
const KEY_2 = 'ba9876543210';

async function openLink(options: Parameters<typeof createTestLink>[0]): Promise<TestLink> {
  const test = createTestLink(options);
  test.link.start();
  await test.advance(0);
  return test;
}

const prepare = ({ link }: TestLink, command: string, key = KEY, deviceId = 'trk-1') =>
  link.prepareCommand({ deviceId, key, bytes: Buffer.from(command) });

function send(test: TestLink, ...command: [string, string?, string?]): Promise<CommandOutcome> {
  const prepared = prepare(test, ...command);
  if (!prepared.ok) throw new Error(prepared.message);
  return prepared.value.send();
}

/** undefined while the promise is pending */
async function outcomeNow<T>(promise: Promise<T>): Promise<T | undefined> {
  await turn();
  return Promise.race([promise, Promise.resolve(undefined)]);
}

const reply = (id: string, deviceId: string, result = 'ok'): string => `${JSON.stringify({ id, deviceId, result })}\n`;

describe('commands on a port', () => {
  it('a command is written in the framing of the protocol, and the reply is its result', async () => {
    const test = await openLink({ protocol: json });
    const sending = send(test, 'status');
    expect(test.ports.last().written).to.deep.equal([`{"command":"status","id":"${KEY}","deviceId":"trk-1"}\n`]);
    expect(await outcomeNow(sending)).to.equal(undefined);
    test.ports.last().say(reply(KEY, 'trk-1', 'all well'));
    expect(await outcomeNow(sending)).to.deep.equal({ state: 'done', result: 'all well' });
    expect(test.ports.last().written).to.have.lengthOf(1);
  });

  it('an error of the tracker fails the command', async () => {
    const test = await openLink({ protocol: json });
    const sending = send(test, 'status');
    test.ports.last().say(`{"id":"${KEY}","deviceId":"trk-1","error":"moving"}\n`);
    expect(await outcomeNow(sending)).to.deep.equal({ state: 'failed', result: 'moving' });
  });

  it('a reply of another tracker or to another command is not taken', async () => {
    const test = await openLink({ protocol: json });
    const one = send(test, 'one', KEY, 'trk-1');
    const two = send(test, 'two', KEY_2, 'trk-2');
    test.ports.last().say(reply(KEY, 'trk-2') + reply('000000000000', 'trk-1'));
    expect(await outcomeNow(one)).to.equal(undefined);
    test.ports.last().say(reply(KEY_2, 'trk-2', '2') + reply(KEY, 'trk-1', '1'));
    expect(await outcomeNow(one)).to.include({ result: '1' });
    expect(await outcomeNow(two)).to.include({ result: '2' });
  });

  it('a reply without a device id is taken, because only its tracker knows the id of the command', async () => {
    for (const bound of [{}, { deviceId: 'trk-1' }]) {
      const test = await openLink({ protocol: json, ...bound });
      const sending = send(test, 'status');
      test.ports.last().say(`{"id":"${KEY}","result":"ok"}\n`);
      expect(await outcomeNow(sending)).to.include({ state: 'done' });
    }
  });

  it('a command without a reply within 10 s is uncertain', async () => {
    const test = await openLink({ protocol: json });
    const sending = send(test, 'status');
    await test.advance(9_999);
    expect(await outcomeNow(sending)).to.equal(undefined);
    await test.advance(1);
    expect(await outcomeNow(sending)).to.deep.equal({
      state: 'uncertain',
      ...withText('result', commandResults.noReply({ seconds: 10 })),
    });
    expect(test.ports.last().written).to.have.lengthOf(1);
  });

  it('a late acknowledgement is not taken for that of the next command with the same serial number', async () => {
    const imei = '860000000000017';
    const test = await openLink({ protocol: queclink });
    const ack = queclinkFrame({
      head: 'ACK',
      message: 'RTO',
      deviceId: imei,
      name: 'GL300',
      content: ['0001'],
      time: '20261121080000',
      count: 1,
    });
    const command = 'AT+GTRTO=gl300,3,,,,,,0001$';
    const one = send(test, command, KEY, imei);
    await test.advance(10_000);
    expect(await outcomeNow(one)).to.include({ state: 'uncertain' });
    const two = send(test, command, KEY_2, imei);
    test.ports.last().say(ack);
    expect(await outcomeNow(two)).to.equal(undefined);
    test.ports.last().say(ack);
    expect(await outcomeNow(two)).to.include({ state: 'done', result: ack });
    expect(test.ports.last().written).to.deep.equal([command, command]);
  });

  it('the loss of the port makes a command uncertain, and it is not written to the next opening', async () => {
    const test = await openLink({ protocol: json });
    const sending = send(test, 'status');
    test.ports.last().onClose(reasonFor('gone'));
    expect(await outcomeNow(sending)).to.deep.equal({
      state: 'uncertain',
      ...withText('result', commandResults.closedBeforeReply({ path: '/dev/test' })),
    });
    test.world.device = 'second';
    await test.advance(1_000);
    expect(test.ports.opened()).to.equal(2);
    expect(test.ports.last().written).to.deep.equal([]);
  });

  it('a command prepared before the loss of the port is not written after it', async () => {
    const test = await openLink({ protocol: json });
    const prepared = prepare(test, 'status');
    if (!prepared.ok) throw new Error(prepared.message);
    test.ports.last().onClose(reasonFor('gone'));
    test.world.device = 'second';
    await test.advance(1_000);
    expect(await prepared.value.send()).to.include({ state: 'failed' });
    expect(test.ports.last().written).to.deep.equal([]);
  });

  it('a tracker that does not read gets nothing, and the command fails', async () => {
    const test = await openLink({ protocol: json });
    test.ports.last().jam();
    const outcome = await send(test, 'status');
    expect(outcome.state).to.equal('failed');
    expect(outcome.result).to.match(/^nothing was written: the device does not read/);
  });

  it('a closed port, a port in provisioning and a port whose protocol is not detected take no command', async () => {
    const test = createTestLink({ protocol: json });
    expectFailure(prepare(test, 'x'), 'unavailable', /\/dev\/test is not open/);
    test.link.start();
    await test.advance(0);
    const ready = prepare(test, 'x');
    const lease = test.link.acquireLease(json, { onOpen: () => 0, onData: () => 0, onClose: () => 0 });
    expectFailure(prepare(test, 'x'), 'unavailable', /\/dev\/test is in provisioning/);
    if (ready.ok) expect(await ready.value.send()).to.include({ state: 'failed' });
    expect(test.ports.last().written).to.deep.equal([]);
    lease.release();
    expect(prepare(test, 'x')).to.have.property('ok', true);
    const detecting = await openLink({ protocols: [testProtocol(), json] });
    expectFailure(prepare(detecting, 'x'), 'unavailable', /not detected yet/);
  });

  it('raw bytes are written exactly as given where the configuration allows it, and only there', async () => {
    const refusing = await openLink({ protocol: nmea0183, deviceId: 'bus' });
    expectFailure(prepare(refusing, 'x'), 'conflict', /nmea0183 takes no commands.*set commands: true/);
    const test = await openLink({ protocol: nmea0183, deviceId: 'bus', commands: true });
    const outcome = await send(test, '$PMTK000*32\r\n\u0000');
    expect(outcome).to.include({ state: 'done', result: 'written to /dev/test: nmea0183 has no replies' });
    expect(test.ports.last().written).to.deep.equal(['$PMTK000*32\r\n\u0000']);
  });

  it('a WPT/1 tracker gets a command once it has sent HEL, and its records go on meanwhile', async () => {
    const test = await openLink({ protocol: wpt });
    expectFailure(prepare(test, 'x'), 'unavailable', /sent no HEL/);
    test.ports.last().say(hello());
    await turn();
    const sending = send(test, 'engine_stop');
    expect(test.ports.last().written.at(-1)).to.equal(encodeLine('CMD', KEY, '9F3A01C2', 'engine_stop'));
    test.ports.last().say(encodeLine('RES', KEY, 'OK', 'stopped'));
    expect(await outcomeNow(sending)).to.deep.equal({ state: 'done', result: 'stopped' });
  });
});

describe('the texts of commands', () => {
  it('the monitor does not show a text that the tracker sends back', async () => {
    const test = await openLink({ protocol: nmea0183, deviceId: 'bus', commands: true });
    const { createLineMonitor } = await import('../../../src/serial/monitor/line-monitor.js');
    const lines: unknown[] = [];
    test.link.observe(createLineMonitor({ protocols: [nmea0183], now: () => 0, onLine: (line) => lines.push(line) }));
    await send(test, 'login secret-1234\r\n');
    test.ports.last().say('\r\nlogin secret-1234\r\n$OK\r\n');
    const shown = JSON.stringify(lines);
    expect(shown).to.include('$OK').and.include('*****************').and.not.include('1234');
  });

  it('the application log does not contain a text', async () => {
    const test = await openLink({ protocol: json });
    const sending = send(test, 'login secret-1234');
    test.ports.last().say('login secret-1234\n{"command":"login secret-1234","id":"x"}\n');
    await test.advance(10_000);
    await sending;
    expect(test.log.join('\n')).to.not.include('1234');
  });
});
