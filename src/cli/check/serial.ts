import type { Config } from '../../schema/config.js';
import { adviceFor, nameOf } from '../../serial/machine/holder-advice.js';
import { systemRoots } from '../../serial/machine/roots.js';
import { portRows, type PortRow } from '../ports/row.js';
import { fault, ok, type CheckLine } from './check-line.js';

/** The configured ports; `gateway`: pid of the one that is running, which is to have them. */
export async function checkPorts(serial: Config['serial'], gateway: number | null): Promise<CheckLine[]> {
  const rows = await portRows({ roots: systemRoots, configs: serial.ports, statuses: [] });
  const configured = rows.filter((row) => row.configured !== null);
  const others = `${rows.length - configured.length} more are plugged in${serial.scan ? ', and read' : ''}`;
  if (configured.length === 0) return [ok('serial', `no port is configured (serial.ports); ${others}`)];
  return configured.flatMap((row) => checkPort(row, gateway));
}

function checkPort({ path, present, allowed, holders }: PortRow, gateway: number | null): CheckLine[] {
  if (!present) return [fault('serial', `${path} is not there`, 'plug it in, or correct the path: waypost ports')];
  if (!allowed) {
    return [fault('serial', `this user may not open ${path}`, 'sudo usermod -aG dialout "$USER", and sign in again')];
  }
  const strangers = holders.filter(({ pid }) => pid !== gateway);
  if (strangers.length === 0) return [ok('serial', `${path} ${holders.length > 0 ? 'is read' : 'can be opened'}`)];
  return strangers.map((holder) =>
    fault('serial', `${path} is held by ${nameOf(holder)}${holder.sure ? '' : ', perhaps'}`, adviceFor(holder, path)),
  );
}
