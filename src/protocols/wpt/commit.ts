import { fault, said, type Dialogue, type SettingValue } from '../provision.js';
import type { Answer, Commands } from './commands.js';
import { digestOf, macOf } from './mac.js';

/** ms: it says hello 1 s after it said yes and every 10 s from then on; after 30 s unheard it takes back what it had */
const restartWithin = 25_000;

export type Staged = {
  /** names and values as they were sent */
  readonly texts: readonly (readonly [name: string, text: string])[];
  /** that it may have, the likeliest first; empty: none */
  readonly keys: Iterable<string>;
  /** speed of the line as it is and as it was sent, bit/s; undefined where it is not among them */
  readonly from: SettingValue | undefined;
  readonly to: SettingValue | undefined;
};

/** Has what is staged taken for good, all of it or nothing, and ends when the tracker is back. */
export function* commit(commands: Commands, { texts, keys, from, to }: Staged): Dialogue<undefined> {
  const digest = digestOf(texts);
  const nonce = commands.nonce();
  let answer: Answer | undefined;
  for (const key of keys) {
    answer = yield* commands.command('COM', digest, key === '' ? '' : macOf(key, nonce, digest));
    if (answer.ok || answer.reason !== 'AUTH') break;
  }
  if (answer?.ok === false && answer.reason === 'AUTH') {
    return fault(
      'refused',
      'the tracker has a key, and none that was given is it (AUTH): give the one it has as `key`',
    );
  }
  // When nothing came its yes may be lost, and all be done.
  if (answer?.ok === false && answer.code !== 'no_answer') return answer;
  const speed = from === to ? {} : { baudRate: Number(to) };
  const hello = yield* commands.restarted(nonce, { ...speed, withinMs: restartWithin });
  if (hello === undefined) return yield* searched(commands, from, to);
  if (hello.cfg === digest) return said(undefined);
  const cfg = hello.cfg ?? 'nothing';
  return fault('garbled', `the tracker says it was set to ${cfg} (cfg= in its HEL), not to ${digest}: do it again`);
}

/** It did not come back; why, as far as that can be told. */
function* searched({ greet }: Commands, from: Staged['from'], to: Staged['to']): Dialogue<undefined> {
  const missed = 'the tracker did not say hello (HEL) after its settings were to be taken (COM)';
  const way = 'take its power off and on and do it again; it has all of it or nothing';
  if (from === to) return fault('no_answer', `${missed}: ${way}`);
  // By the time it stops asking, the 30 s are over.
  const found = yield* greet(Number(from));
  const rest = found.ok
    ? `it is at ${from} baud with what it had before: do cable and converter carry ${to} baud?`
    : `nor is it at ${from} baud: ${way}`;
  return fault('no_answer', `${missed} at ${to} baud; ${rest}`);
}
