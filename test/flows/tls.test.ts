import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { get } from 'node:https';
import { join } from 'node:path';
import { connect, type SecureVersion, type TLSSocket } from 'node:tls';
import { expect } from 'chai';
import { useFolder } from '../support/store/folder.js';
import { startGateway, type Gateway } from '../support/gateway/gateway.js';
import { killAll, runWaypost } from '../support/gateway/waypost.js';
import { exchange, statusesOf } from '../support/api/wire.js';

const config = { http: { tls: { enabled: true } } };

describe('the gateway over TLS', () => {
  const folder = useFolder();
  afterEach(killAll);
  const certificate = (): string => readFileSync(join(folder(), 'data', 'tls-cert.pem'), 'utf8');
  const portOf = ({ url }: Gateway): number => Number(new URL(url).port);

  async function health({ url }: Gateway): Promise<IncomingMessage> {
    const [answer] = (await once(get(`${url}/api/health`, { ca: certificate() }), 'response')) as [IncomingMessage];
    answer.resume();
    await once(answer, 'end');
    return answer;
  }
  async function shakeHands(gateway: Gateway, version: SecureVersion): Promise<TLSSocket> {
    const socket = connect({
      host: '127.0.0.1',
      port: portOf(gateway),
      ca: certificate(),
      minVersion: version,
      maxVersion: version,
      // By default, OpenSSL would not offer the old versions.
      ciphers: 'DEFAULT@SECLEVEL=0',
    });
    await once(socket, 'secureConnect');
    return socket.end();
  }

  it('the start prints the fingerprint of the certificate, and the certificate survives a restart', async () => {
    const first = await startGateway({ folder: folder(), config });
    expect(first.url).to.match(/^https:/);
    const [, printed] = /SHA-256 fingerprint of the certificate: ([\dA-F:]{95})\n/.exec(first.output()) ?? [];
    expect(printed).to.equal(new X509Certificate(certificate()).fingerprint256);
    const answer = await health(first);
    expect(answer.statusCode).to.equal(200);
    expect(answer.headers['strict-transport-security']).to.equal('max-age=15552000');
    expect(await first.end('SIGTERM')).to.equal(0);
    const second = await startGateway({ folder: folder(), config });
    expect(second.output()).to.include(printed);
    await second.end('SIGTERM');
  });

  it('the gateway accepts TLS 1.2 and 1.3, but no older version and no plain http', async () => {
    const gateway = await startGateway({ folder: folder(), config });
    for (const version of ['TLSv1.2', 'TLSv1.3'] as const) await shakeHands(gateway, version);
    for (const version of ['TLSv1', 'TLSv1.1'] as const) {
      const refused = await shakeHands(gateway, version).then(
        () => false,
        () => true,
      );
      expect(refused, version).to.equal(true);
    }
    expect(statusesOf(await exchange(portOf(gateway), 'GET /api/health HTTP/1.0\r\n\r\n'))).not.to.include(200);
    await gateway.end('SIGTERM');
  });

  it('the gateway refuses to start with an invalid certificate and names the configuration key', async () => {
    const file = join(folder(), 'wrong.pem');
    writeFileSync(file, 'wrong');
    const env = {
      WAYPOST_HTTP_TLS_ENABLED: 'true',
      WAYPOST_HTTP_TLS_CERT: file,
      WAYPOST_HTTP_TLS_KEY: file,
      WAYPOST_HTTP_PORT: '0',
    };
    const { ended, output } = runWaypost(['serve', '--data', join(folder(), 'data')], { env });
    expect(await ended).to.equal(1);
    expect(output()).to.match(/waypost: WAYPOST_HTTP_TLS_CERT: http\.tls\.cert is not a certificate/);
  });
});
