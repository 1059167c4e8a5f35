import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import type { Location } from '../../../schema/records/location.js';
import { toKmh } from '../../format/quantity.js';
import { useText } from '../../app-context.js';
import { Plot } from '../../plot/plot.js';
import { deviceText } from './device.text.js';

/** Speed and battery over time, where the locations have them. */
export function Plots({ locations }: { readonly locations: readonly Location[] }): JSX.Element {
  const t = useText(deviceText);
  const { times, speeds, batteries } = useMemo(
    () => ({
      times: locations.map(({ dateTime }) => Date.parse(dateTime) / 1000),
      speeds: locations.map(({ speed }) => (speed === undefined ? null : toKmh(speed))),
      batteries: locations.map(({ battery }) => battery ?? null),
    }),
    [locations],
  );
  const minBattery = minOf(batteries);
  const minNegativeSpeed = minOf(speeds.map((speed) => (speed === null ? null : -speed)));
  return (
    <>
      {minNegativeSpeed === undefined ? null : (
        <div>
          <p class="plot-title">{t('speed')}</p>
          <Plot
            label={t('speedPlot', { most: Math.round(-minNegativeSpeed) })}
            times={times}
            values={speeds}
            unit="km/h"
            min={0}
            max={10}
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
          />
        </div>
      )}
    </>
  );
}

const minOf = (values: readonly (number | null)[]): number | undefined =>
  values.reduce<number | undefined>(
    (min, value) => (value === null || (min !== undefined && min <= value) ? min : value),
    undefined,
  );
