import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import type { Location } from '../../../schema/records/location.js';
import { SPEED_UNITS, toSpeed } from '../../format/quantity.js';
import { useApp, useText } from '../../app-context.js';
import { breakAtGaps } from '../../plot/break-at-gaps.js';
import { Plot } from '../../plot/plot.js';
import { deviceText } from './device.text.js';

function toSamples(locations: readonly Location[], units: keyof typeof SPEED_UNITS) {
  const {
    times,
    values: [speeds = [], batteries = []],
  } = breakAtGaps({
    times: locations.map(({ dateTime }) => Date.parse(dateTime) / 1000),
    values: [
      locations.map(({ speed }) => (speed === undefined ? null : toSpeed(speed, units))),
      locations.map(({ battery }) => battery ?? null),
    ],
  });
  return { times, speeds, batteries };
}

/** Speed and battery over time, where the locations have them. */
export function Plots({ locations }: { readonly locations: readonly Location[] }): JSX.Element {
  const units = useApp().preferences.units.value;
  const t = useText(deviceText);
  const { times, speeds, batteries } = useMemo(() => toSamples(locations, units), [locations, units]);
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
