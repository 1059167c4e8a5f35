import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { expect } from 'chai';
import { protocols } from '../../../src/protocols/index.js';
import type { Receipt } from '../../../src/domain/report.js';
import { eventually } from '../../support/gateway/eventually.js';
import { openListener, STORED, type ListenerBench } from '../../support/serial/listener-bench.js';

const nmea = (content: string): string => {
  const sum = Array.from(content).reduce((xor, character) => xor ^ character.charCodeAt(0), 0);
  return `$${content}*${sum.toString(16).toUpperCase().padStart(2, '0')}`;
};
const RMC = nmea('GPRMC,080001.00,A,5250.5367,N,00542.3492,E,10.0,90.0,211126,,,A');

const SUNTECH = (id: string): string =>
  `ST910;Location;${id};500;20261121;08:00:01;+52.842278;+005.705820;012.070;084.00;1;3.8;0;1;9159`;
const QUECLINK = (imei: string): string =>
  `+RESP:GTFRI,060100,${imei},,,00,1,1,4.3,92,70.0,5.705820,52.842278,20261121080001,0460,0000,18d8,6141,00,,20261121080002,0102`;

describe('a UDP listener', () => {
  let bench: ListenerBench;
  const sockets: Socket[] = [];

  /** Sends from `from`, an address of 127.0.0.0/8, and collects the replies. */
  async function sender(from = '127.0.0.1') {
    const socket = createSocket('udp4');
    sockets.push(socket);
    const replies: string[] = [];
    socket.on('message', (bytes) => replies.push(bytes.toString('latin1')));
    socket.bind(0, from);
    await once(socket, 'listening');
    return {
      replies,
      send: (text: string) => {
        socket.send(text, bench.port, '127.0.0.1');
      },
    };
  }
  const open = async (options: Parameters<typeof openListener>[0] = {}): Promise<void> => {
    bench = await openListener({ ...options, config: { transport: 'udp', ...options.config } });
  };
  const ids = (): readonly string[] => bench.reports.map(({ deviceId }) => deviceId);

  afterEach(async () => {
    for (const socket of sockets.splice(0)) socket.close();
    await bench.stop();
  });

  it('each datagram is a session of its own, and its sender gets the reply', async () => {
    await open();
    const [one, other] = [await sender(), await sender()];
    one.send('1 A\nhalf a li');
    other.send('2 B\n');
    await eventually('both have their reply', () => one.replies.length === 1 && other.replies.length === 1);
    expect([one.replies, other.replies]).to.deep.equal([['1 1\n'], ['2 1\n']]);
    one.send('ne\n3 A\n');
    await eventually('the next one is read from its start', () => one.replies.length === 3);
    expect(one.replies.slice(1)).to.deep.equal(['bad validation_failed\n', '3 1\n']);
    expect(bench.reports[0]?.source).to.deep.equal({ protocol: 'test', port: bench.path });
    expect(bench.status().listener).to.include({ connections: 2, maxConnections: null });
  });

  it('what a protocol holds for more data is stored at the end of the datagram', async () => {
    await open({ protocol: protocols.nmea0183 });
    const { send } = await sender();
    send(`$GPFID,bus-7\r\n${RMC}\r\n`);
    await eventually('the fix is stored', () => bench.reports.length === 1);
    expect(bench.reports[0]).to.deep.include({ deviceId: 'bus-7' });
    send(`123456789012345${RMC}\r\n`);
    await eventually('the fix of the prefix is stored', () => bench.reports.length === 2);
    expect(ids()).to.deep.equal(['bus-7', '123456789012345']);
    send(`${RMC}\r\n`);
    await eventually('the fix without an id is refused', () => bench.refused('no_device_id') === 1);
  });

  it('the end of a datagram ends its last line', async () => {
    const lines: readonly (readonly [keyof typeof protocols, string, string])[] = [
      ['nmea0183', `$GPFID,bus-7\r\n${RMC}`, 'bus-7'],
      ['ais', '!AIVDM,1,1,,A,13u?etPv2;0n:dDPwUM1U1Cb069D,0*24', '265547250'],
      [
        'json',
        '{"id":1,"deviceId":"bus-8","location":{"dateTime":"2026-11-21T08:00:00Z","latitude":1,"longitude":2}}',
        'bus-8',
      ],
      ['taip', '>RPV28801+5284228+0057058200009012;ID=B109<', 'B109'],
      ['taip', '>RPV28801+5284228+0057058200009012;ID=B110', 'B110'],
      ['suntech', SUNTECH('907000001'), '907000001'],
      ['suntech', `${SUNTECH('907000002')}\n`, '907000002'],
      ['suntech', `${SUNTECH('907000003')}\r${SUNTECH('907000004')}`, '907000004'],
      ['queclink', QUECLINK('867844003012625'), '867844003012625'],
      ['queclink', `${QUECLINK('867844003012626')}\r\n`, '867844003012626'],
      ['queclink', `${QUECLINK('867844003012627')}$\r\n`, '867844003012627'],
    ];
    for (const [protocol, text, id] of lines) {
      await open({ protocol: protocols[protocol] });
      const { send } = await sender();
      send(text);
      await eventually(`${protocol} is stored`, () => ids().includes(id));
      await bench.stop();
    }
  });

  it('the acknowledgement of a TAIP report goes to its sender, with the checksum by the rule of that sender', async () => {
    await open({ protocol: protocols.taip });
    const [one, other] = [await sender(), await sender()];
    const report = '>RGP211126080001-3457215-05849364010090303F00300;ID=8311;#2122;';
    one.send(`${report}*00<`);
    other.send(`${report}*2A<`);
    await eventually('both have their reply', () => one.replies.length === 1 && other.replies.length === 1);
    expect([...one.replies, ...other.replies]).to.have.members(['>ACK;ID=8311;#2122;*7D<', '>ACK;ID=8311;#2122;*57<']);
    one.send(`${report}*2A<`);
    await eventually('the other rule is damage now', () => bench.status().counters.badChecksums === 1);
  });

  it('a sender outside allow is ignored and counted', async () => {
    await open({ config: { allow: ['127.0.0.2/32'] } });
    const [stranger, tracker] = [await sender('127.0.0.3'), await sender('127.0.0.2')];
    stranger.send('1 A\n');
    tracker.send('1 B\n');
    await eventually('the tracker has its reply', () => tracker.replies.length === 1);
    await eventually('the stranger is counted', () => bench.refused('outside_allow') === 1);
    expect(ids()).to.deep.equal(['B']);
  });

  it('datagrams beyond the bound are dropped without a reply, and counted', async () => {
    await open({ limits: { waitingDatagrams: 2 } });
    const settles: ((receipt: Receipt) => void)[] = [];
    bench.world.receive = () => new Promise((resolve) => settles.push(resolve));
    const { send, replies } = await sender();
    for (const ref of [1, 2, 3]) send(`${ref} A\n`);
    await eventually('the third is dropped', () => bench.refused('queue_full') === 1);
    for (const settle of settles) settle(STORED);
    await eventually('the others are acknowledged', () => replies.length === 2);
    expect(replies).to.deep.equal(['1 1\n', '2 1\n']);
    bench.world.receive = () => Promise.resolve(STORED);
    send('3 A\n');
    await eventually('sent again, it is stored', () => replies[2] === '3 1\n');
  });

  it('waiting datagrams are bounded in bytes too', async () => {
    await open({ limits: { waitingDatagramBytes: 10 } });
    let settle: (receipt: Receipt) => void = () => undefined;
    bench.world.receive = () => new Promise((resolve) => (settle = resolve));
    const { send } = await sender();
    send('1 A\n');
    await eventually('it waits', () => bench.reports.length === 1);
    send('2 ABCDEFG\n');
    await eventually('the next one is dropped', () => bench.refused('queue_full') === 1);
    settle(STORED);
  });

  it('the last senders are remembered, and the counts of all stay in the row', async () => {
    await open({ limits: { senders: 2 } });
    for (const id of ['A', 'B', 'C']) {
      const { send, replies } = await sender();
      send(`1 ${id}\n`);
      await eventually('it is stored', () => replies.length === 1);
    }
    await eventually('two are left', () => bench.status().listener.connections === 2);
    expect(bench.status().counters).to.include({ frames: 3, bytes: 12 });
    const page = bench.listeners.connections(bench.path, { after: 0, limit: 10 });
    expect(page.ok && page.value.connections.map(({ deviceId }) => deviceId)).to.deep.equal(['B', 'C']);
  });

  it('an id that reports from two addresses is stored from both and counted', async () => {
    await open();
    for (const from of ['127.0.0.2', '127.0.0.3']) {
      const { send, replies } = await sender(from);
      send('1 A\n');
      await eventually('it is stored', () => replies.length === 1);
    }
    expect(bench.status().listener.conflicts).to.equal(1);
    expect(bench.status().reason).to.contain('127.0.0.2 and 127.0.0.3');
  });

  it('a stop settles and acknowledges what was received', async () => {
    await open();
    let settle: (receipt: Receipt) => void = () => undefined;
    bench.world.receive = () => new Promise((resolve) => (settle = resolve));
    const { send, replies } = await sender();
    send('7 A\n');
    await eventually('the report is submitted', () => bench.reports.length === 1);
    const stopped = bench.stop();
    settle(STORED);
    await stopped;
    await eventually('the reply arrives', () => replies[0] === '7 1\n');
  });

  it('commands are refused, because a datagram leaves no connection', async () => {
    await open();
    const command = { deviceId: 'A', key: '0123456789ab', bytes: Buffer.from('reset') };
    const prepared = bench.listeners.prepareCommand(bench.path, command);
    expect(prepared).to.include({ ok: false, code: 'conflict' });
  });
});
