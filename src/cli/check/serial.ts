import type { Config } from '../../schema/config/config.js';
import { english } from '../../messages/english.js';
import type { StoredPort } from '../../schema/ports/port-settings.js';
import { adviceFor, describeHolder, isSimulatedTracker } from '../../serial/linux/holder-advice.js';
import { SYSTEM_PATHS, type SystemPaths } from '../../serial/linux/system-paths.js';
import { findSameDevice } from '../../serial/port/same-device.js';
import { portRows, type PortRow } from '../ports/row.js';
import { fault, ok, warning, type CheckFinding } from './finding.js';

/** The configuration with the ports that users added; one that the configuration has too is not used. */
export type SerialToCheck = Pick<Config['serial'], 'ports' | 'scan'> & { readonly stored: readonly StoredPort[] };

/** Checks the ports that the gateway reads. `gateway`: pid of the running gateway, which may hold them. */
export async function checkPorts(
  { ports, stored, scan }: SerialToCheck,
  gateway: number | null,
  roots = SYSTEM_PATHS,
): Promise<CheckFinding[]> {
  const rows = await portRows({ roots, configs: [...ports, ...stored], statuses: [] });
  const configured = rows.filter((row) => row.configured !== null);
  const unused = await Promise.all(stored.map((port) => checkOverridden(port.path, ports, roots)));
  const others = `${rows.length - configured.length} other ports present${scan ? ', read because of serial.scan' : ''}`;
  if (configured.length === 0) return [ok('serial', `no port set (serial.ports, or PUT /api/ports); ${others}`)];
  return [...configured.flatMap((row) => checkPort(row, gateway)), ...unused.flat()];
}

/** A stored port that the configuration has under another name. */
async function checkOverridden(
  path: string,
  ports: Config['serial']['ports'],
  roots: SystemPaths,
): Promise<CheckFinding[]> {
  const configured = ports.map((port) => port.path);
  const index = configured.includes(path) ? undefined : await findSameDevice(path, configured, roots);
  if (index === undefined) return [];
  const winner = `${configured[index] ?? ''}, which serial.ports.${index} in the configuration sets`;
  const remedy = 'remove the stored port: page Ports, or DELETE /api/ports';
  return [warning('serial', `stored port ${path} is not used: the same device as ${winner}`, remedy)];
}

function checkPort(row: PortRow, gateway: number | null): CheckFinding[] {
  const { path, present, allowed, holders, configured } = row;
  if (configured?.enabled === false) return [ok('serial', `${path} is disabled`)];
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
  const otherHolders = holders.filter((holder) => holder.pid !== gateway && !isSimulatedTracker(holder));
  if (otherHolders.length === 0) {
    const isInUse = holders.some(({ pid }) => pid === gateway);
    const tracker = holders.find(isSimulatedTracker);
    const simulated = tracker === undefined ? '' : `; a virtual port of ${describeHolder(tracker)}`;
    return [ok('serial', `${path} ${isInUse ? 'is in use by the gateway' : 'can be opened'}${simulated}`)];
  }
  return otherHolders.map((holder) =>
    fault(
      'serial',
      `${path} is ${holder.sure ? '' : 'possibly '}in use by ${describeHolder(holder)}`,
      english(adviceFor(holder, path)),
    ),
  );
}
