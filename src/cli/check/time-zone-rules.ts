import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** Whether Node and the system agree on a zone; null: the system does not know it. */
export type RulesComparison = { readonly differAt: string | null } | null;

const ZONES = '/usr/share/zoneinfo';
const DATE = '/usr/bin/date';
const STEP_MS = 6 * 3_600_000;
const YEARS_MS = 2 * 365 * 86_400_000;
const TIMEOUT_MS = 10_000;

/**
 * Compares the offsets of a zone for the next two years. The system gets new rules with its updates (tzdata), Node with its
 * versions: an old version of Node matters only where they differ. `now`: ms since 1970.
 */
export async function compareRules(timeZone: string, now: number, date = DATE): Promise<RulesComparison> {
  // The C library takes a zone that it does not know for UTC.
  if (!existsSync(join(ZONES, timeZone))) return null;
  const instants = Array.from({ length: Math.floor(YEARS_MS / STEP_MS) }, (_, step) => now + step * STEP_MS);
  const system = await systemOffsets(date, timeZone, instants);
  if (system?.length !== instants.length) return null;
  const offsetOf = nodeOffsets(timeZone);
  const differing = instants.find((instant, index) => offsetOf(instant) !== system[index]);
  return { differAt: differing === undefined ? null : new Date(differing).toISOString().slice(0, 10) };
}

/** `+0100` for each instant; undefined if there is no such program. */
function systemOffsets(
  date: string,
  timeZone: string,
  instants: readonly number[],
): Promise<readonly string[] | undefined> {
  return new Promise((resolve) => {
    const options = { env: { TZ: timeZone, LC_ALL: 'C' }, timeout: TIMEOUT_MS };
    const child = execFile(date, ['--file=-', '+%z'], options, (error, output) => {
      resolve(error === null ? output.trim().split('\n') : undefined);
    });
    // A program that ends early does not read its input.
    child.stdin?.on('error', () => undefined);
    child.stdin?.end(instants.map((instant) => `@${Math.floor(instant / 1_000)}\n`).join(''));
  });
}

function nodeOffsets(timeZone: string): (instant: number) => string {
  const format = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' });
  return (instant) => {
    const name = format.formatToParts(instant).find(({ type }) => type === 'timeZoneName')?.value ?? '';
    // `GMT+01:00`; `GMT` for no offset
    return name === 'GMT' ? '+0000' : name.replace('GMT', '').replace(':', '').slice(0, 5);
  };
}
