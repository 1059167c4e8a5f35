import type { FaultKind } from './faults/index.js';
import type { SimulationEvent } from './simulated-tracker.js';

/** Counts of one tracker: records created, their outcomes, and faults. */
export type SimulationCounters = {
  readonly deviceId: string;
  /** locations and alerts */
  made: number;
  acknowledged: number;
  refused: number;
  /** discarded because the tracker's memory was full */
  dropped: number;
  /** occurrences of each fault */
  readonly faults: Partial<Record<FaultKind, number>>;
};

export const newCounters = (deviceId: string): SimulationCounters => ({
  deviceId,
  made: 0,
  acknowledged: 0,
  refused: 0,
  dropped: 0,
  faults: {},
});

export function countEvent(counters: SimulationCounters, event: SimulationEvent): void {
  switch (event.event) {
    case 'made':
      counters.made += 1;
      return;
    case 'settled':
      counters[event.outcome] += 1;
      return;
    case 'fault':
      counters.faults[event.fault] = (counters.faults[event.fault] ?? 0) + 1;
  }
}
