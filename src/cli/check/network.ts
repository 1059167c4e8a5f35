import { networkInterfaces } from 'node:os';
import { errnoOf, messageOf } from '../../errors.js';
import { describeHolder } from '../../serial/linux/holder-advice.js';
import { findListener } from './listening-process.js';
import { tryListen } from '../../config/try-listen.js';
import { fault, ok, warning, type CheckFinding } from './finding.js';

/** Only this machine reaches such a host, so it needs no network. */
const LOOPBACK = /^(?:127\.\d+\.\d+\.\d+|::1|localhost)$/;

type ListenAddress = { readonly host: string; readonly port: number };

/** Checks that the configured port is free, or that the running gateway (pid `gateway`) listens on it. */
export async function checkNetwork({ host, port }: ListenAddress, gateway: number | null): Promise<CheckFinding[]> {
  const addresses = Object.values(networkInterfaces())
    .flatMap((all = []) => all)
    .filter(({ internal }) => !internal);
  return [
    addresses.length === 0 && !LOOPBACK.test(host)
      ? warning(
          'network',
          'this machine has no network address',
          'plug in the network cable; show the addresses with: ip address',
        )
      : ok('network', `addresses of this machine: ${addresses.map(({ address }) => address).join(', ') || host}`),
    await checkPort({ host, port }, gateway),
  ];
}

async function checkPort({ host, port }: ListenAddress, gateway: number | null): Promise<CheckFinding> {
  const where = `${host}:${port}`;
  const error = await tryListen({ transport: 'tcp', host, port });
  if (error !== null) return explainFailure(where, port, gateway, error);
  const what = port === 0 ? 'http.port is 0: the gateway takes any free port' : `${where} is free`;
  if (gateway === null || port === 0) return ok('network', what);
  return warning('network', `${what}, but a gateway is running`, 'name its configuration with --config');
}

async function explainFailure(
  where: string,
  port: number,
  gateway: number | null,
  error: unknown,
): Promise<CheckFinding> {
  const errno = errnoOf(error);
  if (errno === 'EADDRINUSE') {
    const holder = await findListener(port);
    if (gateway !== null && (holder === null || holder.pid === gateway))
      return ok('network', `the gateway listens on ${where}`);
    const who = holder === null ? 'another program (find it with: sudo ss -ltnp)' : describeHolder(holder);
    return fault('network', `${where} is in use by ${who}`, 'stop it, or choose another http.port');
  }
  if (errno === 'EACCES') {
    const remedy = 'choose an http.port of 1024 or higher, or grant CAP_NET_BIND_SERVICE to the unit';
    return fault('network', `this user has no permission to listen on ${where}`, remedy);
  }
  if (errno === 'EADDRNOTAVAIL')
    return fault(
      'network',
      `${where} is not an address of this machine`,
      'correct http.host; 0.0.0.0 listens on all addresses',
    );
  return fault('network', `${where}: ${messageOf(error)}`, 'correct http.host and http.port');
}
