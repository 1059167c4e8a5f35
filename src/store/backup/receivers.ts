import {
  describeReceiver,
  foreignField,
  receiverOfSetting,
  receiversOfEntities,
  type Receiver,
} from '../../domain/receiver.js';
import type { ChangedReceiver } from '../../schema/system/restore.js';
import { SECRET_KEYS } from '../../schema/system/settings.js';
import { readKeys, receiversWithSecret, writeKeys, type Receivers } from '../keys.js';
import type { ReadonlyState } from '../state/state.js';

/** The receivers of the secrets of a store, without those that the configuration sets: a restore does not change them. */
const receiversIn = ({ settings, webhooks, uplinks }: ReadonlyState): Receivers => ({
  ...Object.fromEntries(
    SECRET_KEYS.map((key) => [key, receiverOfSetting(key, (setting) => settings.get(setting))] as const),
  ),
  ...receiversOfEntities(webhooks.values(), uplinks.values()),
});

/**
 * The receivers that a restored store has for secrets that were entered for others: these are asked again. `folder`: has the
 * secrets; `present`: the store that they belong to.
 */
export async function changedReceivers(
  folder: string,
  { present, restored }: { readonly present: ReadonlyState; readonly restored: ReadonlyState },
): Promise<readonly ChangedReceiver[]> {
  const { secrets = {}, receivers = receiversIn(present) } = (await readKeys(folder)) ?? {};
  const after = receiversIn(restored);
  return Object.entries(receivers).flatMap(([key, was]): ChangedReceiver[] => {
    const own = Object.fromEntries(
      Object.entries(secrets).filter(([path]) => path === key || path.startsWith(`${key}.`)),
    );
    const found = after[key];
    // A setting that the backup leaves out has its default, or the value of the configuration.
    const now: Receiver | undefined = found && { ...was, ...found };
    if (now === undefined || foreignField({ secrets: own, receiver: was }, now) === undefined) return [];
    return [{ key, was: describeReceiver(was), now: describeReceiver(now) }];
  });
}

/** Binds secrets that an earlier version stored, before another store takes the place of the one that they belong to. */
export async function bindToPresent(folder: string, present: ReadonlyState): Promise<void> {
  const keys = await readKeys(folder);
  if (keys?.jwtSecret === undefined || keys.damage !== null || keys.receivers !== undefined) return;
  if (Object.keys(keys.secrets).length === 0) return;
  await writeKeys(folder, {
    ...keys,
    jwtSecret: keys.jwtSecret,
    receivers: receiversWithSecret(receiversIn(present), keys.secrets),
  });
}
