/**
 * One step from a version of the store format to the next. Pure functions over plain JSON: the shapes of previous
 * versions are no longer types. The number of entries, their numbers and their times stay the same.
 */
export type Migration = LogMigration | StateMigration;

/** Converts the log and the state. Only a backup leads back. */
export type LogMigration = {
  readonly entry: (change: PlainChange) => PlainChange;
  /** of `state.json`, without its version */
  readonly state: ConvertState;
};

/** Converts the state and leaves the log untouched. */
export type StateMigration = {
  readonly entry?: undefined;
  /** of `state.json`, without its version */
  readonly state: ConvertState;
  /** the inverse of `state`: `waypost downgrade` converts the store back without loss */
  readonly back: ConvertState;
};

type ConvertState = (state: JsonObject) => JsonObject;
export type JsonObject = Readonly<Record<string, unknown>>;
export type PlainChange = { readonly kind: string; readonly v: unknown };
