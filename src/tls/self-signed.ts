import { generateKeyPair, randomBytes } from 'node:crypto';
import { isIP } from 'node:net';
import { promisify } from 'node:util';
import forge from 'node-forge';

const { pki, md } = forge;
const generateKeys = promisify(generateKeyPair);

export type SelfSignedOptions = {
  /** host names and addresses; the first becomes the common name */
  readonly names: readonly string[];
  /** ms since 1970 */
  readonly from: number;
  readonly to: number;
};

/** A self-signed certificate and its key, both as PEM. */
export async function createSelfSigned(options: SelfSignedOptions): Promise<{ cert: string; key: string }> {
  // OpenSSL generates the key: in JavaScript this takes most of a minute on a small board.
  const { privateKey, publicKey } = await generateKeys('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  const certificate = pki.createCertificate();
  certificate.publicKey = pki.publicKeyFromPem(publicKey);
  certificate.serialNumber = `01${randomBytes(15).toString('hex')}`;
  certificate.validity.notBefore = new Date(options.from);
  certificate.validity.notAfter = new Date(options.to);
  const subject = [{ name: 'commonName', value: (options.names[0] ?? 'waypost').slice(0, 64) }];
  certificate.setSubject(subject);
  certificate.setIssuer(subject);
  certificate.setExtensions(extensionsFor(options.names));
  certificate.sign(pki.privateKeyFromPem(privateKey), md.sha256.create());
  return { cert: pki.certificateToPem(certificate), key: privateKey };
}

/** For a server only: trusting the certificate must not mean trusting an authority. RFC 5280, 4.2.1. */
const extensionsFor = (names: readonly string[]): object[] => [
  { name: 'basicConstraints', cA: false, critical: true },
  { name: 'keyUsage', digitalSignature: true, keyEncipherment: true, critical: true },
  { name: 'extKeyUsage', serverAuth: true },
  { name: 'subjectAltName', altNames: names.map(altName) },
];

const DNS_NAME = 2;
const IP_ADDRESS = 7;

const altName = (name: string): object =>
  isIP(name) === 0 ? { type: DNS_NAME, value: name } : { type: IP_ADDRESS, ip: name };
