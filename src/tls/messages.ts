import { defineErrors, invalid } from '../messages/define.js';

/** What is wrong with the certificate of the configuration. */
export const certificateErrors = defineErrors('certificate', {
  empty: invalid(
    '{key} is empty, but {other} is not: give both; or leave http.tls.cert and http.tls.key empty for a self-signed certificate',
  ),
  unreadable: invalid(
    '{key} cannot be read: {detail}; give the path of a PEM file, or leave http.tls.cert and http.tls.key empty for a self-signed certificate',
  ),
  otherKey: invalid(
    "http.tls.key does not belong to the first certificate in http.tls.cert; give the key of the certificate; in a chain the server's own certificate comes first",
  ),
  noCertificate: invalid(
    'http.tls.cert is not a certificate ({detail}); give a PEM file of one, or leave http.tls.cert and http.tls.key empty for a self-signed certificate',
  ),
  noKey: invalid(
    'http.tls.key is not a private key without a passphrase ({detail}); give a PEM file of one, or leave http.tls.cert and http.tls.key empty for a self-signed certificate',
  ),
  tooWeak: invalid(
    'http.tls.cert is not a certificate strong enough for TLS ({detail}); give a PEM file of one, or leave http.tls.cert and http.tls.key empty for a self-signed certificate',
  ),
});
