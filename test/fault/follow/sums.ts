/** What a reader has added up, with the position up to which it has read. */
export type ReaderSums = {
  readonly after: string;
  readonly lastNumber: number;
  readonly pages: number;
  readonly devices: Readonly<Record<string, DeviceSum>>;
  /** what must not happen: records out of order, twice, or missing */
  readonly problems: readonly string[];
};

/** `sum`: of the times in seconds since 1970; `last`: the last of them. */
type DeviceSum = { readonly count: number; readonly sum: number; readonly last: number };

export const startSums = (): ReaderSums => ({ after: '', lastNumber: 0, pages: 0, devices: {}, problems: [] });
