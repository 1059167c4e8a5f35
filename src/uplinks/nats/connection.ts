import {
  NatsConnectionImpl,
  nkeyAuthenticator,
  setTransportFactory,
  type ConnectionOptions,
  type NatsConnection,
} from '@nats-io/transport-node';
import { isIP } from 'node:net';
import type { UplinkSettingsOf } from '../../schema/uplinks/uplink-settings.js';
import type { Pause, SinkTls } from '../sink.js';
import { hostsOf, type NatsHost } from './hosts.js';
import { connectProblem } from './problems.js';
import { BoundedTransport } from './transport.js';

export type OpenOptions = {
  readonly settings: UplinkSettingsOf<'nats'>;
  readonly tls: SinkTls;
  /** what the servers show of this connection */
  readonly clientName: string;
  readonly isStopped: () => boolean;
};

export type Opened = { readonly ok: true; readonly nc: NatsConnection } | { readonly ok: false; readonly pause: Pause };

/** of one server */
const CONNECT_MS = 10_000;
/** A connection that is cut without notice is found after two of these. */
const PING_MS = 10_000;

/** Connects to one of the servers, in random order: the gateways of a fleet are divided among them. */
export async function openConnection(options: OpenOptions): Promise<Opened> {
  const { settings, isStopped } = options;
  const seed = checkSeed(settings.nkeySeed);
  if (seed !== undefined) return { ok: false, pause: seed };
  setTransportFactory({ factory: () => new BoundedTransport() });
  let pause: Pause = { kind: 'retry', reason: 'not connected' };
  for (const host of shuffled(hostsOf(settings.url))) {
    if (isStopped()) break;
    try {
      return { ok: true, nc: await NatsConnectionImpl.connect(connectionOptions(options, host)) };
    } catch (error) {
      pause = connectProblem(error, host.address, accountOf(settings));
      // Its cluster knows no other accounts.
      if (pause.kind === 'stop') break;
    }
  }
  return { ok: false, pause };
}

const accountOf = ({ nkeySeed = '', user = '' }: UplinkSettingsOf<'nats'>): string => {
  if (nkeySeed !== '') return 'the NKey';
  return user === '' ? 'a client without user' : user;
};

function checkSeed(seed = ''): Pause | undefined {
  if (seed === '') return undefined;
  try {
    nkeyAuthenticator(new TextEncoder().encode(seed))('nonce');
    return undefined;
  } catch {
    return { kind: 'stop', reason: 'nkeySeed is no seed of an NKey: set it to one that begins with SU' };
  }
}

/** Fisher-Yates. */
function shuffled(hosts: readonly NatsHost[]): readonly NatsHost[] {
  const left = [...hosts];
  return hosts.flatMap(() => left.splice(Math.floor(Math.random() * left.length), 1));
}

/** Nothing waits in the client: it does not reconnect by itself, so that a lost connection ends all that is in flight. */
const connectionOptions = (
  { settings, tls, clientName }: OpenOptions,
  { address, name }: NatsHost,
): ConnectionOptions => ({
  servers: [address],
  name: clientName,
  reconnect: false,
  timeout: CONNECT_MS,
  pingInterval: PING_MS,
  noAsyncTraces: true,
  // The system finds the name, as for other connections: the client's own search does not read the hosts file.
  resolve: false,
  ...credentials(settings),
  ...tlsOptions(settings, tls, name),
});

function credentials({ nkeySeed = '', user = '', password = '' }: UplinkSettingsOf<'nats'>): ConnectionOptions {
  if (nkeySeed !== '') return { authenticator: nkeyAuthenticator(new TextEncoder().encode(nkeySeed)) };
  return user === '' ? {} : { user, pass: password };
}

/** With `tls://` or a setting of `tls` the connection is encrypted, or there is none; otherwise the server decides. */
function tlsOptions({ url, tls: set }: UplinkSettingsOf<'nats'>, tls: SinkTls, name: string): ConnectionOptions {
  const { ca, cert, key, insecure } = tls;
  if (!url.includes('tls://') && set === undefined) return {};
  const options = {
    ...(ca !== undefined && { ca: ca.toString() }),
    ...(cert !== undefined && { cert: cert.toString() }),
    ...(key !== undefined && { key: key.toString() }),
    rejectUnauthorized: !insecure,
    // The certificate is for this name or address.
    host: name,
    ...(isIP(name) === 0 && { servername: name }),
  };
  return { tls: options };
}
