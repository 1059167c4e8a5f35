/**
 * From one version of the store's format to the next; pure, and over plain JSON, as the shapes of former versions are no
 * types any more. Entries stay as many as they are, with their numbers and times.
 */
export type Migration = {
  readonly entry: (change: PlainChange) => PlainChange;
  /** of `state.json`, without its version */
  readonly state: (state: JsonObject) => JsonObject;
};

export type JsonObject = Readonly<Record<string, unknown>>;
export type PlainChange = { readonly kind: string; readonly v: unknown };
