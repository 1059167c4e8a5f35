import { expect } from 'chai';
import forge from 'node-forge';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createClock } from '../../../src/time/clock.js';
import { createSelfSigned } from '../../../src/tls/self-signed.js';
import type { SinkStatus, SinkTls } from '../../../src/uplinks/sink.js';
import { eventually } from '../../support/gateway/eventually.js';
import { useFolder } from '../../support/store/folder.js';
import { statusOf } from '../../support/uplinks/nats-sink.js';
import { startNatsServer, useNatsServers } from '../../support/uplinks/nats-server.js';

type Pair = { readonly cert: string; readonly key: string };

const clock = createClock();
const YEAR_MS = 365 * 86_400_000;
const certificateFor = (names: readonly string[]): Promise<Pair> =>
  createSelfSigned({ names, from: clock.now() - YEAR_MS, to: clock.now() + YEAR_MS });

/** The same for a client: nats-server takes no certificate of a server from it. */
async function clientCertificate(): Promise<Pair> {
  const { key } = await certificateFor(['depot']);
  const privateKey = forge.pki.privateKeyFromPem(key);
  const certificate = forge.pki.createCertificate();
  certificate.publicKey = forge.pki.setRsaPublicKey(privateKey.n, privateKey.e);
  certificate.serialNumber = '01';
  certificate.validity.notBefore = new Date(clock.now() - YEAR_MS);
  certificate.validity.notAfter = new Date(clock.now() + YEAR_MS);
  certificate.setSubject([{ name: 'commonName', value: 'depot' }]);
  certificate.setIssuer([{ name: 'commonName', value: 'depot' }]);
  certificate.setExtensions([{ name: 'extKeyUsage', clientAuth: true }]);
  certificate.sign(privateKey, forge.md.sha256.create());
  return { cert: forge.pki.certificateToPem(certificate), key };
}

describe('the NATS uplink over TLS', () => {
  const folder = useFolder();
  const own = useNatsServers();

  /** The url of a server with this certificate, as `tls://`. */
  async function start(pair: Pair, more: Record<string, unknown> = {}): Promise<string> {
    const files = { cert_file: join(folder(), 'server.pem'), key_file: join(folder(), 'server-key.pem') };
    writeFileSync(files.cert_file, pair.cert);
    writeFileSync(files.key_file, pair.key);
    const { url } = await own(startNatsServer({ folder: folder(), config: { tls: { ...files, ...more } } }));
    return url.replace('nats:', 'tls:');
  }
  const tested = (url: string, tls: Partial<SinkTls> = {}): Promise<SinkStatus> =>
    statusOf({ url, tls, settings: { tls: {} } });

  it('a certificate of an unknown authority is refused, and accepted with its CA or if that is asked for', async () => {
    const right = await certificateFor(['localhost', '127.0.0.1']);
    const ca = Buffer.from(right.cert);
    const url = await start(right);
    const { connected, reason } = await tested(url);
    expect(connected).to.equal(false);
    expect(reason).to.contain('set tls.ca to the CA certificate of the far side');
    for (const address of [url, url.replace('127.0.0.1', 'localhost'), url.replace('tls:', 'nats:')]) {
      expect((await tested(address, { ca })).reason, address).to.contain('connected');
    }
    expect((await tested(url, { insecure: true })).connected).to.equal(true);
  });

  it('a certificate for another name is refused with its reason', async () => {
    const other = await certificateFor(['center.example']);
    const { reason } = await tested(await start(other), { ca: Buffer.from(other.cert) });
    expect(reason).to.contain('its certificate is for another name');
  });

  it('a client certificate is presented, and its absence is named', async () => {
    const right = await certificateFor(['127.0.0.1']);
    const client = await clientCertificate();
    const file = join(folder(), 'clients.pem');
    writeFileSync(file, client.cert);
    const url = await start(right, { verify: true, ca_file: file });
    const ca = Buffer.from(right.cert);
    // The server may end the connection before its reason is read, and the uplink tries again.
    const isNamed = async (): Promise<boolean> =>
      (await tested(url, { ca })).reason?.includes('client certificate') === true;
    await eventually('the absence of the client certificate is named', isNamed);
    const { connected, reason } = await tested(url, {
      ca,
      cert: Buffer.from(client.cert),
      key: Buffer.from(client.key),
    });
    expect(connected, String(reason)).to.equal(true);
    const wrongKey = { ca, cert: Buffer.from(client.cert), key: Buffer.from(right.key) };
    expect((await tested(url, wrongKey)).reason).to.contain('tls.key is not the key of tls.cert');
  });

  it('a server without TLS is not used if TLS is asked for', async () => {
    const { url } = await own(startNatsServer({ folder: folder() }));
    expect((await tested(url.replace('nats:', 'tls:'))).reason).to.contain('does not offer TLS');
    expect((await tested(url)).reason, 'by a setting of tls').to.contain('does not offer TLS');
  });
});
