import { once } from 'node:events';
import { createServer } from 'node:net';
import { networkInterfaces } from 'node:os';
import { errnoOf, messageOf } from '../../errors.js';
import { describeHolder } from '../../serial/linux/holder-advice.js';
import { findListener } from './listener.js';
import { fault, ok, warning, type CheckFinding } from './finding.js';

type ListenAddress = { readonly host: string; readonly port: number };

/** May the gateway listen where it is to, or does the one that is running (pid `gateway`)? */
export async function checkNetwork({ host, port }: ListenAddress, gateway: number | null): Promise<CheckFinding[]> {
  const addresses = Object.values(networkInterfaces())
    .flatMap((all = []) => all)
    .filter(({ internal }) => !internal);
  return [
    addresses.length === 0
      ? warning('network', 'this machine has no address but its own', 'plug in the network cable: ip address')
      : ok('network', `this machine is at ${addresses.map(({ address }) => address).join(', ')}`),
    await checkPort({ host, port }, gateway),
  ];
}

async function checkPort({ host, port }: ListenAddress, gateway: number | null): Promise<CheckFinding> {
  const where = `${host}:${port}`;
  try {
    const server = createServer().listen({ host, port });
    await once(server, 'listening');
    server.close();
    await once(server, 'close');
    const what = port === 0 ? 'any port is free (http.port is 0)' : `${where} is free`;
    if (gateway === null || port === 0) return ok('network', what);
    return warning('network', `${what}, though a gateway is running`, 'name its configuration with --config');
  } catch (error) {
    return explainFailure(where, port, gateway, error);
  }
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
    const who = holder === null ? 'another program (sudo ss -ltnp says which)' : describeHolder(holder);
    return fault('network', `${where} is held by ${who}`, 'stop it, or choose another http.port');
  }
  if (errno === 'EACCES') {
    const remedy = 'choose an http.port of 1024 or more, or let the unit have CAP_NET_BIND_SERVICE';
    return fault('network', `this user may not listen on ${where}`, remedy);
  }
  if (errno === 'EADDRNOTAVAIL')
    return fault('network', `${where} is no address of this machine`, 'correct http.host; 0.0.0.0: all of them');
  return fault('network', `${where}: ${messageOf(error)}`, 'correct http.host and http.port');
}
