import { generateKeyPairSync } from 'node:crypto';
import forge from 'node-forge';
import { createClock } from '../../../src/time/clock.js';

const { pki, md } = forge;
const DAY_MS = 86_400_000;

/** A self-signed certificate for a client, and its key, both as PEM. */
export function createClientCertificate(name: string): { readonly cert: string; readonly key: string } {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  const certificate = pki.createCertificate();
  certificate.publicKey = pki.publicKeyFromPem(publicKey);
  const now = createClock().now();
  certificate.validity.notBefore = new Date(now - DAY_MS);
  certificate.validity.notAfter = new Date(now + DAY_MS);
  const subject = [{ name: 'commonName', value: name }];
  certificate.setSubject(subject);
  certificate.setIssuer(subject);
  certificate.setExtensions([
    { name: 'keyUsage', digitalSignature: true },
    { name: 'extKeyUsage', clientAuth: true },
  ]);
  certificate.sign(pki.privateKeyFromPem(privateKey), md.sha256.create());
  return { cert: pki.certificateToPem(certificate), key: privateKey };
}
