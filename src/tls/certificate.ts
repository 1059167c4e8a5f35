import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createSecureContext } from 'node:tls';
import { messageOf, WaypostError } from '../errors.js';
import { replaceFile } from '../disk/durable.js';
import { hostNames } from './host-names.js';

/** What the server shows of itself over TLS; `cert` and `key` are PEM. */
export type Certificate = {
  readonly cert: string;
  readonly key: string;
  /** SHA-256, pairs of hex digits with colons between, as browsers and openssl show it */
  readonly fingerprint: string;
  /** ms since 1970 */
  readonly validTo: number;
};

export type CertificateOptions = {
  readonly folder: string;
  /** paths of PEM files; both empty: a self-signed certificate in the folder */
  readonly cert: string;
  readonly key: string;
  readonly now: () => number;
  /** false: nothing may be written to the folder */
  readonly writable?: boolean;
};

const DAY_MS = 86_400_000;
/** Some systems trust no server's certificate that is valid for longer. */
const VALIDITY_MS = 825 * DAY_MS;
const RENEW_BEFORE_MS = 30 * DAY_MS;
const SELF_SIGNED_HINT = 'or leave http.tls.cert and http.tls.key empty for a self-signed certificate';

/**
 * Loads the certificate, as often as it is called: the one that was configured, or the folder's own, which is made when
 * there is none or it is about to end.
 */
export function createCertificateLoader(options: CertificateOptions): () => Promise<Certificate> {
  const { folder, cert, key, now, writable = true } = options;
  const certFile = join(folder, 'tls-cert.pem');
  const keyFile = join(folder, 'tls-key.pem');
  let last: Certificate | undefined;

  async function loadOwn(): Promise<Certificate> {
    const stored = (await readStoredPair(certFile, keyFile)) ?? last;
    if (stored !== undefined && stored.validTo - now() > RENEW_BEFORE_MS) return stored;
    // Loaded by those alone who need it.
    const { createSelfSigned } = await import('./self-signed.js');
    // Clients' clocks may be behind.
    const created = await createSelfSigned({ names: hostNames(), from: now() - DAY_MS, to: now() + VALIDITY_MS });
    if (writable) {
      // Cut off between the two, they do not fit, and the next start makes both anew.
      await replaceFile(keyFile, [Buffer.from(created.key)]);
      await replaceFile(certFile, [Buffer.from(created.cert)]);
    }
    return (last = toCertificate(created.cert, created.key));
  }

  return async () => {
    if (cert === '' && key === '') return loadOwn();
    if (cert === '')
      throw configError('http.tls.cert', 'is empty, but http.tls.key is not: give both', SELF_SIGNED_HINT);
    if (key === '')
      throw configError('http.tls.key', 'is empty, but http.tls.cert is not: give both', SELF_SIGNED_HINT);
    return toCertificate(await readPem('http.tls.cert', cert), await readPem('http.tls.key', key));
  };
}

/** What was made before; undefined when there is none, or it is of no use. */
async function readStoredPair(certFile: string, keyFile: string): Promise<Certificate | undefined> {
  try {
    return toCertificate(await readFile(certFile, 'utf8'), await readFile(keyFile, 'utf8'));
  } catch {
    return undefined;
  }
}

const readPem = (name: string, path: string): Promise<string> =>
  readFile(path, 'utf8').catch((error: unknown) => {
    throw configError(name, `can not be read: ${messageOf(error)}`, `give the path of a PEM file, ${SELF_SIGNED_HINT}`);
  });

function toCertificate(cert: string, key: string): Certificate {
  const certificate = parseOrFail('http.tls.cert', 'certificate', () => new X509Certificate(cert));
  const privateKey = parseOrFail('http.tls.key', 'private key without a passphrase', () => createPrivateKey(key));
  if (!certificate.checkPrivateKey(privateKey)) {
    const hint = "give the key of the certificate; in a chain the server's own certificate comes first";
    throw configError('http.tls.key', 'does not belong to the first certificate in http.tls.cert', hint);
  }
  // What is whole may still be too weak for TLS of today.
  parseOrFail('http.tls.cert', 'certificate that is strong enough', () => createSecureContext({ cert, key }));
  return { cert, key, fingerprint: certificate.fingerprint256, validTo: Date.parse(certificate.validTo) };
}

function parseOrFail<T>(name: string, what: string, parse: () => T): T {
  try {
    return parse();
  } catch (error) {
    throw configError(name, `is no ${what} (${messageOf(error)})`, `give a PEM file of one, ${SELF_SIGNED_HINT}`);
  }
}

const configError = (name: string, what: string, hint: string): WaypostError =>
  new WaypostError('validation_failed', `configuration: ${name} ${what}; ${hint}`);
