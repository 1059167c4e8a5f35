import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import type { Location } from '../../../schema/records/location.js';
import { formatNumber, SPEED_UNITS, toSpeed } from '../../format/quantity.js';
import { useApp, useText } from '../../app-context.js';
import { gapAt, indexAt } from '../../map/track.js';
import { breakAtGaps } from '../../plot/break-at-gaps.js';
import type { PlotLink } from '../../plot/moment-line.js';
import { Plot } from '../../plot/plot.js';
import { deviceText } from '../device/device.text.js';
import type { Playback } from './playback.js';
import { momentAfterKey } from './replay.js';
import { useTimes } from './use-times.js';

type Quantity = (location: Location) => number | null;

/** Speed and battery over time, where the locations have them. */
export function Plots({ playback }: { readonly playback: Playback }): JSX.Element {
  const units = useApp().preferences.units.value;
  const t = useText(deviceText);
  const { locations } = playback.track;
  const [speedOf, batteryOf] = useMemo(
    (): [Quantity, Quantity] => [
      ({ speed }) => (speed === undefined ? null : toSpeed(speed, units)),
      ({ battery }) => battery ?? null,
    ],
    [units],
  );
  const { times, speeds, batteries } = useMemo(() => {
    const {
      times,
      values: [speeds = [], batteries = []],
    } = breakAtGaps({
      times: playback.track.times.map((at) => at / 1000),
      values: [locations.map(speedOf), locations.map(batteryOf)],
    });
    return { times, speeds, batteries };
  }, [playback, speedOf]);
  const speedLink = useLink(playback, { of: speedOf, unit: SPEED_UNITS[units] });
  const batteryLink = useLink(playback, { of: batteryOf, unit: '%' });
  const minBattery = minOf(batteries);
  const minNegativeSpeed = minOf(speeds.map((speed) => (speed === null ? null : -speed)));
  return (
    <>
      {minNegativeSpeed === undefined ? null : (
        <div>
          <p class="plot-title">{t('speed')}</p>
          <Plot
            label={t('speedPlot', { most: Math.round(-minNegativeSpeed), unit: SPEED_UNITS[units] })}
            times={times}
            values={speeds}
            unit={SPEED_UNITS[units]}
            min={0}
            max={10}
            link={speedLink}
          />
        </div>
      )}
      {minBattery === undefined ? null : (
        <div>
          <p class="plot-title">{t('battery')}</p>
          <Plot
            label={t('batteryPlot', { least: minBattery })}
            times={times}
            values={batteries}
            unit="%"
            min={0}
            max={100}
            link={batteryLink}
          />
        </div>
      )}
    </>
  );
}

/** What links the plot of a quantity to the replay. */
function useLink(playback: Playback, { of, unit }: { readonly of: Quantity; readonly unit: string }): PlotLink {
  const language = useApp().preferences.language.value;
  const times = useTimes(playback);
  return useMemo(() => {
    const { replay, range, track, timeZone } = playback;
    const { moment, isPlaying } = replay;
    return {
      ...range,
      timeZone,
      moment,
      isPlaying,
      onMove(at, isPressed) {
        if (isPressed) replay.pause();
        replay.seek(at);
      },
      afterKey: (key) => momentAfterKey(key, moment.peek(), range),
      describe(at) {
        const location = gapAt(track, at) === undefined ? track.locations[indexAt(track.times, at)] : undefined;
        const value = location === undefined ? null : of(location);
        return [times.exact(at), ...(value === null ? [] : [`${formatNumber(value, language)} ${unit}`])].join(', ');
      },
    };
  }, [playback, of, language]);
}

const minOf = (values: readonly (number | null)[]): number | undefined =>
  values.reduce<number | undefined>(
    (min, value) => (value === null || (min !== undefined && min <= value) ? min : value),
    undefined,
  );
