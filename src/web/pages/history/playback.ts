import type { Location } from '../../../schema/records/location.js';
import type { AppContext } from '../../app-context.js';
import { createTrack, gapAt, type Gap, type Track } from '../../map/track.js';
import { createReplay, usualSpeed, type Replay } from './replay.js';

/** A loaded range with its track and replay. */
export type Playback = {
  readonly range: Gap;
  readonly track: Track;
  readonly replay: Replay;
  /** whose days and times are shown */
  readonly timeZone: string;
  /** times need their date too */
  readonly isLong: boolean;
};

const DAY_MS = 86_400_000;
/** The day on which clocks go back. */
const LONGEST_DAY_MS = DAY_MS + 3_600_000;

export type PlaybackOptions = {
  readonly clock: AppContext['clock'];
  readonly locations: readonly Location[];
  readonly range: Gap;
  readonly timeZone: string;
};

export function createPlayback({ clock, locations, range, timeZone }: PlaybackOptions): Playback {
  const track = createTrack(locations, range);
  const replay = createReplay({
    clock,
    range,
    // There is nothing to see before.
    startAt: track.times[0] ?? range.from,
    speed: usualSpeed(range),
    gapAt: (at) => gapAt(track, at),
    isStepwise: matchMedia('(prefers-reduced-motion: reduce)').matches,
  });
  return { range, track, replay, timeZone, isLong: range.to - range.from > LONGEST_DAY_MS };
}
