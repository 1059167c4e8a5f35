import type { FaultKind } from './faults/index.js';
import type { SimulationEvent } from './station.js';

/** What one tracker made, what became of it, and what went wrong. */
export type Tally = {
  readonly deviceId: string;
  /** locations and alerts */
  made: number;
  acknowledged: number;
  refused: number;
  /** older than its memory reached */
  dropped: number;
  /** how often each fault was done */
  readonly faults: Partial<Record<FaultKind, number>>;
};

export const newTally = (deviceId: string): Tally => ({
  deviceId,
  made: 0,
  acknowledged: 0,
  refused: 0,
  dropped: 0,
  faults: {},
});

export function count(tally: Tally, event: SimulationEvent): void {
  switch (event.event) {
    case 'made':
      tally.made += 1;
      return;
    case 'settled':
      tally[event.outcome] += 1;
      return;
    case 'fault':
      tally.faults[event.fault] = (tally.faults[event.fault] ?? 0) + 1;
  }
}
