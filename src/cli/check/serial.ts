import type { Config } from '../../schema/config/config.js';
import { adviceFor, describeHolder } from '../../serial/linux/holder-advice.js';
import { SYSTEM_PATHS } from '../../serial/linux/system-paths.js';
import { portRows, type PortRow } from '../ports/row.js';
import { fault, ok, type CheckFinding } from './finding.js';

/** The configured ports; `gateway`: pid of the one that is running, which is to have them. */
export async function checkPorts(serial: Config['serial'], gateway: number | null): Promise<CheckFinding[]> {
  const rows = await portRows({ roots: SYSTEM_PATHS, configs: serial.ports, statuses: [] });
  const configured = rows.filter((row) => row.configured !== null);
  const others = `${rows.length - configured.length} more are plugged in${serial.scan ? ', and read' : ''}`;
  if (configured.length === 0) return [ok('serial', `no port is configured (serial.ports); ${others}`)];
  return configured.flatMap((row) => checkPort(row, gateway));
}

function checkPort({ path, present, allowed, holders }: PortRow, gateway: number | null): CheckFinding[] {
  if (!present) return [fault('serial', `${path} is not there`, 'plug it in, or correct the path: waypost ports')];
  if (!allowed) {
    return [fault('serial', `this user may not open ${path}`, 'sudo usermod -aG dialout "$USER", and sign in again')];
  }
  const otherHolders = holders.filter(({ pid }) => pid !== gateway);
  if (otherHolders.length === 0) return [ok('serial', `${path} ${holders.length > 0 ? 'is read' : 'can be opened'}`)];
  return otherHolders.map((holder) =>
    fault(
      'serial',
      `${path} is held by ${describeHolder(holder)}${holder.sure ? '' : ', perhaps'}`,
      adviceFor(holder, path),
    ),
  );
}
