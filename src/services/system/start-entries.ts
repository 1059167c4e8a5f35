import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { isObject, jsonBytes } from '../../domain/json.js';
import { withoutKeys } from '../../domain/redact.js';
import type { Config } from '../../schema/config/config.js';
import type { ConfigurationChange } from '../../schema/entry.js';
import type { Store } from '../../store/store.js';
import type { Time } from '../time/time.js';

export type StartEntriesOptions = {
  readonly config: Config;
  /** the keys that the file, the environment or the flags set */
  readonly configured: ReadonlySet<string>;
  readonly store: Pick<Store, 'state' | 'append' | 'status' | 'endedCleanly'>;
  readonly time: Pick<Time, 'now'>;
  readonly version: string;
};

/** A gateway that starts again and again has one entry in this time. */
const REPEAT_MS = 600_000;
/** Of a longer value, only its digest is stored. */
const MAX_VALUE_BYTES = 4_096;

/** Stores that the gateway started, and what its configuration sets otherwise than at the last start. */
export async function storeStart(options: StartEntriesOptions): Promise<void> {
  const { store, time, version } = options;
  if (!store.status().writable) return;
  const v = configurationChange(options);
  if (v !== undefined) await store.append([{ kind: 'configuration', v }], { type: 'configuration' });
  const { started } = store.state;
  const sinceMs = time.now() - Date.parse(started?.at ?? '');
  if (started?.version === version && sinceMs >= 0 && sinceMs < REPEAT_MS) return;
  await store.append([{ kind: 'started', v: { version, clean: store.endedCleanly } }]);
}

/** undefined: it sets the same as at the last start. */
function configurationChange({ config, configured, store }: StartEntriesOptions): ConfigurationChange | undefined {
  const before = store.state.configured;
  const now = new Map([...configured].map((key) => [key, shownValue(config, key)]));
  const changed = [...now].filter(([key, value]) => !isDeepStrictEqual(value, before.get(key)));
  const removed = [...before.keys()].filter((key) => !now.has(key));
  if (changed.length + removed.length === 0) return undefined;
  return { values: Object.fromEntries(changed), removed };
}

/** The value of a key; of a secret, that it is set. */
function shownValue(config: Config, key: string): unknown {
  const names = key.split('.');
  const value = names.reduce<unknown>((section, name) => (isObject(section) ? section[name] : undefined), config);
  const [name = ''] = names.slice(-1);
  const shown = (withoutKeys({ [name]: value }) as Readonly<Record<string, unknown>>)[name] ?? null;
  if (jsonBytes(shown) <= MAX_VALUE_BYTES) return shown;
  return { sha256: createHash('sha256').update(JSON.stringify(shown)).digest('hex') };
}
