/** Grid steps in degrees: each divides the previous one, so that zooming in only adds lines. */
const GRID_STEPS = [30, 10, 5, 1, 0.5, 0.1, 0.05, 0.01, 0.005, 0.001, 0.0005, 0.0001];
/** Minimum pixels between two lines. */
const MIN_GAP_PX = 90;

/** The finest step with enough distance between lines at the given pixels per degree. */
export const gridStep = (pixelsPerDegree: number): number =>
  [...GRID_STEPS].reverse().find((step) => step * pixelsPerDegree >= MIN_GAP_PX) ?? 30;

/** Degrees of the lines between two limits. */
export function gridLines(from: number, to: number, step: number): number[] {
  const first = Math.ceil(from / step);
  const count = Math.max(0, Math.floor(to / step) - first + 1);
  return Array.from({ length: count }, (_, index) => (first + index) * step);
}

/** `41.5° N`, with the decimals of the step. */
export function formatDegrees(degrees: number, step: number, [positive, negative]: readonly [string, string]): string {
  const decimals = Math.max(0, Math.ceil(-Math.log10(step)));
  const text = Math.abs(degrees).toFixed(decimals);
  if (Number(text) === 0) return '0°';
  return `${text}° ${degrees > 0 ? positive : negative}`;
}
