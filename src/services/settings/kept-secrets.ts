import { failure, success, type Result } from '../../errors.js';

type SecretsByKey = Readonly<Record<string, string>>;

export type SecretsChange = {
  /** the secrets that are stored, by key */
  readonly stored: SecretsByKey;
  /** those that the caller sets; a key that is left out stays, an empty one is removed */
  readonly given: SecretsByKey;
  /** the field of the receiver that the change gives another value; left out: none */
  readonly changedReceiver?: string | undefined;
};

/** The secrets after a change. A stored one is not sent to another receiver without being set again. */
export function secretsAfter({ stored, given, changedReceiver }: SecretsChange): Result<SecretsByKey> {
  const missing = Object.keys(stored).find((key) => stored[key] !== '' && given[key] === undefined);
  if (changedReceiver !== undefined && missing !== undefined) {
    return failure('validation_failed', `/${missing} is missing: a change of ${changedReceiver} takes it again`);
  }
  const after = { ...stored, ...given };
  return success(Object.fromEntries(Object.entries(after).filter(([, secret]) => secret !== '')));
}
