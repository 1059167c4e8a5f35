import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The battery clocks of this machine as Linux shows them. */
const RTC_CLASS_FOLDER = '/sys/class/rtc';

/** What the battery clock that is nearest to `now` says, both in ms since 1970; null where there is none that runs. */
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

/** One whose battery is empty refuses to be read. */
function secondsOf(path: string): number | undefined {
  try {
    const text = readFileSync(path, 'latin1').trim();
    return /^\d{1,12}$/.test(text) ? Number(text) : undefined;
  } catch {
    return undefined;
  }
}
