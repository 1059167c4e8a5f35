import { foreignField, type KeptSecrets, type Receiver } from '../../domain/receiver.js';
import { failure, success, type Result } from '../../errors.js';

type SecretsByKey = Readonly<Record<string, string>>;

export type SecretsChange = {
  /** the secrets that are stored, by key, and whom they were entered for */
  readonly stored: KeptSecrets;
  /** those that the caller sets; a key that is left out stays, an empty one is removed */
  readonly given: SecretsByKey;
  /** of the secrets after the change */
  readonly receiver: Receiver;
};

/** The secrets after a change. A stored one is not sent to another receiver without being set again. */
export function secretsAfter({ stored, given, receiver }: SecretsChange): Result<SecretsByKey> {
  const { secrets } = stored;
  const missing = Object.keys(secrets).find((key) => secrets[key] !== '' && given[key] === undefined);
  const changed = missing === undefined ? undefined : foreignField(stored, receiver);
  if (changed !== undefined && missing !== undefined) {
    return failure('validation_failed', `/${missing} is missing: a change of ${changed} takes it again`);
  }
  const after = { ...secrets, ...given };
  return success(Object.fromEntries(Object.entries(after).filter(([, secret]) => secret !== '')));
}
