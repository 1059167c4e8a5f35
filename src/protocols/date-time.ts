const dayMs = 86_400_000;
const two = Array.from({ length: 100 }, (_, value) => String(value).padStart(2, '0'));

/**
 * Writes instants (ms since 1970, from then on also with a fraction) like `Date.toISOString`, which takes as long as reading two sentences: the date is kept
 * from one fix to the next.
 */
export function createDateTime(): (instant: number) => string {
  let day = NaN;
  let date = '';
  return (exact) => {
    const instant = Math.floor(exact);
    const today = Math.floor(instant / dayMs);
    if (today !== day) {
      day = today;
      date = new Date(instant).toISOString().slice(0, 11);
    }
    const time = instant - today * dayMs;
    const seconds = Math.floor(time / 1000);
    const clock = `${pair(seconds / 3600)}:${pair((seconds / 60) % 60)}:${pair(seconds % 60)}`;
    return `${date}${clock}.${String(time % 1000).padStart(3, '0')}Z`;
  };
}

const pair = (value: number): string => two[Math.floor(value)] ?? '';
