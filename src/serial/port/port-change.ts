import { isDeepStrictEqual } from 'node:util';
import { success, type Failure, type Result } from '../../errors.js';
import type { PortConfig } from '../../schema/config/config.js';
import { isNetworkPath } from '../../schema/ports/port-path.js';
import type { PortSettings } from '../../schema/ports/port-settings.js';
import { isSerialPath } from '../linux/serial-path.js';
import { portErrors } from '../messages.js';
import { addPort, findConfigProblem, notifyListeners, startPort, type PortTable } from './port-table.js';
import { findSameDevice } from './same-device.js';

/** A change of a port that is possible. The port cannot be leased until it is committed or canceled. */
export type PortChange = {
  /** Opens, reopens or closes the port. Resolves when every report of the previous settings is settled. */
  readonly commit: () => Promise<void>;
  readonly cancel: () => void;
};

/** Checks new settings of a port, or with `null` its removal. */
export async function preparePortChange(
  table: PortTable,
  path: string,
  settings: PortSettings | null,
): Promise<Result<PortChange>> {
  const refused =
    settings === null
      ? refuseConfigured(table, path)
      : ((await refuseOverridden(table, path)) ?? (await refuseSettings(table, path, settings)));
  if (refused) return refused;
  if (table.changing.has(path)) return portErrors.beingChanged({ path });
  if (table.entries.get(path)?.managedPort.isLeased() === true) {
    return portErrors.leased({ path });
  }
  table.changing.add(path);
  const end = (): void => void table.changing.delete(path);
  return success({
    commit: () => (settings === null ? removePort(table, path) : setPort(table, { path, ...settings })).finally(end),
    cancel: end,
  });
}

/** The configuration has the device, under this or another name. */
async function refuseOverridden({ options }: PortTable, path: string): Promise<Failure | undefined> {
  const configured = options.configs.map((config) => config.path);
  return overridden(path, await findSameDevice(path, configured, options.systemPaths));
}

/** The configuration has the path. A port that it has under another name is not used, and can be removed. */
const refuseConfigured = ({ options }: PortTable, path: string): Failure | undefined => {
  const index = options.configs.findIndex((config) => config.path === path);
  return overridden(path, index < 0 ? undefined : index);
};

function overridden(path: string, index: number | undefined): Failure | undefined {
  if (index === undefined) return undefined;
  return portErrors.ofConfiguration({ path, key: `serial.ports.${index}` });
}

async function refuseSettings(table: PortTable, path: string, settings: PortSettings): Promise<Failure | undefined> {
  const { options, entries } = table;
  if (!isNetworkPath(path) && !(await isSerialPath(path, options.systemPaths))) {
    return portErrors.notSerialDevice({ path });
  }
  if ((await findSameDevice(path, options.excludedPaths?.() ?? [], options.systemPaths)) !== undefined) {
    return portErrors.isModem({ path });
  }
  const others = [...entries.keys()].filter((other) => other !== path);
  const same = await findSameDevice(path, others, options.systemPaths);
  if (same !== undefined) {
    return portErrors.usedAs({ path, name: others[same] ?? '' });
  }
  return findConfigProblem(settings, options.protocols);
}

async function setPort(table: PortTable, config: PortConfig): Promise<void> {
  const { path } = config;
  const before = table.entries.get(path);
  if (before !== undefined && isReadAlike(before.config, config)) {
    table.entries.set(path, { ...before, config, source: 'store' });
  } else {
    addPort(table, config, 'store');
    await before?.managedPort.stop();
    startPort(table, path);
  }
  notifyListeners(table, path);
  await table.hotplug?.refresh();
}

async function removePort(table: PortTable, path: string): Promise<void> {
  const before = table.entries.get(path);
  table.entries.delete(path);
  await before?.managedPort.stop();
  await table.hotplug?.refresh();
}

/** Only the name differs, if anything: the port stays open. */
const isReadAlike = (one: PortConfig, other: PortConfig): boolean =>
  isDeepStrictEqual({ enabled: true, ...one, name: '' }, { enabled: true, ...other, name: '' });
