import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { hostname, networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { createSecureContext } from 'node:tls';
import { replaceFile } from '../disk/durable.js';
import { readRegularFile } from '../disk/regular-file.js';
import { errorOf, messageOf, type Failure } from '../errors.js';
import { certificateErrors } from './messages.js';

/** A TLS server certificate; `cert` and `key` are PEM. */
export type Certificate = {
  readonly cert: string;
  readonly key: string;
  /** SHA-256 as browsers and openssl show it: pairs of hex digits separated by colons */
  readonly fingerprint: string;
  /** the host names that it is for */
  readonly names: readonly string[];
  /** ms since 1970 */
  readonly validTo: number;
};

export type CertificateOptions = {
  readonly folder: string;
  /** paths of PEM files; both empty: a self-signed certificate in `folder` */
  readonly cert: string;
  readonly key: string;
  readonly now: () => number;
  /** false: a created certificate is not saved */
  readonly writable?: boolean;
};

const DAY_MS = 86_400_000;
/** Some systems do not trust a server certificate that is valid for longer. */
const VALIDITY_MS = 825 * DAY_MS;
const RENEW_BEFORE_MS = 30 * DAY_MS;

/**
 * The returned function loads the configured certificate, or the folder's self-signed one, which it creates if there is
 * none or it expires soon.
 */
export function createCertificateLoader(options: CertificateOptions): () => Promise<Certificate> {
  const { folder, cert, key, now, writable = true } = options;
  const certFile = join(folder, 'tls-cert.pem');
  const keyFile = join(folder, 'tls-key.pem');
  let last: Certificate | undefined;

  async function loadOwn(): Promise<Certificate> {
    const stored = (await readStoredPair(certFile, keyFile)) ?? last;
    if (stored !== undefined && stored.validTo - now() > RENEW_BEFORE_MS) return stored;
    // Loaded only when needed.
    const { createSelfSigned } = await import('./self-signed.js');
    // Starts a day earlier, because the clocks of clients may be behind.
    const created = await createSelfSigned({ names: hostNames(), from: now() - DAY_MS, to: now() + VALIDITY_MS });
    if (writable) {
      // After a kill between the two, they do not match and the next start creates both again.
      await replaceFile(keyFile, [Buffer.from(created.key)]);
      await replaceFile(certFile, [Buffer.from(created.cert)]);
    }
    return (last = toCertificate(created.cert, created.key));
  }

  return async () => (await loadConfiguredCertificate({ cert, key })) ?? loadOwn();
}

/** The pair of the configuration; null if it names none. Throws with the key that is wrong. */
export async function loadConfiguredCertificate({
  cert,
  key,
}: Pick<CertificateOptions, 'cert' | 'key'>): Promise<Certificate | null> {
  if (cert === '' && key === '') return null;
  if (cert === '') throw errorOf(certificateErrors.empty({ key: 'http.tls.cert', other: 'http.tls.key' }));
  if (key === '') throw errorOf(certificateErrors.empty({ key: 'http.tls.key', other: 'http.tls.cert' }));
  return toCertificate(await readPem('http.tls.cert', cert), await readPem('http.tls.key', key));
}

/** The saved pair; undefined if it is missing or unusable. */
async function readStoredPair(certFile: string, keyFile: string): Promise<Certificate | undefined> {
  try {
    const [cert, key] = await Promise.all([certFile, keyFile].map(readRegularFile));
    return toCertificate(String(cert), String(key));
  } catch {
    return undefined;
  }
}

const readPem = (name: string, path: string): Promise<string> =>
  readFile(path, 'utf8').catch((error: unknown) => {
    throw errorOf(certificateErrors.unreadable({ key: name, detail: messageOf(error) }));
  });

function toCertificate(cert: string, key: string): Certificate {
  const certificate = parseOrFail(certificateErrors.noCertificate, () => new X509Certificate(cert));
  const privateKey = parseOrFail(certificateErrors.noKey, () => createPrivateKey(key));
  if (!certificate.checkPrivateKey(privateKey)) {
    throw errorOf(certificateErrors.otherKey());
  }
  // A valid pair may still be too weak for TLS.
  parseOrFail(certificateErrors.tooWeak, () => createSecureContext({ cert, key }));
  return {
    cert,
    key,
    fingerprint: certificate.fingerprint256,
    names: hostNamesOf(certificate),
    validTo: Date.parse(certificate.validTo),
  };
}

/** The DNS names of RFC 5280, 4.2.1.6, which Node lists as `DNS:a.example, IP Address:10.0.0.1`. */
const hostNamesOf = ({ subjectAltName = '' }: X509Certificate): string[] =>
  subjectAltName.split(', ').flatMap((name) => (name.startsWith('DNS:') ? [name.slice('DNS:'.length)] : []));

function parseOrFail<T>(row: (values: { readonly detail: string }) => Failure, parse: () => T): T {
  try {
    return parse();
  } catch (error) {
    throw errorOf(row({ detail: messageOf(error) }));
  }
}

/** The names and addresses under which clients on the network reach this machine: host name, mDNS name, all addresses. */
function hostNames(): string[] {
  const host = hostname().toLowerCase();
  const names = host.includes('.') || host === 'localhost' ? [host] : [host, `${host}.local`];
  const addresses = Object.values(networkInterfaces()).flatMap((all = []) => all.map(({ address }) => address));
  return [...new Set([...names, 'localhost', '127.0.0.1', '::1', ...addresses])];
}
