import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createSecureContext } from 'node:tls';
import { messageOf, WaypostError } from '../errors.js';
import { replaceFile } from './durable.js';
import { ownNames } from './own-names.js';

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
const LIFE_MS = 825 * DAY_MS;
const RENEW_MS = 30 * DAY_MS;
const WAY_OUT = 'or leave http.tls.cert and http.tls.key empty for a self-signed certificate';

/**
 * Loads the certificate, as often as it is called: the one that was configured, or the folder's own, which is made when
 * there is none or it is about to end.
 */
export function createCertificate(options: CertificateOptions): () => Promise<Certificate> {
  const { folder, cert, key, now, writable = true } = options;
  const certFile = join(folder, 'tls-cert.pem');
  const keyFile = join(folder, 'tls-key.pem');
  let last: Certificate | undefined;

  async function own(): Promise<Certificate> {
    const kept = (await keptPair(certFile, keyFile)) ?? last;
    if (kept !== undefined && kept.validTo - now() > RENEW_MS) return kept;
    // Loaded by those alone who need it.
    const { makeSelfSigned } = await import('./self-signed.js');
    // Clients' clocks may be behind.
    const made = await makeSelfSigned({ names: ownNames(), from: now() - DAY_MS, to: now() + LIFE_MS });
    if (writable) {
      // Cut off between the two, they do not fit, and the next start makes both anew.
      await replaceFile(keyFile, [Buffer.from(made.key)]);
      await replaceFile(certFile, [Buffer.from(made.cert)]);
    }
    return (last = pairOf(made.cert, made.key));
  }

  return async () => {
    if (cert === '' && key === '') return own();
    if (cert === '') throw wrong('http.tls.cert', 'is empty, but http.tls.key is not: give both', WAY_OUT);
    if (key === '') throw wrong('http.tls.key', 'is empty, but http.tls.cert is not: give both', WAY_OUT);
    return pairOf(await readPem('http.tls.cert', cert), await readPem('http.tls.key', key));
  };
}

/** What was made before; undefined when there is none, or it is of no use. */
async function keptPair(certFile: string, keyFile: string): Promise<Certificate | undefined> {
  try {
    return pairOf(await readFile(certFile, 'utf8'), await readFile(keyFile, 'utf8'));
  } catch {
    return undefined;
  }
}

const readPem = (name: string, path: string): Promise<string> =>
  readFile(path, 'utf8').catch((error: unknown) => {
    throw wrong(name, `can not be read: ${messageOf(error)}`, `give the path of a PEM file, ${WAY_OUT}`);
  });

function pairOf(cert: string, key: string): Certificate {
  const certificate = parsed('http.tls.cert', 'certificate', () => new X509Certificate(cert));
  const privateKey = parsed('http.tls.key', 'private key without a passphrase', () => createPrivateKey(key));
  if (!certificate.checkPrivateKey(privateKey)) {
    const own = "give the key of the certificate; in a chain the server's own certificate comes first";
    throw wrong('http.tls.key', 'does not belong to the first certificate in http.tls.cert', own);
  }
  // What is whole may still be too weak for TLS of today.
  parsed('http.tls.cert', 'certificate that is strong enough', () => createSecureContext({ cert, key }));
  return { cert, key, fingerprint: certificate.fingerprint256, validTo: Date.parse(certificate.validTo) };
}

function parsed<T>(name: string, what: string, parse: () => T): T {
  try {
    return parse();
  } catch (error) {
    throw wrong(name, `is no ${what} (${messageOf(error)})`, `give a PEM file of one, ${WAY_OUT}`);
  }
}

const wrong = (name: string, what: string, wayOut: string): WaypostError =>
  new WaypostError('validation_failed', `configuration: ${name} ${what}; ${wayOut}`);
