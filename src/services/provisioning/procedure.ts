import {
  describeDifferences,
  pickSettings,
  readableSettings,
  secretSettings,
} from '../../domain/provisioning/settings.js';
import { failure, success, type Result } from '../../errors.js';
import type { Dialogue, ProvisioningDriver, TrackerInfo } from '../../protocols/provision.js';
import type { ProvisioningStep, SettingDifference, UnitOutcome } from '../../schema/provisioning/provisioning.js';
import type { ProvisioningOutcome } from '../../schema/provisioning/receipt.js';
import type { Setting, TrackerSettings } from '../../schema/provisioning/setting.js';
import type { DialogueResult } from './dialogue-runner.js';

/** What a tracker should become. */
export type Plan = {
  readonly desired: TrackerSettings;
  /** its settings before the first write, if an earlier setup was started and never ended */
  readonly before?: TrackerSettings;
};

/** Why the setup failed: a stable code, and a message with the fix. */
export type FailureReason = { readonly code: string; readonly message: string };

/** What was done with a tracker, for its receipt. */
export type Proof = {
  readonly unit: TrackerInfo;
  readonly before: TrackerSettings;
  readonly after: TrackerSettings;
  readonly wrote: boolean;
  /** settings that were written and cannot be read */
  readonly secrets: readonly string[];
};

/** What the caller has to do next; it returns the result to the procedure. */
export type Effect =
  | { readonly do: 'show'; readonly step: ProvisioningStep; readonly unit?: TrackerInfo }
  | { readonly do: 'run'; readonly dialogue: Dialogue<unknown> }
  /** Plan the settings and reserve a license; undefined: there is nothing to do. */
  | { readonly do: 'plan'; readonly unit: TrackerInfo }
  /** Store durably, before anything is written to the tracker. */
  | { readonly do: 'begin'; readonly unit: TrackerInfo; readonly before: TrackerSettings }
  /** Store durably, device and receipt together. */
  | { readonly do: 'register'; readonly proof: Proof }
  /** Store durably: the tracker has its previous settings. */
  | { readonly do: 'restore'; readonly proof: Proof; readonly reason: FailureReason };

export type ProcedureEnding = {
  readonly outcome: UnitOutcome;
  readonly reason?: FailureReason;
  /** of a dry run */
  readonly differences?: readonly SettingDifference[];
};

/** The result of each effect has the type that the effect requires; the caller is responsible for that. */
export type Procedure<T> = Generator<Effect, T, unknown>;

function* runDialogue<T>(dialogue: Dialogue<T>): Procedure<DialogueResult<T>> {
  return (yield { do: 'run', dialogue }) as DialogueResult<T>;
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
  /** Reads and compares only. */
  readonly dryRun?: boolean;
};

/**
 * Identify → check license → read → write → read back → compare → register → receipt, for every protocol. Settings that
 * are already right are not written. A failed setup is reverted. The procedure may be interrupted at any step and started
 * again: the plan then has the settings from before. Undefined: there is nothing to do.
 */
export function* procedure(options: ProcedureOptions): Procedure<ProcedureEnding | undefined> {
  const { driver, settings, dryRun = false } = options;
  yield { do: 'show', step: 'identify' };
  const identified = yield* runDialogue(driver.identify());
  if (!identified.ok) return failed(identified);
  const unit = identified.value;
  yield { do: 'show', step: 'license', unit };
  const planned = yield* performEffect<Plan | undefined>({ do: 'plan', unit });
  if (!planned.ok) return failed(planned);
  if (planned.value === undefined) return undefined;
  const { desired, before: previousBefore } = planned.value;
  const comparable = readableSettings(desired, settings);
  const names = Object.keys(comparable);

  yield { do: 'show', step: 'read' };
  const read = yield* runDialogue(driver.read(names));
  if (!read.ok) return previousBefore === undefined ? failed(read) : interrupted(read);
  const missing = names.filter((name) => read.value[name] === undefined);
  if (missing.length > 0 && previousBefore === undefined) return failed(unsupported(unit, missing));
  const before = previousBefore ?? pickSettings(read.value, names);
  const secretsToSet = secretSettings(desired, settings);
  if (dryRun) {
    const unproven = (yield* hasSecrets(driver, secretsToSet)) ? [] : Object.keys(secretsToSet);
    return compare(comparable, read.value, unproven);
  }
  // Settings of an interrupted setup may read as desired and still be lost in a power cut.
  const mustWrite =
    previousBefore !== undefined ||
    describeDifferences(comparable, read.value).length > 0 ||
    !(yield* hasSecrets(driver, secretsToSet));
  const secrets = mustWrite ? Object.keys(secretsToSet) : [];
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
  yield { do: 'show', step: 'register' };
  const registered = yield* performEffect<ProvisioningOutcome>({ do: 'register', proof });
  if (registered.ok) return { outcome: registered.value };
  return proof.wrote ? yield* rollBack({ driver, proof, reason: registered }) : failed(registered);
}

/** A tracker that cannot prove that it has them gets them again. */
function* hasSecrets({ proves }: ProvisioningDriver, secrets: TrackerSettings): Procedure<boolean> {
  if (Object.keys(secrets).length === 0) return true;
  const proven = proves === undefined ? undefined : yield* runDialogue(proves(secrets));
  return proven?.ok === true && proven.value;
}

function compare(desired: TrackerSettings, present: TrackerSettings, secrets: readonly string[]): ProcedureEnding {
  const changed = Object.entries(desired).flatMap(([name, value]) => {
    const found = present[name];
    return found === value ? [] : [{ name, desired: value, ...(found !== undefined && { present: found }) }];
  });
  const differences = [...changed, ...secrets.map((name) => ({ name }))];
  return differences.length === 0 ? { outcome: 'unchanged' } : { outcome: 'differs', differences };
}

type WriteOptions = {
  readonly driver: ProvisioningDriver;
  readonly desired: TrackerSettings;
  readonly comparable: TrackerSettings;
  readonly unit: TrackerInfo;
};
type WriteResult = Result<TrackerSettings, string>;

/** Succeeds only if all readable settings read back as desired. */
function* write({ driver, desired, comparable, unit }: WriteOptions): Procedure<WriteResult> {
  yield { do: 'show', step: 'write' };
  const written = yield* runDialogue(driver.write(desired));
  if (!written.ok) return written;
  yield { do: 'show', step: 'read back' };
  const after = yield* readBack(driver, unit, Object.keys(comparable));
  if (!after.ok) return after;
  const mismatches = describeDifferences(comparable, after.value);
  if (mismatches.length === 0) return after;
  return failure(
    'mismatch',
    `the tracker accepted the settings but has others: ${mismatches.join('; ')}: request values that its firmware allows`,
  );
}

/** Reads the settings of the same tracker: another one may have been plugged in meanwhile. */
function* readBack(
  driver: ProvisioningDriver,
  { hardwareId }: TrackerInfo,
  names: readonly string[],
): Procedure<WriteResult> {
  const current = yield* runDialogue(driver.identify());
  if (!current.ok) return current;
  if (current.value.hardwareId !== hardwareId) {
    const other = current.value.hardwareId;
    return failure('lost', `${hardwareId} was replaced by ${other} before it was finished: plug it in again`);
  }
  const read = yield* runDialogue(driver.read(names));
  return read.ok ? success(pickSettings(read.value, names)) : read;
}

type RollBackOptions = { readonly driver: ProvisioningDriver; readonly proof: Proof; readonly reason: FailureReason };

/** Restores the previous settings, as far as they can be read. */
function* rollBack({ driver, proof, reason: cause }: RollBackOptions): Procedure<ProcedureEnding> {
  if (cause.code === 'lost') return interrupted(cause);
  yield { do: 'show', step: 'undo' };
  const { before, unit, secrets } = proof;
  const remaining = secrets.length === 0 ? '' : ` (${secrets.join(', ')} cannot be restored)`;
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
    message: `${message}. The tracker may be partly configured: plug it into a port in provisioning again, and the gateway completes or reverts it`,
  },
});

const unsupported = ({ model, firmware }: TrackerInfo, names: readonly string[]): FailureReason => ({
  code: 'unsupported',
  message: `${model} with firmware ${firmware} does not report ${names.join(', ')}: remove it from the template`,
});
