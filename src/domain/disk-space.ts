export type DiskSpace = { readonly freeBytes: number; readonly totalBytes: number };

/** The gateway needs this much to finish files besides the log, such as a snapshot; a small disk a quarter of its size. */
const FULL_BYTES = 64 * 1_048_576;

/** So little is free that the gateway needs a person. */
export const isDiskFull = ({ freeBytes, totalBytes }: DiskSpace): boolean =>
  freeBytes < Math.min(FULL_BYTES, totalBytes / 4);
