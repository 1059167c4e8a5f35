import { failure, success } from '../../../errors.js';
import type { Dialogue, Provision, Settings, ProvisioningDriver } from '../../provision.js';
import { BEGIN_EDIT, COMMIT_EDIT, CONFIG_ADMIN } from './admin.js';
import { connect, type ConnectedNode } from './connect.js';
import { createSerialApi } from './serial-api.js';
import { deviceIdOf } from '../decoder.js';
import { applySettings, decodeSettings } from './settings-codec.js';
import { validateSettings } from './validate-settings.js';
import { requestConfig, sendChange, sendFinalChange, type AdminRequest } from './admin-request.js';
import { holdsAny, settings, type ConfigMessage } from './settings.js';

/** ms: a node lets some seconds go by after its word, takes some to come up, and its port some to be found again. */
const RESTART_TIMEOUT_MS = 20_000;

const CONFIG_MESSAGES = Object.keys(CONFIG_ADMIN) as readonly ConfigMessage[];

function createDriver(nonce: number): ProvisioningDriver {
  const api = createSerialApi(nonce);
  let node: ConnectedNode | undefined;

  /** Has it tell all again; by then another one may be on the cable, which nobody wants to set. */
  function* connectSameNode(expectsRestart?: true): Dialogue<ConnectedNode> {
    const connected = yield* connect(api, expectsRestart);
    if (!connected.ok) return connected;
    const { num } = connected.value;
    if (node !== undefined && node.num !== num)
      return failure(
        'refused',
        `it is ${deviceIdOf(num)} now that answers, and was ${deviceIdOf(node.num)}: begin again`,
      );
    node = connected.value;
    return connected;
  }

  /** A node that does not answer may have started anew: then it has forgotten who listens, and what was begun. */
  function* retryAfterReconnect<T>(dialogue: (to: number) => Dialogue<T>): Dialogue<T> {
    const connected = node === undefined ? yield* connectSameNode() : success(node);
    if (!connected.ok) return connected;
    const first = yield* dialogue(connected.value.num);
    if (first.ok || first.code !== 'no_answer') return first;
    const reconnected = yield* connectSameNode();
    return reconnected.ok ? yield* dialogue(reconnected.value.num) : reconnected;
  }

  /** What `find` makes of those parts of the configuration that hold any of the names. */
  function* readEach<T>(
    to: number,
    names: readonly string[],
    find: (part: ConfigMessage, bytes: Uint8Array) => T | undefined,
  ) {
    const results: (readonly [ConfigMessage, T])[] = [];
    for (const configMessage of CONFIG_MESSAGES.filter((one) => holdsAny(one, names))) {
      const { get: message, find: findIn, description } = CONFIG_ADMIN[configMessage];
      const result = yield* requestConfig(
        api,
        { to, message, description: `what its ${description} are` },
        (answer) => {
          const bytes = findIn(answer);
          return bytes && find(configMessage, bytes);
        },
      );
      if (!result.ok) return result;
      results.push([configMessage, result.value]);
    }
    return success(results);
  }

  function* readSettings(to: number, names: readonly string[]): Dialogue<Settings> {
    const found = yield* readEach(to, names, decodeSettings);
    if (!found.ok) return found;
    const all = found.value.flatMap(([, values]) => Object.entries(values));
    return success(Object.fromEntries(all.filter(([name]) => names.includes(name))));
  }

  function* writeSettings(to: number, settingsToWrite: Settings): Dialogue<undefined> {
    const found = yield* readEach(to, Object.keys(settingsToWrite), (part, bytes) =>
      applySettings(part, bytes, settingsToWrite),
    );
    if (!found.ok) return found;
    if (found.value.length === 0) return success(undefined);
    const steps: readonly AdminRequest[] = [
      { to, message: BEGIN_EDIT, description: 'that changes begin (begin_edit)' },
      ...found.value.map(([part, now]) => {
        const { set, description } = CONFIG_ADMIN[part];
        return { to, message: set(now), description: `its new ${description}` };
      }),
    ];
    for (const step of steps) {
      const accepted = yield* sendChange(api, step);
      if (!accepted.ok) return accepted;
    }
    const committed = yield* sendFinalChange(api, {
      to,
      message: COMMIT_EDIT,
      description: 'that changes are kept (commit_edit)',
    });
    if (!committed.ok) return committed;
    // Who asks for all it knows has just found its port again: that is not us.
    if (committed.value === 'taken')
      yield* api.request({
        timeoutMs: RESTART_TIMEOUT_MS,
        expectsRestart: true,
        readResponse: ({ kind }) => (kind === 'rebooted' || kind === 'me' ? kind : undefined),
      });
    const reconnected = yield* connectSameNode(true);
    return reconnected.ok ? success(undefined) : reconnected;
  }

  return {
    *identify() {
      node = undefined;
      const connected = yield* connectSameNode();
      if (!connected.ok) return connected;
      const { num, firmware, hardware } = connected.value;
      const id = deviceIdOf(num);
      return success({ hardwareId: id, deviceId: id, model: `Meshtastic, hardware model ${hardware}`, firmware });
    },
    read: (names) => retryAfterReconnect((to) => readSettings(to, names)),
    *write(settingsToWrite) {
      const invalid = validateSettings(settingsToWrite);
      return invalid ?? (yield* retryAfterReconnect((to) => writeSettings(to, settingsToWrite)));
    },
  };
}

/** How the attached node is set up, by AdminMessages beside the ordinary conversation. There is nothing to know for it. */
export const provision: Provision = { settings, open: ({ nonce }) => createDriver(nonce) };
