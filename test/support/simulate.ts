import { eventually } from './eventually.js';
import { runWaypost, type Waypost } from './waypost.js';

/** A line that `waypost simulate --json` prints. */
export type SimulateLine = Readonly<Record<string, unknown>> & { readonly event: string };

/** `waypost simulate`, running. */
export type Simulate = Waypost & {
  /** what it has told so far, of one kind when it is given */
  readonly told: (event?: string) => readonly SimulateLine[];
};

/** Starts `waypost simulate --json` with more arguments; resolves once its ports are there. */
export async function startSimulate(...args: readonly string[]): Promise<Simulate> {
  const waypost = runWaypost(['simulate', '--json', ...args]);
  const told: Simulate['told'] = (event) =>
    waypost
      .output()
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line) as SimulateLine)
      .filter((line) => event === undefined || line.event === event);
  const isOver = (): boolean => waypost.process.exitCode !== null;
  await eventually('the simulated ports are there', () => isOver() || told('port').length > 0, 30_000);
  if (isOver()) throw new Error(`simulate ended: ${waypost.output()}`);
  return { ...waypost, told };
}
