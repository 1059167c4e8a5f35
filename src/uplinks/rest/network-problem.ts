import { errnoOf, messageOf } from '../../errors.js';

const UNKNOWN_AUTHORITY =
  'no known authority has signed its certificate: set tls.ca to the CA certificate of the far side';

const WITHOUT_ANSWER = 'it closed the connection without an answer';

/** What a failed connection means, and how to fix it, by the code of the error. */
const MEANINGS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens there: check host and port of the url, and whether the far side runs',
  ECONNRESET: WITHOUT_ANSWER,
  EPIPE: WITHOUT_ANSWER,
  CLOSED: WITHOUT_ANSWER,
  ENOTFOUND: 'this name does not exist: check the url and the DNS server',
  EAI_AGAIN: 'no DNS server answers: check the network',
  EHOSTUNREACH: 'there is no route to it: check the network',
  ENETUNREACH: 'there is no route to it: check the network',
  ETIMEDOUT: 'it did not answer in time: check the network',
  DEPTH_ZERO_SELF_SIGNED_CERT: UNKNOWN_AUTHORITY,
  SELF_SIGNED_CERT_IN_CHAIN: UNKNOWN_AUTHORITY,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: UNKNOWN_AUTHORITY,
  UNABLE_TO_GET_ISSUER_CERT: UNKNOWN_AUTHORITY,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: UNKNOWN_AUTHORITY,
  CERT_HAS_EXPIRED: 'its certificate has expired: renew it there, or check the clock here',
  CERT_NOT_YET_VALID: 'its certificate is not valid yet: check the clocks of both sides',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another name: use that name in the url',
  EPROTO:
    'it does not understand TLS there, or refuses this version of it: check http or https and the port of the url',
  ERR_SSL_WRONG_VERSION_NUMBER: 'it does not understand TLS there: check http or https and the port of the url',
  HPE_INVALID_CONSTANT: 'what answers there is not HTTP: check http or https and the port of the url',
  HPE_INVALID_HEADER_TOKEN: 'what answers there is not HTTP: check http or https and the port of the url',
};

const CLIENT_CERTIFICATE =
  'it requires a client certificate, or refuses this one: set tls.cert and tls.key to a certificate that it knows';

/** OpenSSL refuses the files of `tls`. */
function fileProblem(code: string): string | undefined {
  if (code === 'ERR_OSSL_X509_KEY_VALUES_MISMATCH') return 'tls.key is not the key of tls.cert';
  return code.startsWith('ERR_OSSL_') ? 'a file of tls (ca, cert, key) is no valid PEM' : undefined;
}

/** `host`: of the url. */
export function networkProblem(thrown: unknown, host: string): string {
  const code = errnoOf(thrown) ?? '';
  const file = fileProblem(code);
  if (file !== undefined) return `${file}: set it to the right file`;
  const meaning = /ALERT_(?:BAD_CERTIFICATE|CERTIFICATE_REQUIRED|UNKNOWN_CA)|CERTIFICATE_REQUIRED/.test(code)
    ? CLIENT_CERTIFICATE
    : (MEANINGS[code] ?? messageOf(thrown));
  return `${host} cannot be reached: ${meaning}`;
}
