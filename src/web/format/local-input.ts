/** Date and time fields are in the viewer's zone and do not contain it. */

export function toLocalInput(at: number): string {
  const date = new Date(at);
  const two = (value: number): string => String(value).padStart(2, '0');
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
  return `${day}T${two(date.getHours())}:${two(date.getMinutes())}`;
}

/** The same with seconds if they are not 0. */
export function toLocalInputWithSeconds(at: number): string {
  const seconds = new Date(at).getSeconds();
  return seconds === 0 ? toLocalInput(at) : `${toLocalInput(at)}:${String(seconds).padStart(2, '0')}`;
}

/**
 * The value of a field that was filled with `previous` (ISO 8601): `previous` itself if the field is unchanged, because a field
 * holds no milliseconds and cannot distinguish a repeated hour. null if it is empty.
 */
export function parseInstant(text: string, previous: string | null): string | null {
  if (previous !== null && text === toLocalInputWithSeconds(Date.parse(previous))) return previous;
  const at = fromLocalInput(text);
  return at === undefined ? null : new Date(at).toISOString();
}

/** ms since 1970; undefined for an invalid date and time. */
export function fromLocalInput(text: string): number | undefined {
  const at = /^\d{4,6}-\d\d-\d\dT\d\d:\d\d/.test(text) ? new Date(text).getTime() : NaN;
  return Number.isNaN(at) ? undefined : at;
}
