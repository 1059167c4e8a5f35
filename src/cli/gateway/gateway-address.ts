import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { loadSettings, type GatewaySettings } from '../../config.js';
import { messageOf } from '../../errors.js';
import { addressOf, isAnyAddress } from '../../schema/ports/port-path.js';

/** Where the gateway of this machine listens. */
export type GatewayAddress = {
  readonly url: string;
  /** PEM of the certificate that it shows; undefined: the authorities that Node trusts decide */
  readonly certificate?: string;
  /** why this may be wrong, with the fix */
  readonly doubt?: string;
};

const DEFAULT_PORT = 8080;

/** The address in WAYPOST_URL, else that of the configuration, else the usual one. Never rejects. */
export async function findGatewayAddress(env: NodeJS.ProcessEnv): Promise<GatewayAddress> {
  const { WAYPOST_URL: url = '' } = env;
  if (url !== '') return { url };
  try {
    return await configuredAddress(await loadSettings({}, env));
  } catch (error) {
    const doubt = `the configuration was not used (${messageOf(error)}): run the command with sudo, or set WAYPOST_URL`;
    return { url: `http://127.0.0.1:${DEFAULT_PORT}`, doubt };
  }
}

/** The address on this machine. */
export async function configuredAddress({
  config: { http },
  data,
}: Pick<GatewaySettings, 'config' | 'data'>): Promise<GatewayAddress> {
  const host = isAnyAddress(http.host) ? (http.host.includes(':') ? '::1' : '127.0.0.1') : http.host;
  // Any free port is known only to who started it.
  const port = http.port === 0 ? DEFAULT_PORT : http.port;
  const scheme = http.tls.enabled ? 'https' : 'http';
  const url = `${scheme}://${addressOf({ host, port })}`;
  if (!http.tls.enabled) return { url };
  const file = http.tls.cert === '' ? join(data, 'tls-cert.pem') : http.tls.cert;
  try {
    return { url, certificate: await readFile(file, 'utf8') };
  } catch (error) {
    const doubt = `its certificate ${file} cannot be read (${messageOf(error)}): run the command with sudo, or set NODE_EXTRA_CA_CERTS to a copy`;
    return { url, doubt };
  }
}
