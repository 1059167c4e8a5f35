import { differences, picked, readable, secret } from '../../domain/provisioning/settings.js';
import type { Result } from '../../errors.js';
import type { Dialogue, Said, Talk, Unit } from '../../protocols/provision.js';
import type { StepName } from '../../schema/provisioning.js';
import type { Outcome } from '../../schema/receipt.js';
import type { Setting, Settings } from '../../schema/setting.js';

/** What is to become of a tracker. */
export type Plan = {
  readonly wanted: Settings;
  /** what it had when it was first written to, if that was begun and never ended */
  readonly before?: Settings;
};

/** Why it does not go on: a word that does not change, and what to do. */
export type Reason = { readonly code: string; readonly message: string };
export type Heard<T> = Said<T> | { readonly ok: false; readonly code: 'lost'; readonly message: string };

/** What was done: to be kept with the device. */
export type Proof = {
  readonly unit: Unit;
  readonly before: Settings;
  readonly after: Settings;
  readonly wrote: boolean;
  /** settings that were written and can not be read */
  readonly secrets: readonly string[];
};

/** What whoever runs the procedure is to do next, and to answer with what came of it. */
export type Effect =
  | { readonly do: 'tell'; readonly step: StepName; readonly unit?: Unit }
  | { readonly do: 'talk'; readonly dialogue: Dialogue<unknown> }
  /** what it is to have; undefined: nothing is to be done with it. A licence is kept for it from then on. */
  | { readonly do: 'plan'; readonly unit: Unit }
  /** durably, before the first word that changes anything */
  | { readonly do: 'begin'; readonly unit: Unit; readonly before: Settings }
  /** durably, together: the device, and the proof */
  | { readonly do: 'register'; readonly proof: Proof }
  /** durably: it has its former settings */
  | { readonly do: 'restore'; readonly proof: Proof; readonly reason: Reason };

export type Ending = { readonly outcome: Outcome; readonly reason?: Reason };

/** Answers to effects come back as what they are: whoever runs the procedure sees to it. */
export type Procedure<T> = Generator<Effect, T, unknown>;

function* heard<T>(dialogue: Dialogue<T>): Procedure<Heard<T>> {
  return (yield { do: 'talk', dialogue }) as Heard<T>;
}

function* settled<T>(effect: Effect): Procedure<Result<T>> {
  return (yield effect) as Result<T>;
}

const failed = ({ code, message }: Reason): Ending => ({ outcome: 'failed', reason: { code, message } });

export type ProcedureOptions = {
  readonly talk: Talk;
  readonly settings: Readonly<Record<string, Setting>>;
};

/**
 * Identify → check licence → read → write → read back → compare → register → receipt, for every protocol alike. What
 * is there already is not written. What can not be brought to its end is taken back. It may be cut at any step and
 * begun again: what was begun is known by its plan. Undefined when there is nothing to do.
 */
export function* procedure({ talk, settings }: ProcedureOptions): Procedure<Ending | undefined> {
  yield { do: 'tell', step: 'identify' };
  const identified = yield* heard(talk.identify());
  if (!identified.ok) return failed(identified);
  const unit = identified.value;
  yield { do: 'tell', step: 'licence', unit };
  const planned = yield* settled<Plan | undefined>({ do: 'plan', unit });
  if (!planned.ok) return failed(planned);
  if (planned.value === undefined) return undefined;
  const { wanted, before: begun } = planned.value;
  const open = readable(wanted, settings);
  const names = Object.keys(open);

  yield { do: 'tell', step: 'read' };
  const read = yield* heard(talk.read(names));
  if (!read.ok) return begun === undefined ? failed(read) : interrupted(read);
  const untold = names.filter((name) => read.value[name] === undefined);
  if (untold.length > 0 && begun === undefined) return failed(unsupported(unit, untold));
  const before = begun ?? picked(read.value, names);
  const secrets = Object.keys(secret(wanted, settings));
  // What was begun may be read as it is wanted and yet not outlast a power cut.
  const mustWrite = begun !== undefined || secrets.length > 0 || differences(open, read.value).length > 0;
  const proof = { unit, before, after: picked(read.value, names), wrote: mustWrite, secrets };

  if (mustWrite) {
    const noted = yield* settled<unknown>({ do: 'begin', unit, before });
    if (!noted.ok) return begun === undefined ? failed(noted) : interrupted(noted);
    const written = yield* write({ talk, wanted, open, unit });
    if (!written.ok) {
      const isRefused = written.code !== 'mismatch';
      return yield* takeBack({ talk, proof: { ...proof, secrets: isRefused ? [] : secrets }, reason: written });
    }
    proof.after = written.value;
  }
  yield { do: 'tell', step: 'register' };
  const registered = yield* settled<Outcome>({ do: 'register', proof });
  if (registered.ok) return { outcome: registered.value };
  return proof.wrote ? yield* takeBack({ talk, proof, reason: registered }) : failed(registered);
}

type Writing = { readonly talk: Talk; readonly wanted: Settings; readonly open: Settings; readonly unit: Unit };
type Written = { readonly ok: true; readonly value: Settings } | ({ readonly ok: false } & Reason);

/** Ends well only when all that can be read back is as it is wanted. */
function* write({ talk, wanted, open, unit }: Writing): Procedure<Written> {
  yield { do: 'tell', step: 'write' };
  const said = yield* heard(talk.write(wanted));
  if (!said.ok) return said;
  yield { do: 'tell', step: 'read back' };
  const after = yield* readBack(talk, unit, Object.keys(open));
  if (!after.ok) return after;
  const wrong = differences(open, after.value);
  if (wrong.length === 0) return after;
  const message = `the tracker took the settings and has others: ${wrong.join('; ')}: ask for what its firmware allows`;
  return { ok: false, code: 'mismatch', message };
}

/** The same tracker, as it is now: it may have been changed for another meanwhile. */
function* readBack(talk: Talk, { hardwareId }: Unit, names: readonly string[]): Procedure<Written> {
  const now = yield* heard(talk.identify());
  if (!now.ok) return now;
  if (now.value.hardwareId !== hardwareId) {
    const message = `${hardwareId} was changed for ${now.value.hardwareId} before it was done: plug it in again`;
    return { ok: false, code: 'lost', message };
  }
  const read = yield* heard(talk.read(names));
  return read.ok ? { ok: true, value: picked(read.value, names) } : read;
}

type Back = { readonly talk: Talk; readonly proof: Proof; readonly reason: Reason };

/** Gives it back what it had, as far as that can be read. */
function* takeBack({ talk, proof, reason: why }: Back): Procedure<Ending> {
  if (why.code === 'lost') return interrupted(why);
  yield { do: 'tell', step: 'undo' };
  const { before, unit, secrets } = proof;
  const stays = secrets.length === 0 ? '' : ` (${secrets.join(', ')} can not be taken back)`;
  const reason = { code: why.code, message: `${why.message}${stays}` };
  const isBack = (present: Settings): boolean => differences(before, present).length === 0;
  let after = yield* readBack(talk, unit, Object.keys(before));
  if (after.ok && !isBack(after.value)) {
    const written = yield* heard(talk.write(before));
    if (!written.ok) return interrupted(reason);
    after = yield* readBack(talk, unit, Object.keys(before));
  }
  if (!after.ok || !isBack(after.value)) return interrupted(reason);
  const restored = yield* settled<unknown>({ do: 'restore', proof: { ...proof, after: after.value }, reason });
  return restored.ok ? failed(reason) : interrupted(reason);
}

const interrupted = ({ code, message }: Reason): Ending => ({
  outcome: 'interrupted',
  reason: {
    code,
    message: `${message}. It may be half set: put it on a port in provisioning again, and that is finished or taken back`,
  },
});

const unsupported = ({ model, firmware }: Unit, names: readonly string[]): Reason => ({
  code: 'unsupported',
  message: `${model} with firmware ${firmware} does not tell ${names.join(', ')}: leave that out of the template`,
});
