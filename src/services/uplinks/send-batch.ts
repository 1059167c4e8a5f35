import { divided, grown, judge, type Judged } from '../../domain/uplinks/outcome.js';
import type { RecordResult, SendResult } from '../../schema/uplinks/send-result.js';
import { onStop } from './conflict.js';
import type { Candidate } from './lane-reader.js';
import type { LaneState } from './lane-state.js';
import { askRepeated } from './repeated.js';
import { isListFull, noteResults } from './refusals.js';
import { noteAcknowledged, pauseRun, type UplinkRun } from './uplink-run.js';

/** What became of a batch: `open` are the numbers that have to be sent again; `isWhole`: all were answered. */
export type Sent = {
  readonly results: readonly RecordResult[];
  readonly open: readonly number[];
  readonly isWhole: boolean;
};

const LIST_FULL =
  'the far side refuses more devices than the list of dead letters holds: register them there, then run ' +
  '`waypost uplink retry NAME`';

/** Sends records of one lane, in order, after those were left out that the far side has already. */
export async function sendBatch(run: UplinkRun, lane: LaneState, batch: readonly Candidate[]): Promise<Sent> {
  const asked = await leaveOutRepeated(run, lane, batch);
  if (asked === undefined) return { results: [], open: batch.map(({ n }) => n), isWhole: false };
  const missing = batch.filter(({ record }) => !asked.has(record.id));
  const answer = missing.length === 0 ? NOTHING_SENT : await send(run, lane, missing);
  const judged = judge(missing.length, answer);
  const given = new Map(missing.map(({ n }, index) => [n, judged.results[index]]));
  const results = batch.map(({ n, deviceId }): RecordResult => {
    const result = given.get(n) ?? REPEATED;
    return result.outcome === 'refused' && isListFull(run, lane, deviceId) ? UNKNOWN : result;
  });
  noteResults(run, lane, batch, results);
  const count = (outcome: RecordResult['outcome']): number =>
    results.filter((result) => result.outcome === outcome).length;
  const repeated = count('repeated');
  noteAcknowledged(run, lane, count('accepted') + repeated, repeated);
  const open = batch.filter((_, index) => results[index]?.outcome === 'unknown').map(({ n }) => n);
  run.refused += count('refused');
  run.bytes += missing.reduce((sum, { bytes }) => sum + bytes, 0);
  // A refusal is settled as well: by the list.
  lane.unstored += count('refused');
  follow(run, lane, judged.next, missing.length);
  if (open.length > 0 && judged.next.kind === 'continue') pauseRun(run, LIST_FULL.replace('NAME', run.settings.name));
  return { results, open, isWhole: open.length === 0 };
}

const NOTHING_SENT: SendResult = { results: [] };
const REPEATED: RecordResult = { outcome: 'repeated' };
const UNKNOWN: RecordResult = { outcome: 'unknown' };

/** The ids of the batch that the far side has; undefined: it could not be asked. */
async function leaveOutRepeated(
  run: UplinkRun,
  lane: LaneState,
  batch: readonly Candidate[],
): Promise<ReadonlySet<string> | undefined> {
  const { sink } = run;
  if (!lane.mustAsk || sink.findRepeated === undefined) return NONE;
  const found = await askRepeated(
    run,
    lane,
    batch.map(({ record }) => record),
  );
  if ('pause' in found) {
    follow(run, lane, judge(batch.length, { results: [], pause: found.pause }).next, batch.length);
    return undefined;
  }
  const last = batch.at(-1);
  lane.mustAsk = sink.mayFollow?.(lane.lane) ?? (last !== undefined && found.repeated.has(last.record.id));
  return found.repeated;
}

const NONE: ReadonlySet<string> = new Set();

async function send(run: UplinkRun, lane: LaneState, batch: readonly Candidate[]): Promise<SendResult> {
  const begun = run.time.monotonic();
  const answer = run.sink.send(
    lane.lane,
    batch.map(({ record }) => record),
  );
  lane.ownMs += run.time.monotonic() - begun;
  return answer;
}

/** What is to be done next, as far as the whole uplink or the size of the batches is concerned. */
function follow(run: UplinkRun, lane: LaneState, next: Judged['next'], sent: number): void {
  if (next.kind === 'stop') onStop(run, next);
  else if (next.kind === 'wait') pauseRun(run, next.reason, next.retryAfter);
  else if (next.kind === 'divide') lane.limit = divided(next.records, next.cause);
  else if (sent > 0) lane.limit = grown(lane.limit, run.sink.limits.records);
}
