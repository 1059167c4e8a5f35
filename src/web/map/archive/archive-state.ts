import type { ArchiveFault } from '../../../schema/map-archive.js';

/** What is to be said of the archive under a map. */
export type ArchiveState = {
  /** whose map it is; empty: nobody's, or there is none */
  readonly attribution: string;
  readonly trouble: ArchiveTrouble | undefined;
};

/** Why there is less of it than there could be. */
export type ArchiveTrouble = {
  /** `unreachable`: for the moment; `other_schema`: vector tiles in another schema than that which can be drawn */
  readonly code: ArchiveFault['code'] | 'unreachable' | 'other_schema';
  /** what exactly; may be empty */
  readonly detail: string;
};

export const nothingToSay: ArchiveState = { attribution: '', trouble: undefined };
