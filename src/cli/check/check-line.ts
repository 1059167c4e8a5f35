export const areas = [
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
export type Area = (typeof areas)[number];

/** One thing that was looked at. */
export type CheckLine = {
  readonly area: Area;
  /** `fault`: it does not work as it should; `warning`: it works, and somebody should know */
  readonly state: 'ok' | 'warning' | 'fault';
  readonly what: string;
  /** what to do about it; null where there is nothing to do */
  readonly remedy: string | null;
};

export const ok = (area: Area, what: string): CheckLine => ({ area, state: 'ok', what, remedy: null });
export const warning = (area: Area, what: string, remedy: string): CheckLine => ({
  area,
  state: 'warning',
  what,
  remedy,
});
export const fault = (area: Area, what: string, remedy: string): CheckLine => ({ area, state: 'fault', what, remedy });
