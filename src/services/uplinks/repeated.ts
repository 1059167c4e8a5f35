import type { UplinkRecord } from '../../schema/uplinks/uplink-record.js';
import type { Found } from '../../uplinks/sink.js';
import type { LaneState } from './lane-state.js';
import type { UplinkRun } from './uplink-run.js';

/** Which of the records the far side has already, if it can be asked. */
export async function askRepeated(
  { sink }: Pick<UplinkRun, 'sink'>,
  lane: LaneState,
  records: readonly UplinkRecord[],
): Promise<Found> {
  if (sink.findRepeated === undefined) return { repeated: new Set() };
  const mark = lane.hasAsked ? sink.mark?.(lane.lane) : lane.mark;
  const found = await sink.findRepeated(lane.lane, mark, records);
  if (!('pause' in found)) lane.hasAsked = true;
  return found;
}
