import { expect } from 'chai';
import { createClock } from '../../../src/time/clock.js';
import { createSelfSigned } from '../../../src/tls/self-signed.js';
import type { SinkStatus, SinkTls } from '../../../src/uplinks/sink.js';
import { createClientCertificate } from '../../support/uplinks/client-certificate.js';
import { createMosquitto, type Mosquitto } from '../../support/uplinks/mosquitto.js';
import { createTestMqttSink, startMqttSink } from '../../support/uplinks/mqtt-sink.js';

const YEAR_MS = 365 * 86_400_000;
type Pair = { readonly cert: string; readonly key: string };

describe('the MQTT uplink over TLS', () => {
  const { now } = createClock();
  const certificateFor = (name: string, from = now() - YEAR_MS, to = now() + YEAR_MS): Promise<Pair> =>
    createSelfSigned({ names: [name], from, to });
  const brokers: Mosquitto[] = [];
  let right: Pair;

  async function startBroker({ cert, key }: Pair, lines: readonly string[] = [], files = {}): Promise<string> {
    const broker = await createMosquitto({
      files: { 'cert.pem': cert, 'key.pem': key, ...files },
      lines: ['certfile cert.pem', 'keyfile key.pem', ...lines],
    });
    brokers.push(broker);
    await broker.start();
    return broker.url.replace('mqtt:', 'mqtts:');
  }
  async function statusOf(url: string, tls: Partial<SinkTls> = {}): Promise<SinkStatus> {
    const sink = createTestMqttSink(url, {}, { tls: { insecure: false, ...tls }, testing: true });
    await startMqttSink(sink);
    const status = sink.status();
    await sink.stop();
    return status;
  }
  const authority = (pair: Pair): Partial<SinkTls> => ({ ca: Buffer.from(pair.cert) });

  before(async () => {
    right = await certificateFor('127.0.0.1');
  });
  afterEach(async () => {
    for (const broker of brokers.splice(0)) await broker.remove();
  });

  it('a certificate of an unknown authority is refused, and accepted with its CA or if that is asked for', async () => {
    const url = await startBroker(right);
    const { connected, reason } = await statusOf(url);
    expect(connected).to.equal(false);
    expect(reason).to.contain('tls.ca');
    expect((await statusOf(url, authority(right))).reason).to.equal(null);
    expect((await statusOf(url, authority(right))).connected).to.equal(true);
    expect((await statusOf(url, { insecure: true })).connected).to.equal(true);
  });

  it('a certificate for another name, or an expired one, is refused with its reason', async () => {
    const other = await certificateFor('center.example');
    expect((await statusOf(await startBroker(other), authority(other))).reason).to.contain('for another name');
    const expired = await certificateFor('127.0.0.1', now() - 2 * YEAR_MS, now() - YEAR_MS);
    expect((await statusOf(await startBroker(expired), authority(expired))).reason).to.contain('expired');
  });

  it('a broker that requires a client certificate gets it, and its absence is named', async () => {
    const client = createClientCertificate('depot');
    const lines = ['cafile client.pem', 'require_certificate true'];
    const url = await startBroker(right, lines, { 'client.pem': client.cert });
    const own = { ...authority(right), cert: Buffer.from(client.cert), key: Buffer.from(client.key) };
    expect((await statusOf(url, own)).reason).to.equal(null);
    expect((await statusOf(url, authority(right))).reason).to.contain('client certificate');
  });

  it('files that are no certificate or key are named', async () => {
    const broken = { ...authority(right), cert: Buffer.from('no certificate'), key: Buffer.from('no key') };
    expect((await statusOf(await startBroker(right), broken)).reason).to.contain('no valid PEM');
  });

  it('a port that does not use TLS is named', async () => {
    const broker = await createMosquitto();
    brokers.push(broker);
    await broker.start();
    const { reason } = await statusOf(broker.url.replace('mqtt:', 'mqtts:'));
    expect(reason, reason ?? '').to.match(/TLS|closed the connection/);
  });
});
