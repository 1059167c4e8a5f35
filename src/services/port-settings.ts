import { hasPrivilege } from '../domain/accounts/scope.js';
import { success, type Failure, type Result } from '../errors.js';
import { portErrors } from '../serial/messages.js';
import { portSettingErrors } from './messages.js';
import type { User } from '../schema/accounts/user.js';
import { isNetworkPath } from '../schema/ports/port-path.js';
import type { PortSettings, StoredPort } from '../schema/ports/port-settings.js';
import type { PortStatus } from '../schema/ports/port.js';
import type { Ports } from '../serial/port/ports.js';
import type { Store } from '../store/store.js';
import { appendWithin } from './append-within.js';
import { isUnchanged } from './edit.js';
import { byUser, type Edits } from './edits.js';
import { canProvision, provisionForbidden } from './provisioning/templates.js';

/** The ports that users add, change and remove; the configuration overrides them. */
export type PortSettingsService = {
  /** that a port can be set to */
  readonly protocols: readonly string[];
  /** Adds a port or replaces its settings; effective at once. */
  readonly put: (user: User, path: string, settings: PortSettings) => Promise<Result<PortStatus>>;
  /** Closes the port and forgets its settings. */
  readonly remove: (user: User, path: string) => Promise<Result<undefined>>;
  /** The ports that the user may see; of those who may use them, also the devices that are not used, and who holds them. */
  readonly list: (user: User) => Promise<readonly PortStatus[]>;
};

export type PortSettingsOptions = {
  readonly store: Pick<Store, 'state' | 'append'>;
  readonly ports: Pick<Ports, 'statuses' | 'protocols' | 'prepareChange' | 'findHolders'>;
  readonly portsOf: (user: User) => readonly PortStatus[];
  readonly edits: Edits;
};

export function createPortSettings({ store, ports, portsOf, edits }: PortSettingsOptions): PortSettingsService {
  const stored = store.state.ports;
  const find = (path: string): PortStatus | undefined => ports.statuses().find((port) => port.path === path);

  async function put(user: User, path: string, settings: PortSettings): Promise<Result<PortStatus>> {
    const change = await ports.prepareChange(path, settings);
    if (!change.ok) return change;
    const port: StoredPort = { path, ...settings };
    if (!isUnchanged(port, stored.get(path))) {
      const appended = await appendWithin(store, [{ kind: 'port', v: port }], byUser(user)).catch((error: unknown) => {
        change.value.cancel();
        throw error;
      });
      if (!appended.ok) {
        change.value.cancel();
        return appended;
      }
    }
    await change.value.commit();
    const status = find(path);
    return status === undefined ? portNotFound(path) : success(status);
  }

  async function remove(user: User, path: string): Promise<Result<undefined>> {
    if (!stored.has(path)) return notStored(path, find(path));
    const change = await ports.prepareChange(path, null);
    if (!change.ok) return change;
    try {
      await store.append([{ kind: 'port-removed', v: { path } }], byUser(user));
    } catch (error) {
      change.value.cancel();
      throw error;
    }
    await change.value.commit();
    return success(undefined);
  }

  return {
    protocols: ports.protocols(),
    put: (caller, path, settings) =>
      edits(caller, async (user) => refuse(user, path) ?? (await put(user, path, settings))),
    remove: (caller, path) => edits(caller, async (user) => refuse(user, path) ?? (await remove(user, path))),
    async list(user) {
      if (canProvision(user)) await ports.findHolders();
      return portsOf(user);
    },
  };
}

/** Any address of the network could be contacted: only administrators may. */
function refuse(user: User, path: string): Failure | undefined {
  if (!canProvision(user)) return provisionForbidden();
  if (!isNetworkPath(path) || hasPrivilege(user, 'admin')) return undefined;
  return portSettingErrors.network({ path });
}

function notStored(path: string, port: PortStatus | undefined): Failure {
  if (port?.source === 'configuration') {
    return portSettingErrors.configured({ path });
  }
  if (port?.source === 'scan') {
    return portSettingErrors.scanned({ path });
  }
  return portNotFound(path);
}

const portNotFound = (path: string): Failure => portErrors.notFound({ path });
