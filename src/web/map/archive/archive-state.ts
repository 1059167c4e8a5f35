import type { ArchiveFault } from '../../../schema/system/map-archive.js';

/** What is to be said of the archive under a map. */
export type ArchiveState = {
  /** whose map it is; empty: nobody's, or there is none */
  readonly attribution: string;
  readonly problem: ArchiveProblem | undefined;
};

/** Why there is less of it than there could be. */
export type ArchiveProblem = {
  /** `unreachable`: for the moment; `other_schema`: vector tiles in another schema than that which can be drawn */
  readonly code: ArchiveFault['code'] | 'unreachable' | 'other_schema';
  /** what exactly; may be empty */
  readonly detail: string;
};

export const EMPTY_ARCHIVE_STATE: ArchiveState = { attribution: '', problem: undefined };
