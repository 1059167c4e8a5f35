import { eventually } from './eventually.js';
import { runWaypost, type Waypost } from './waypost.js';

/** A line of the output of `waypost simulate --json`. */
type SimulateLine = Readonly<Record<string, unknown>> & { readonly event: string };

/** `waypost simulate`, running. */
export type Simulate = Waypost & {
  /** the events so far, of one kind if given */
  readonly events: (event?: string) => readonly SimulateLine[];
};

/** Starts `waypost simulate --json` with more arguments; resolves once its ports exist. */
export async function startSimulate(...args: readonly string[]): Promise<Simulate> {
  const waypost = runWaypost(['simulate', '--json', ...args]);
  const events: Simulate['events'] = (event) =>
    waypost
      .output()
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line) as SimulateLine)
      .filter((line) => event === undefined || line.event === event);
  const isOver = (): boolean => waypost.process.exitCode !== null;
  await eventually('the simulated ports are there', () => isOver() || events('port').length > 0);
  if (isOver()) throw new Error(`simulate ended: ${waypost.output()}`);
  return { ...waypost, events };
}
