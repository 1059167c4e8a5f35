import { X509Certificate } from 'node:crypto';
import { chmodSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { createCertificateLoader, type Certificate } from '../../src/tls/certificate.js';
import { createSelfSigned } from '../../src/tls/self-signed.js';
import { createTestClock } from '../support/time/clock.js';
import { useFolder } from '../support/store/folder.js';

const DAY_MS = 86_400_000;

describe('createCertificateLoader', () => {
  const folder = useFolder();
  const clock = createTestClock();
  const load = (own: { cert?: string; key?: string; writable?: boolean; now?: () => number } = {}) =>
    createCertificateLoader({ folder: folder(), cert: '', key: '', now: () => clock.now(), ...own })();
  const refusal = (cert: string, key: string): Promise<string> =>
    load({ cert, key }).then(
      () => 'accepted',
      (error: unknown) => (error instanceof Error ? error.message : String(error)),
    );
  const file = (name: string, text: string): string => {
    const path = join(folder(), name);
    writeFileSync(path, text);
    return path;
  };

  describe('without a configured certificate', () => {
    it('the certificate is for the names and addresses of the machine, for a server, and for no authority', async () => {
      const { cert, fingerprint } = await load();
      const x509 = new X509Certificate(cert);
      for (const name of ['localhost', hostname().toLowerCase()]) expect(x509.checkHost(name), name).to.equal(name);
      for (const address of ['127.0.0.1', '::1']) expect(x509.checkIP(address), address).to.equal(address);
      expect(x509.ca).to.equal(false);
      expect(x509.verify(x509.publicKey)).to.equal(true);
      expect(x509.fingerprint256).to.equal(fingerprint);
      expect(x509.keyUsage).to.deep.equal(['1.3.6.1.5.5.7.3.1']);
    });

    it('the certificate is saved in the folder, its key readable only by the owner, and used again', async () => {
      const { fingerprint } = await load();
      expect(readdirSync(folder()).sort()).to.deep.equal(['tls-cert.pem', 'tls-key.pem']);
      expect(statSync(join(folder(), 'tls-key.pem')).mode & 0o777).to.equal(0o600);
      expect((await load()).fingerprint).to.equal(fingerprint);
    });

    it('a certificate in its last 30 days, or expired, is replaced', async () => {
      const { fingerprint, validTo } = await load();
      const at = (now: number): Promise<Certificate> => load({ now: () => now });
      expect((await at(validTo - 30 * DAY_MS - 1)).fingerprint).to.equal(fingerprint);
      const next = await at(validTo - 30 * DAY_MS);
      expect(next.fingerprint).not.to.equal(fingerprint);
      expect((await at(next.validTo + DAY_MS)).validTo).to.be.greaterThan(next.validTo);
    });

    it('damaged or mismatched files are replaced', async () => {
      const first = await load();
      file('tls-cert.pem', 'noise');
      const second = await load();
      expect(second.fingerprint).not.to.equal(first.fingerprint);
      file('tls-key.pem', first.key);
      expect((await load()).fingerprint).not.to.equal(second.fingerprint);
    });

    it('a certificate that is not saved stays the same for one run', async () => {
      const loadAgain = createCertificateLoader({
        folder: folder(),
        cert: '',
        key: '',
        now: () => clock.now(),
        writable: false,
      });
      expect((await loadAgain()).fingerprint).to.equal((await loadAgain()).fingerprint);
      expect(readdirSync(folder())).to.deep.equal([]);
    });
  });

  describe('with a configured certificate', () => {
    let pair: { cert: string; key: string };
    before(async () => {
      pair = await createSelfSigned({ names: ['depot.example'], from: clock.now(), to: clock.now() + DAY_MS });
    });

    it('the files are used unchanged, and nothing is written to the data folder', async () => {
      const [cert, key] = [file('own.crt', pair.cert), file('own.key', pair.key)];
      expect(await load({ cert, key })).to.include(pair);
      expect(readdirSync(folder()).sort()).to.deep.equal(['own.crt', 'own.key']);
    });

    it('a file that cannot be read is refused with its configuration key', async () => {
      const good = file('own.crt', pair.cert);
      expect(await refusal(join(folder(), 'none.crt'), good)).to.match(/^http\.tls\.cert cannot be read: ENOENT/);
      expect(await refusal(good, folder())).to.match(/^http\.tls\.key cannot be read: EISDIR.*PEM file/);
    });

    it('one of the two without the other is refused', async () => {
      const good = file('own.crt', pair.cert);
      expect(await refusal(good, '')).to.match(/^http\.tls\.key is empty.*give both; or leave/);
      expect(await refusal('', good)).to.match(/^http\.tls\.cert is empty/);
    });

    it('a file that is not PEM, and a key that is not a key, are refused', async () => {
      const [cert, key, text] = [file('own.crt', pair.cert), file('own.key', pair.key), file('text', 'hello')];
      expect(await refusal(text, key)).to.match(/^http\.tls\.cert is not a certificate .*self-signed/);
      expect(await refusal(cert, text)).to.match(/^http\.tls\.key is not a private key without a passphrase/);
      expect(await refusal(cert, cert)).to.match(/^http\.tls\.key is not a private key/);
      expect(await refusal(cert, file('cut.key', pair.key.slice(0, 300)))).to.match(
        /http\.tls\.key is not a private key/,
      );
    });

    it('a key of another certificate is refused', async () => {
      const other = await createSelfSigned({ names: ['other'], from: clock.now(), to: clock.now() + DAY_MS });
      const message = await refusal(file('own.crt', pair.cert), file('other.key', other.key));
      expect(message).to.match(/^http\.tls\.key does not belong to the first certificate in http\.tls\.cert; give/);
      expect(message).not.to.include('PRIVATE');
    });

    it('configured files are never written to', async () => {
      const [cert, key] = [file('own.crt', pair.cert), file('own.key', pair.key)];
      chmodSync(cert, 0o400);
      await load({ cert, key, now: () => clock.now() + 100 * DAY_MS });
      expect(readFileSync(cert, 'utf8')).to.equal(pair.cert);
    });
  });
});
