import type { ConnectionLimits } from './http/listener/connection-limits.js';
import { noUsers } from './services/accounts/authentication.js';
import { createHttp, type Http } from './http/server.js';
import { createTokens } from './http/tokens.js';
import { packageVersion } from './package.js';
import type { Core, Services } from './services/index.js';
import { readMachineNames } from './services/system/machine-names.js';
import { advertisedHosts } from './services/system/mdns/advertiser.js';
import { openKeys } from './store/keys.js';
import { createCertificateLoader } from './tls/certificate.js';

export type ApiServerOptions = {
  readonly core: Core;
  readonly services: Services;
  /** the data folder */
  readonly data: string;
  readonly limits?: ConnectionLimits | undefined;
};

export type ApiServer = {
  readonly http: Http;
  /** SHA-256 of the certificate; undefined without TLS */
  readonly fingerprint: string | undefined;
  /** Loads the certificate again; undefined without TLS. */
  readonly renewCertificate: (() => Promise<void>) | undefined;
};

/** The HTTP server with its secrets: the key that signs tokens, and the certificate. */
export async function createApiServer({ core, services, data, limits }: ApiServerOptions): Promise<ApiServer> {
  const { config, store, time, logger } = core;
  const { writable } = store.status();
  const { tls, ...httpConfig } = config.http;
  const { jwtSecret } = await openKeys(data, writable);
  const loadCertificate = createCertificateLoader({ folder: data, ...tls, now: time.trustedNow, writable });
  const certificate = tls.enabled ? await loadCertificate() : undefined;
  const tokens = createTokens({
    accounts: services.authentication,
    gatewayId: store.state.gatewayId ?? '',
    secret: jwtSecret,
    ttl: config.auth.tokenTtl,
    rememberTtl: config.auth.rememberTtl,
    now: time.earliestNow,
    isClockTrusted: () => time.quality() !== 'none',
    clock: time,
    unavailable: () => (store.state.users.size === 0 ? noUsers(store.status()) : undefined),
  });
  let current = certificate;
  const readOwnNames = async (): Promise<string[]> => [
    ...(await readMachineNames()),
    ...advertisedHosts(config.mdns),
    httpConfig.host,
    ...(current?.names ?? []),
  ];
  const http = createHttp({
    ...httpConfig,
    readOwnNames,
    services,
    tokens,
    version: packageVersion(),
    logger,
    limits,
    credentials: certificate,
  });
  return {
    http,
    fingerprint: certificate?.fingerprint,
    renewCertificate:
      certificate &&
      (async () => {
        current = await loadCertificate();
        http.setCertificate(current);
      }),
  };
}
