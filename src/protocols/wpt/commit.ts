import { failure, success } from '../../errors.js';
import type { Dialogue, SettingValue } from '../provision.js';
import type { WptReply, WptCommands } from './commands.js';
import { settingsDigest, computeMac } from './mac.js';

/** ms: it says hello 1 s after it said yes and every 10 s from then on; after 30 s unheard it takes back what it had */
const RESTART_TIMEOUT_MS = 25_000;

export type StagedSettings = {
  /** names and values as they were sent */
  readonly texts: readonly (readonly [name: string, text: string])[];
  /** that it may have, the likeliest first; empty: none */
  readonly keys: Iterable<string>;
  /** speed of the line as it is and as it was sent, bit/s; undefined where it is not among them */
  readonly from: SettingValue | undefined;
  readonly to: SettingValue | undefined;
};

/** Has what is staged taken for good, all of it or nothing, and ends when the tracker is back. */
export function* commit(commands: WptCommands, { texts, keys, from, to }: StagedSettings): Dialogue<undefined> {
  const digest = settingsDigest(texts);
  const nonce = commands.nonce();
  let reply: WptReply | undefined;
  for (const key of keys) {
    reply = yield* commands.send('COM', digest, key === '' ? '' : computeMac(key, nonce, digest));
    if (reply.ok || reply.reason !== 'AUTH') break;
  }
  if (reply?.ok === false && reply.reason === 'AUTH') {
    return failure(
      'refused',
      'the tracker has a key, and none that was given is it (AUTH): give the one it has as `key`',
    );
  }
  // When nothing came its yes may be lost, and all be done.
  if (reply?.ok === false && reply.code !== 'no_answer') return reply;
  const speed = from === to ? {} : { baudRate: Number(to) };
  const hello = yield* commands.awaitRestart(nonce, { ...speed, timeoutMs: RESTART_TIMEOUT_MS });
  if (hello === undefined) return yield* locateTracker(commands, from, to);
  if (hello.cfg === digest) return success(undefined);
  const cfg = hello.cfg ?? 'nothing';
  return failure('garbled', `the tracker says it was set to ${cfg} (cfg= in its HEL), not to ${digest}: do it again`);
}

/** It did not come back; why, as far as that can be told. */
function* locateTracker(
  { requestHello }: WptCommands,
  from: StagedSettings['from'],
  to: StagedSettings['to'],
): Dialogue<undefined> {
  const subject = 'the tracker did not say hello (HEL) after its settings were to be taken (COM)';
  const advice = 'take its power off and on and do it again; it has all of it or nothing';
  if (from === to) return failure('no_answer', `${subject}: ${advice}`);
  // By the time it stops asking, the 30 s are over.
  const found = yield* requestHello(Number(from));
  const detail = found.ok
    ? `it is at ${from} baud with what it had before: do cable and converter carry ${to} baud?`
    : `nor is it at ${from} baud: ${advice}`;
  return failure('no_answer', `${subject} at ${to} baud; ${detail}`);
}
