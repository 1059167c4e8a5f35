import { expect } from 'chai';
import { createClock } from '../../../src/time/clock.js';
import { createSelfSigned } from '../../../src/tls/self-signed.js';
import { eventually } from '../../support/gateway/eventually.js';
import { useFarSideServer } from '../../support/uplinks/far-side-server.js';
import { createTestMqttSink, startMqttSink } from '../../support/uplinks/mqtt-sink.js';

const CONNACK = Buffer.from([0x20, 0x03, 0x00, 0x00, 0x00]);
/** Type, and a remaining length of 268,435,455. */
const huge = (type: number): Buffer => Buffer.from([type, 0xff, 0xff, 0xff, 0x7f]);
/** What the sockets of both sides hold besides the bytes that count. */
const MAX_POURED = 20_000_000;

describe('the size of what a broker sends', () => {
  let pair: { readonly cert: string; readonly key: string };
  before(async () => {
    const now = createClock().now();
    pair = await createSelfSigned({ names: ['127.0.0.1'], from: now - 86_400_000, to: now + 86_400_000 });
  });
  const plain = useFarSideServer();
  const encrypted = useFarSideServer(() => pair);

  const floods: readonly (readonly [string, Buffer])[] = [
    ['accepts the connection with a packet', huge(0x20)],
    ['publishes a message', Buffer.concat([CONNACK, huge(0x30)])],
    ['acknowledges', Buffer.concat([CONNACK, huge(0x40)])],
    ['ends the connection with a packet', Buffer.concat([CONNACK, huge(0xe0)])],
  ];
  for (const [scheme, server] of [
    ['mqtt', plain],
    ['mqtts', encrypted],
  ] as const)
    for (const [what, first] of floods)
      it(`a broker that ${what} of 256 MB over ${scheme} is left before it is read`, async () => {
        server.answerBy(server.pour(first, 'a'));
        const sink = createTestMqttSink(
          `${scheme}://127.0.0.1:${server.port()}`,
          {},
          { testing: true, tls: { insecure: true } },
        );
        await startMqttSink(sink);
        await eventually('the connection is closed', () => server.open() === 0);
        await eventually('the sink has noticed', () => !sink.status().connected);
        expect(sink.status().reason).to.contain('packet over 32768 bytes');
        expect(server.poured()).to.be.below(MAX_POURED);
        await sink.stop();
      });
});
