import {
  describeDifferences,
  pickSettings,
  readableSettings,
  secretSettings,
} from '../../domain/provisioning/settings.js';
import type { Result } from '../../errors.js';
import type { Dialogue, ProvisioningCode, ProvisioningDriver, TrackerInfo } from '../../protocols/provision.js';
import type { ProvisioningStep } from '../../schema/provisioning/provisioning.js';
import type { ProvisioningOutcome } from '../../schema/provisioning/receipt.js';
import type { Setting, TrackerSettings } from '../../schema/provisioning/setting.js';

/** What is to become of a tracker. */
export type Plan = {
  readonly desired: TrackerSettings;
  /** what it had when it was first written to, if that was begun and never ended */
  readonly before?: TrackerSettings;
};

/** Why it does not go on: a word that does not change, and what to do. */
export type FailureReason = { readonly code: string; readonly message: string };
export type DialogueResult<T> = Result<T, ProvisioningCode | 'lost'>;

/** What was done: to be kept with the device. */
export type Proof = {
  readonly unit: TrackerInfo;
  readonly before: TrackerSettings;
  readonly after: TrackerSettings;
  readonly wrote: boolean;
  /** settings that were written and can not be read */
  readonly secrets: readonly string[];
};

/** What whoever runs the procedure is to do next, and to answer with what came of it. */
export type Effect =
  | { readonly do: 'tell'; readonly step: ProvisioningStep; readonly unit?: TrackerInfo }
  | { readonly do: 'talk'; readonly dialogue: Dialogue<unknown> }
  /** what it is to have; undefined: nothing is to be done with it. A license is reserved for it from then on. */
  | { readonly do: 'plan'; readonly unit: TrackerInfo }
  /** durably, before the first word that changes anything */
  | { readonly do: 'begin'; readonly unit: TrackerInfo; readonly before: TrackerSettings }
  /** durably, together: the device, and the proof */
  | { readonly do: 'register'; readonly proof: Proof }
  /** durably: it has its former settings */
  | { readonly do: 'restore'; readonly proof: Proof; readonly reason: FailureReason };

export type ProcedureEnding = { readonly outcome: ProvisioningOutcome; readonly reason?: FailureReason };

/** Answers to effects come back as what they are: whoever runs the procedure sees to it. */
export type Procedure<T> = Generator<Effect, T, unknown>;

function* runDialogue<T>(dialogue: Dialogue<T>): Procedure<DialogueResult<T>> {
  return (yield { do: 'talk', dialogue }) as DialogueResult<T>;
}

function* performEffect<T>(effect: Effect): Procedure<Result<T>> {
  return (yield effect) as Result<T>;
}

const failed = ({ code, message }: FailureReason): ProcedureEnding => ({
  outcome: 'failed',
  reason: { code, message },
});

export type ProcedureOptions = {
  readonly driver: ProvisioningDriver;
  readonly settings: Readonly<Record<string, Setting>>;
};

/**
 * Identify → check license → read → write → read back → compare → register → receipt, for every protocol alike. What
 * is there already is not written. What can not be brought to its end is taken back. It may be cut at any step and
 * begun again: what was begun is known by its plan. Undefined when there is nothing to do.
 */
export function* procedure({ driver, settings }: ProcedureOptions): Procedure<ProcedureEnding | undefined> {
  yield { do: 'tell', step: 'identify' };
  const identified = yield* runDialogue(driver.identify());
  if (!identified.ok) return failed(identified);
  const unit = identified.value;
  yield { do: 'tell', step: 'license', unit };
  const planned = yield* performEffect<Plan | undefined>({ do: 'plan', unit });
  if (!planned.ok) return failed(planned);
  if (planned.value === undefined) return undefined;
  const { desired, before: previousBefore } = planned.value;
  const comparable = readableSettings(desired, settings);
  const names = Object.keys(comparable);

  yield { do: 'tell', step: 'read' };
  const read = yield* runDialogue(driver.read(names));
  if (!read.ok) return previousBefore === undefined ? failed(read) : interrupted(read);
  const missing = names.filter((name) => read.value[name] === undefined);
  if (missing.length > 0 && previousBefore === undefined) return failed(unsupported(unit, missing));
  const before = previousBefore ?? pickSettings(read.value, names);
  const secrets = Object.keys(secretSettings(desired, settings));
  // What was begun may be read as it is wanted and yet not outlast a power cut.
  const mustWrite =
    previousBefore !== undefined || secrets.length > 0 || describeDifferences(comparable, read.value).length > 0;
  const proof = { unit, before, after: pickSettings(read.value, names), wrote: mustWrite, secrets };

  if (mustWrite) {
    const recorded = yield* performEffect<unknown>({ do: 'begin', unit, before });
    if (!recorded.ok) return previousBefore === undefined ? failed(recorded) : interrupted(recorded);
    const written = yield* write({ driver, desired, comparable, unit });
    if (!written.ok) {
      const isRefused = written.code !== 'mismatch';
      return yield* rollBack({ driver, proof: { ...proof, secrets: isRefused ? [] : secrets }, reason: written });
    }
    proof.after = written.value;
  }
  yield { do: 'tell', step: 'register' };
  const registered = yield* performEffect<ProvisioningOutcome>({ do: 'register', proof });
  if (registered.ok) return { outcome: registered.value };
  return proof.wrote ? yield* rollBack({ driver, proof, reason: registered }) : failed(registered);
}

type WriteOptions = {
  readonly driver: ProvisioningDriver;
  readonly desired: TrackerSettings;
  readonly comparable: TrackerSettings;
  readonly unit: TrackerInfo;
};
type WriteResult = { readonly ok: true; readonly value: TrackerSettings } | ({ readonly ok: false } & FailureReason);

/** Ends well only when all that can be read back is as it is wanted. */
function* write({ driver, desired, comparable, unit }: WriteOptions): Procedure<WriteResult> {
  yield { do: 'tell', step: 'write' };
  const written = yield* runDialogue(driver.write(desired));
  if (!written.ok) return written;
  yield { do: 'tell', step: 'read back' };
  const after = yield* readBack(driver, unit, Object.keys(comparable));
  if (!after.ok) return after;
  const mismatches = describeDifferences(comparable, after.value);
  if (mismatches.length === 0) return after;
  const message = `the tracker took the settings and has others: ${mismatches.join('; ')}: ask for what its firmware allows`;
  return { ok: false, code: 'mismatch', message };
}

/** The same tracker, as it is now: it may have been changed for another meanwhile. */
function* readBack(
  driver: ProvisioningDriver,
  { hardwareId }: TrackerInfo,
  names: readonly string[],
): Procedure<WriteResult> {
  const now = yield* runDialogue(driver.identify());
  if (!now.ok) return now;
  if (now.value.hardwareId !== hardwareId) {
    const message = `${hardwareId} was changed for ${now.value.hardwareId} before it was done: plug it in again`;
    return { ok: false, code: 'lost', message };
  }
  const read = yield* runDialogue(driver.read(names));
  return read.ok ? { ok: true, value: pickSettings(read.value, names) } : read;
}

type RollBackOptions = { readonly driver: ProvisioningDriver; readonly proof: Proof; readonly reason: FailureReason };

/** Gives it back what it had, as far as that can be read. */
function* rollBack({ driver, proof, reason: cause }: RollBackOptions): Procedure<ProcedureEnding> {
  if (cause.code === 'lost') return interrupted(cause);
  yield { do: 'tell', step: 'undo' };
  const { before, unit, secrets } = proof;
  const remaining = secrets.length === 0 ? '' : ` (${secrets.join(', ')} can not be taken back)`;
  const reason = { code: cause.code, message: `${cause.message}${remaining}` };
  const isRestored = (current: TrackerSettings): boolean => describeDifferences(before, current).length === 0;
  let after = yield* readBack(driver, unit, Object.keys(before));
  if (after.ok && !isRestored(after.value)) {
    const written = yield* runDialogue(driver.write(before));
    if (!written.ok) return interrupted(reason);
    after = yield* readBack(driver, unit, Object.keys(before));
  }
  if (!after.ok || !isRestored(after.value)) return interrupted(reason);
  const restored = yield* performEffect<unknown>({ do: 'restore', proof: { ...proof, after: after.value }, reason });
  return restored.ok ? failed(reason) : interrupted(reason);
}

const interrupted = ({ code, message }: FailureReason): ProcedureEnding => ({
  outcome: 'interrupted',
  reason: {
    code,
    message: `${message}. It may be half set: put it on a port in provisioning again, and that is finished or taken back`,
  },
});

const unsupported = ({ model, firmware }: TrackerInfo, names: readonly string[]): FailureReason => ({
  code: 'unsupported',
  message: `${model} with firmware ${firmware} does not tell ${names.join(', ')}: leave that out of the template`,
});
