import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Where Linux shows the battery-backed clocks. */
const RTC_CLASS_FOLDER = '/sys/class/rtc';

/** The time of the battery-backed clock that is nearest to `now`, both in ms since 1970; null if none runs. */
export function readRtc(now: number, folder = RTC_CLASS_FOLDER): number | null {
  let nearest: number | null = null;
  for (const name of namesIn(folder)) {
    const seconds = secondsOf(join(folder, name, 'since_epoch'));
    if (seconds === undefined) continue;
    const ms = seconds * 1000;
    if (nearest === null || Math.abs(ms - now) < Math.abs(nearest - now)) nearest = ms;
  }
  return nearest;
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** undefined: the read fails, as with an empty battery, or gives no time. */
function secondsOf(path: string): number | undefined {
  try {
    const text = readFileSync(path, 'latin1').trim();
    return /^\d{1,12}$/.test(text) ? Number(text) : undefined;
  } catch {
    return undefined;
  }
}
