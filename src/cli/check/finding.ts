export const AREAS = [
  'configuration',
  'runtime',
  'data',
  'store',
  'wear',
  'clock',
  'network',
  'serial',
  'email',
] as const;
export type CheckArea = (typeof AREAS)[number];

/** One thing that was looked at. */
export type CheckFinding = {
  readonly area: CheckArea;
  /** `fault`: it does not work as it should; `warning`: it works, and somebody should know */
  readonly state: 'ok' | 'warning' | 'fault';
  readonly what: string;
  /** what to do about it; null where there is nothing to do */
  readonly remedy: string | null;
};

export const ok = (area: CheckArea, what: string): CheckFinding => ({ area, state: 'ok', what, remedy: null });
export const warning = (area: CheckArea, what: string, remedy: string): CheckFinding => ({
  area,
  state: 'warning',
  what,
  remedy,
});
export const fault = (area: CheckArea, what: string, remedy: string): CheckFinding => ({
  area,
  state: 'fault',
  what,
  remedy,
});
