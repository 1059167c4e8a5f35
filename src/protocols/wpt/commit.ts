import { success } from '../../errors.js';
import type { Dialogue, SettingValue } from '../provision.js';
import type { WptReply, WptCommands } from './commands.js';
import { settingsDigest, computeMac } from './mac.js';
import { wptSetupErrors } from './messages.js';

/** The tracker sends HEL 1 s after its RES and then every 10 s; after 30 s without a reply it reverts. */
const RESTART_TIMEOUT_MS = 25_000;

export type StagedSettings = {
  /** names and values as sent */
  readonly texts: readonly (readonly [name: string, text: string])[];
  /** keys that the tracker may have, the most likely first; empty string: no key */
  readonly keys: Iterable<string>;
  /** baud rate now and after the commit; undefined if it is not set */
  readonly from: SettingValue | undefined;
  readonly to: SettingValue | undefined;
};

/** Commits the staged settings, all or none, and waits until the tracker is back. */
export function* commit(commands: WptCommands, { texts, keys, from, to }: StagedSettings): Dialogue<undefined> {
  const digest = settingsDigest(texts);
  const nonce = commands.nonce();
  let reply: WptReply | undefined;
  for (const key of keys) {
    reply = yield* commands.send('COM', digest, key === '' ? '' : computeMac(key, nonce, digest));
    if (reply.ok || reply.reason !== 'AUTH') break;
  }
  if (reply?.ok === false && reply.reason === 'AUTH') {
    return wptSetupErrors.keyNeeded();
  }
  // Without a reply, the RES may be lost and the commit done.
  if (reply?.ok === false && reply.code !== 'no_answer') return reply;
  const speed = from === to ? {} : { baudRate: Number(to) };
  const hello = yield* commands.awaitRestart(nonce, { ...speed, timeoutMs: RESTART_TIMEOUT_MS });
  if (hello === undefined) return yield* locateTracker(commands, from, to);
  if (hello.cfg === digest) return success(undefined);
  return hello.cfg === undefined
    ? wptSetupErrors.notConfirmedByAny({ digest })
    : wptSetupErrors.notConfirmed({ digest, actual: hello.cfg });
}

/** Finds out why the tracker did not come back. */
function* locateTracker(
  { requestHello }: WptCommands,
  from: StagedSettings['from'],
  to: StagedSettings['to'],
): Dialogue<undefined> {
  if (from === to) return wptSetupErrors.lost();
  // The 30 s are over before this request times out.
  const found = yield* requestHello(Number(from));
  const speeds = { from: String(from), to: String(to) };
  return found.ok ? wptSetupErrors.reverted(speeds) : wptSetupErrors.lostAtBoth(speeds);
}
