import { errnoOf } from '../../errors.js';
import type { Config, ListenerConfig } from '../../schema/config/config.js';
import { isPublicNetwork } from '../../schema/ports/network.js';
import { listenerPathOf } from '../../schema/ports/port-path.js';
import { describeHolder } from '../../serial/linux/holder-advice.js';
import { describeListenError } from '../../serial/listeners/listen-error.js';
import { fault, ok, warning, type CheckFinding } from './finding.js';
import { findListener } from './listening-process.js';
import { tryListen } from '../../config/try-listen.js';

/** Checks the configured listeners. `gateway`: pid of the running gateway, which may listen already. */
export async function checkListeners(
  { serial: { listeners } }: Pick<Config, 'serial'>,
  gateway: number | null,
): Promise<CheckFinding[]> {
  const found = await Promise.all(listeners.map((config, index) => checkListener(config, index, gateway)));
  return found.flat();
}

async function checkListener(config: ListenerConfig, index: number, gateway: number | null): Promise<CheckFinding[]> {
  const open = config.allow.filter(isPublicNetwork);
  const address = await checkAddress(config, gateway);
  if (open.length === 0) return [address];
  return [
    address,
    warning(
      'network',
      `${listenerPathOf(config)} takes reports from the internet (${open.join(', ')}), and most protocols have no authentication`,
      `name only the networks of the trackers in serial.listeners.${index}.allow, or let them connect over a VPN`,
    ),
  ];
}

async function checkAddress(config: ListenerConfig, gateway: number | null): Promise<CheckFinding> {
  const { transport, host, port } = config;
  const path = listenerPathOf(config);
  const error = await tryListen({ transport, host, port });
  if (error === null) {
    if (gateway === null) return ok('network', `${path} is free`);
    return warning('network', `${path} is free, but a gateway is running`, 'name its configuration with --config');
  }
  if (errnoOf(error) === 'EADDRINUSE') {
    const holder = await findListener(port, transport === 'udp' ? 'udp' : 'tcp');
    if (gateway !== null && (holder === null || holder.pid === gateway)) {
      return ok('network', `the gateway listens on ${path}`);
    }
    if (holder !== null) {
      const remedy = 'stop it, or choose another port in serial.listeners';
      return fault('network', `${path} is in use by ${describeHolder(holder)}`, remedy);
    }
  }
  return fault('network', `${path}: ${describeListenError(config, error)}`, 'correct it in serial.listeners');
}
