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
  'webhooks',
  'messages',
  'uplinks',
] as const;
export type CheckArea = (typeof AREAS)[number];

/** The result of one check. */
export type CheckFinding = {
  readonly area: CheckArea;
  /** `fault`: does not work; `warning`: works, but needs attention */
  readonly state: 'ok' | 'warning' | 'fault';
  readonly what: string;
  /** how to fix it; null if `ok` */
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
