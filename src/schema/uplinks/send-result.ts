/**
 * What became of one record. accepted: the far side has it on stable storage, as far as it reports; repeated: it had it
 * already; unknown: not sent, or no answer came: it is sent again; refused: never accepted as it is, a dead letter.
 */
export type RecordResult =
  { readonly outcome: 'accepted' | 'repeated' | 'unknown' } | { readonly outcome: 'refused'; readonly reason: string };

/** Why nothing more can be sent for now. */
export type Pause =
  /** Try again: `retryAfter` is what the far side asked for, ms; left out: with growing distances. */
  | { readonly kind: 'retry'; readonly reason: string; readonly retryAfter?: number }
  /** The far side takes fewer records at once. With a single one left, that record is refused. */
  | { readonly kind: 'too-large'; readonly reason: string }
  /** The far side refuses all of it without naming a record: it is divided until the record is found. */
  | { readonly kind: 'refused'; readonly reason: string }
  /**
   * A person has to mend something: wrong credentials, a missing right. `conflict`: the far side has other records under
   * the ids of this store from this number on, as far as it names one.
   */
  | { readonly kind: 'stop'; readonly reason: string; readonly conflict?: number };

/** `results`: one for each record that was given, in their order. */
export type SendResult = { readonly results: readonly RecordResult[]; readonly pause?: Pause };
