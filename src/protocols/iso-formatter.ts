const DAY_MS = 86_400_000;
const TWO_DIGITS = Array.from({ length: 100 }, (_, value) => String(value).padStart(2, '0'));

/**
 * Formats instants (ms since 1970; from 1970 on also with a fraction) like `Date.toISOString`, which would take as long
 * as parsing two sentences: the date is cached between fixes.
 */
export function createIsoFormatter(): (instantMs: number) => string {
  let day = NaN;
  let date = '';
  return (exact) => {
    const instant = Math.floor(exact);
    const today = Math.floor(instant / DAY_MS);
    if (today !== day) {
      day = today;
      date = new Date(instant).toISOString().slice(0, 11);
    }
    const time = instant - today * DAY_MS;
    const seconds = Math.floor(time / 1000);
    const clock = `${twoDigits(seconds / 3600)}:${twoDigits((seconds / 60) % 60)}:${twoDigits(seconds % 60)}`;
    return `${date}${clock}.${String(time % 1000).padStart(3, '0')}Z`;
  };
}

const twoDigits = (value: number): string => TWO_DIGITS[Math.floor(value)] ?? '';
