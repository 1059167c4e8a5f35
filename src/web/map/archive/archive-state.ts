import type { ArchiveFault } from '../../../schema/system/map-archive.js';

/** The state of the archive of a map. */
export type ArchiveState = {
  /** attribution of the map; empty: none */
  readonly attribution: string;
  readonly problem: ArchiveProblem | undefined;
  /** the gateway has no archive */
  readonly isMissing?: true;
};

/** Why the archive is not fully shown. */
export type ArchiveProblem = {
  /** `unreachable`: temporary; `other_schema`: vector tiles in an unsupported schema */
  readonly code: ArchiveFault['code'] | 'unreachable' | 'other_schema';
  /** details; may be empty */
  readonly detail: string;
};

export const EMPTY_ARCHIVE_STATE: ArchiveState = { attribution: '', problem: undefined };
