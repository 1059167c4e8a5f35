import { geodesicDistance } from '../../src/domain/zones/geodesic.js';
import { nmea0183 } from '../../src/protocols/nmea0183/index.js';
import type { Location } from '../../src/schema/records/location.js';
import type { Position } from '../../src/schema/zones/shape.js';
import { locationsOf, runProtocol } from '../support/protocols/framing.js';
import { casesOf, inputOf } from './corpus.js';

const DAY = 86_400_000;
/** Of a receiver that stands, m from its first fix. */
export const JITTER = 20;
/** Those with the most fixes: a day of each takes some seconds. */
const MAX_STREAMS = 8;
export const positionOf = ({ longitude, latitude }: Location): Position => [longitude, latitude];

export type StandingStream = { readonly source: string; readonly fixes: readonly Location[] };

/** Streams of receivers that stand: all fixes near the first one, and slow. */
export function standingStreams(): StandingStream[] {
  return casesOf<unknown>('gpsd-stream.jsonl')
    .filter(({ protocol }) => protocol === 'nmea0183')
    .map((one) => ({ source: one.source, fixes: locationsOf(runProtocol(nmea0183, [inputOf(one)])) }))
    .filter(({ fixes }) => {
      const [first] = fixes;
      if (first === undefined || fixes.length < 5) return false;
      const isNear = (fix: Location): boolean => geodesicDistance(positionOf(first), positionOf(fix)) < JITTER;
      const times = fixes.map(({ dateTime }) => Date.parse(dateTime));
      const isInOrder = times.every((at, index) => index === 0 || at > (times[index - 1] ?? 0));
      return isInOrder && fixes.every((fix) => isNear(fix) && (fix.speed ?? 0) < 1.5);
    })
    .sort((a, b) => b.fixes.length - a.fixes.length)
    .slice(0, MAX_STREAMS);
}

/** The stream again and again, each time right after the time before, for 24 h of its own time. */
export function* repeatForDay(fixes: readonly Location[]): Generator<Location> {
  const times = fixes.map(({ dateTime }) => Date.parse(dateTime));
  const [start = 0, end = 0] = [times[0], times.at(-1)];
  const length = end - start + Math.max(1_000, (end - start) / (fixes.length - 1));
  for (let passed = 0; passed < DAY; passed += length)
    for (const [index, fix] of fixes.entries())
      yield { ...fix, dateTime: new Date((times[index] ?? 0) + passed).toISOString() };
}
