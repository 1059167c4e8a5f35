import { success } from '../../../errors.js';
import type { Dialogue, Provision, Settings, ProvisioningDriver } from '../../provision.js';
import { BEGIN_EDIT, COMMIT_EDIT, CONFIG_ADMIN } from './admin.js';
import { connect, type ConnectedNode } from './connect.js';
import { createSerialApi, type SerialApi } from './serial-api.js';
import { nodeErrors } from '../messages.js';
import { deviceIdOf } from '../decoder.js';
import { applySettings, decodeSettings } from './settings-codec.js';
import { validateSettings } from './validate-settings.js';
import { requestConfig, sendChange, sendFinalChange, type AdminRequest } from './admin-request.js';
import { holdsAny, settings, type ConfigMessage } from './settings.js';

/** A node waits some seconds after its acknowledgement, takes some to boot, and its port some to reappear. */
const RESTART_TIMEOUT_MS = 20_000;

const CONFIG_MESSAGES = Object.keys(CONFIG_ADMIN) as readonly ConfigMessage[];

type DriverState = {
  readonly api: SerialApi;
  node: ConnectedNode | undefined;
};

function createDriver(nonce: number): ProvisioningDriver {
  const state: DriverState = { api: createSerialApi(nonce), node: undefined };
  return {
    *identify() {
      state.node = undefined;
      const connected = yield* connectSameNode(state);
      if (!connected.ok) return connected;
      const { num, firmware, hardware } = connected.value;
      const id = deviceIdOf(num);
      return success({ hardwareId: id, deviceId: id, model: `Meshtastic, hardware model ${hardware}`, firmware });
    },
    read: (names) => retryAfterReconnect(state, (to) => readSettings(state, to, names)),
    *write(settingsToWrite) {
      const invalid = validateSettings(settingsToWrite);
      return invalid ?? (yield* retryAfterReconnect(state, (to) => writeSettings(state, to, settingsToWrite)));
    },
  };
}

/** Connects again; refuses another node that was plugged in meanwhile. */
function* connectSameNode(state: DriverState, expectsRestart?: true): Dialogue<ConnectedNode> {
  const connected = yield* connect(state.api, expectsRestart);
  if (!connected.ok) return connected;
  const { num } = connected.value;
  if (state.node !== undefined && state.node.num !== num) {
    const [expected, actual] = [deviceIdOf(state.node.num), deviceIdOf(num)];
    return nodeErrors.otherNode({ expected, actual });
  }
  state.node = connected.value;
  return connected;
}

/** A node that does not reply may have rebooted: then the connection and the staged changes are gone. */
function* retryAfterReconnect<T>(state: DriverState, dialogue: (to: number) => Dialogue<T>): Dialogue<T> {
  const connected = state.node === undefined ? yield* connectSameNode(state) : success(state.node);
  if (!connected.ok) return connected;
  const first = yield* dialogue(connected.value.num);
  if (first.ok || first.code !== 'no_answer') return first;
  const reconnected = yield* connectSameNode(state);
  return reconnected.ok ? yield* dialogue(reconnected.value.num) : reconnected;
}

/** Requests the config messages that hold any of the settings, and returns what `decode` makes of each. */
function* requestConfigs<T>(
  { api }: DriverState,
  to: number,
  names: readonly string[],
  decode: (message: ConfigMessage, bytes: Uint8Array) => T | undefined,
) {
  const results: (readonly [ConfigMessage, T])[] = [];
  for (const configMessage of CONFIG_MESSAGES.filter((message) => holdsAny(message, names))) {
    const { get, find, description } = CONFIG_ADMIN[configMessage];
    const result = yield* requestConfig(
      api,
      { to, message: get, description: `the request for its ${description}` },
      (response) => {
        const bytes = find(response);
        return bytes && decode(configMessage, bytes);
      },
    );
    if (!result.ok) return result;
    results.push([configMessage, result.value]);
  }
  return success(results);
}

function* readSettings(state: DriverState, to: number, names: readonly string[]): Dialogue<Settings> {
  const configs = yield* requestConfigs(state, to, names, decodeSettings);
  if (!configs.ok) return configs;
  const all = configs.value.flatMap(([, values]) => Object.entries(values));
  return success(Object.fromEntries(all.filter(([name]) => names.includes(name))));
}

function* writeSettings(state: DriverState, to: number, settingsToWrite: Settings): Dialogue<undefined> {
  const { api } = state;
  const changed = yield* requestConfigs(state, to, Object.keys(settingsToWrite), (message, bytes) =>
    applySettings(message, bytes, settingsToWrite),
  );
  if (!changed.ok) return changed;
  if (changed.value.length === 0) return success(undefined);
  const steps: readonly AdminRequest[] = [
    { to, message: BEGIN_EDIT, description: 'the start of changes (begin_edit)' },
    ...changed.value.map(([configMessage, content]) => {
      const { set, description } = CONFIG_ADMIN[configMessage];
      return { to, message: set(content), description: `its new ${description}` };
    }),
  ];
  for (const step of steps) {
    const accepted = yield* sendChange(api, step);
    if (!accepted.ok) return accepted;
  }
  const commit = { to, message: COMMIT_EDIT, description: 'the commit of changes (commit_edit)' };
  const committed = yield* sendFinalChange(api, commit);
  if (!committed.ok) return committed;
  // MyNodeInfo here is the reply to another client that found the port again after the reboot.
  if (committed.value === 'accepted')
    yield* api.request({
      timeoutMs: RESTART_TIMEOUT_MS,
      expectsRestart: true,
      readResponse: ({ kind }) => (kind === 'rebooted' || kind === 'me' ? kind : undefined),
    });
  const reconnected = yield* connectSameNode(state, true);
  return reconnected.ok ? success(undefined) : reconnected;
}

/** Provisioning by AdminMessages to the connected node, next to ordinary traffic. No password is needed. */
export const provision: Provision = { settings, open: ({ nonce }) => createDriver(nonce) };
