/** A fault that is active for `lasts` s after every `every` s. */
export type Windows = { readonly every: number; readonly lasts: number };

/** Whether the fault is active at `elapsed`, ms since the start. `phase` (0 to 1) brings it forward by a part of `every`. */
export function isWithin({ every, lasts }: Windows, phase: number, elapsed: number): boolean {
  const period = (every + lasts) * 1000;
  return (elapsed + phase * every * 1000) % period >= every * 1000;
}
