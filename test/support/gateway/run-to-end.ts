import { runWaypost, type WaypostOptions } from './waypost.js';

export type Ran = { readonly code: number | string; readonly output: string };

/** Runs `waypost` to its end; returns the exit code and the output, errors included. */
export async function runToEnd(args: readonly string[], options: WaypostOptions = {}): Promise<Ran> {
  const waypost = runWaypost(args, options);
  const code = await waypost.ended;
  return { code, output: waypost.output() };
}
