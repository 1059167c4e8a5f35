import type { Config } from '../../schema/config/config.js';
import { adviceFor, describeHolder } from '../../serial/linux/holder-advice.js';
import { SYSTEM_PATHS } from '../../serial/linux/system-paths.js';
import { portRows, type PortRow } from '../ports/row.js';
import { fault, ok, type CheckFinding } from './finding.js';

/** Checks the configured ports. `gateway`: pid of the running gateway, which may hold them. */
export async function checkPorts(serial: Config['serial'], gateway: number | null): Promise<CheckFinding[]> {
  const rows = await portRows({ roots: SYSTEM_PATHS, configs: serial.ports, statuses: [] });
  const configured = rows.filter((row) => row.configured !== null);
  const others = `${rows.length - configured.length} other ports present${serial.scan ? ', read because of serial.scan' : ''}`;
  if (configured.length === 0) return [ok('serial', `no port configured (serial.ports); ${others}`)];
  return configured.flatMap((row) => checkPort(row, gateway));
}

function checkPort({ path, present, allowed, holders }: PortRow, gateway: number | null): CheckFinding[] {
  if (!present) return [fault('serial', `${path} not found`, 'plug it in, or correct the path: waypost ports')];
  if (!allowed) {
    return [
      fault(
        'serial',
        `this user has no permission to open ${path}`,
        'sudo usermod -aG dialout "$USER", then sign in again',
      ),
    ];
  }
  const otherHolders = holders.filter(({ pid }) => pid !== gateway);
  if (otherHolders.length === 0)
    return [ok('serial', `${path} ${holders.length > 0 ? 'is in use by the gateway' : 'can be opened'}`)];
  return otherHolders.map((holder) =>
    fault(
      'serial',
      `${path} is ${holder.sure ? '' : 'possibly '}in use by ${describeHolder(holder)}`,
      adviceFor(holder, path),
    ),
  );
}
