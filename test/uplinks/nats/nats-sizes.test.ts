import { expect } from 'chai';
import { eventually } from '../../support/gateway/eventually.js';
import { useFarSideServer, type FarSideServer } from '../../support/uplinks/far-side-server.js';
import { createTestNatsSink, startNatsSink } from '../../support/uplinks/nats-sink.js';

const INFO = 'INFO {"server_id":"N","version":"2.10.0","proto":1,"headers":true,"max_payload":1048576}\r\n';
/** What the sockets of both sides hold besides the bytes that count. */
const MAX_POURED = 20_000_000;

type Flood = readonly [what: string, first: string, piece: string];

describe('the size of what a NATS server sends', () => {
  const server: FarSideServer = useFarSideServer();

  async function reasonOf(): Promise<string | null> {
    const sink = createTestNatsSink({ url: `nats://127.0.0.1:${server.port()}`, options: { testing: true } });
    const { reason } = await startNatsSink(sink);
    await eventually('the connection is closed', () => server.open() === 0);
    await sink.stop();
    return reason;
  }

  const floods: readonly Flood[] = [
    ['an endless first line', 'INFO {"x":"', 'a'],
    ['an endless line after it', `${INFO}INFO {"x":"`, 'a'],
    ['an endless error', `${INFO}-ERR `, 'a'],
    ['a message of 10 GB', `${INFO}MSG a 1 9999999999\r\n`, 'a'],
    ['a message with headers of 10 GB', `${INFO}HMSG a 1 12 9999999999\r\n`, 'a'],
    ['bytes that are not of its protocol', `${INFO}\u001b[31m`, 'a'],
  ];
  for (const [what, first, piece] of floods)
    it(`a server that sends ${what} is left`, async () => {
      server.answerBy(server.pour(first, piece), true);
      expect(await reasonOf()).to.contain('what answers there is not a NATS server');
      expect(server.poured()).to.be.below(MAX_POURED);
    });

  it('a server that asks for answers and reads none is left', async () => {
    server.answerBy((socket) => {
      server.pour(INFO, 'PING\r\n')(socket);
      socket.pause();
    }, true);
    expect(await reasonOf()).to.contain('what answers there is not a NATS server');
  });
});
