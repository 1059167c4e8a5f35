import { NO_FIX } from '../../../src/protocols/counters.js';
import { tableRows } from '../docs/table-rows.js';
import { openCaseGateway } from './case-gateway.js';
import { acknowledgedFrames, type Recording } from './acknowledged-frames.js';

const PAGE = 'src/serial/trackers.md';
const SECTION = 'Acknowledged without a record';
/** Counts that do not name what the frame was. */
const UNNAMED: ReadonlySet<string> = new Set(['records', 'joined', 'duplicates', 'other']);

/** A row of the table, without its reason. All messages of a protocol without a fix have one row (`GTFRI no fix`). */
const rowOf = (protocol: string, kind: string): string =>
  `| \`${protocol}\` | \`${kind.endsWith(NO_FIX) ? NO_FIX : kind}\` |`;

export const documentedRows = (): ReadonlySet<string> =>
  new Set(tableRows(PAGE, SECTION).map(([protocol = '', kind = '']) => `| ${protocol} | ${kind} |`));

/** The rows that the table lacks, each with recordings that have the kind. */
export const missingRows = ({ rows }: AcknowledgedKinds): string[] => {
  const documented = documentedRows();
  return [...rows]
    .filter(([row]) => !documented.has(row))
    .map(([row, names]) => `${row} … | ${names.slice(0, 3).join(', ')}`)
    .sort();
};

export type AcknowledgedKinds = {
  /** as the table has them, each with the recordings in which it occurs */
  readonly rows: ReadonlyMap<string, readonly string[]>;
  /** frames without a record that no kind counts */
  readonly unnamed: readonly string[];
};

/** The kinds of frames that are acknowledged although nothing of them is stored. */
export async function acknowledgedKinds(recordings: readonly Recording[]): Promise<AcknowledgedKinds> {
  const gateway = await openCaseGateway(true);
  try {
    const rows = new Map<string, string[]>();
    const unnamed: string[] = [];
    for (const recording of recordings) {
      for (const { protocol, kind, name } of await acknowledgedFrames(gateway, recording)) {
        if (UNNAMED.has(kind)) {
          unnamed.push(`${protocol}, ${name}: a frame that is counted as ${kind}`);
          continue;
        }
        const row = rowOf(protocol, kind);
        rows.set(row, [...(rows.get(row) ?? []), name]);
      }
    }
    return { rows, unnamed };
  } finally {
    await gateway.close();
  }
}
