import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import type { Location } from '../../../schema/location.js';
import { useText } from '../../parts.js';
import { Plot } from '../../plot/plot.js';
import { deviceText } from './device.text.js';

const MPS_IN_KMH = 3.6;

/** Speed and battery over time, as far as they were told. */
export function Plots({ locations }: { readonly locations: readonly Location[] }): JSX.Element {
  const say = useText(deviceText);
  const { times, speeds, batteries } = useMemo(
    () => ({
      times: locations.map(({ dateTime }) => Date.parse(dateTime) / 1000),
      speeds: locations.map(({ speed }) => (speed === undefined ? null : speed * MPS_IN_KMH)),
      batteries: locations.map(({ battery }) => battery ?? null),
    }),
    [locations],
  );
  const least = lowest(batteries);
  const most = lowest(speeds.map((speed) => (speed === null ? null : -speed)));
  return (
    <>
      {most === undefined ? null : (
        <div>
          <p class="plot-title">{say('speed')}</p>
          <Plot
            label={say('speedPlot', { most: Math.round(-most) })}
            times={times}
            values={speeds}
            unit="km/h"
            least={0}
            most={10}
          />
        </div>
      )}
      {least === undefined ? null : (
        <div>
          <p class="plot-title">{say('battery')}</p>
          <Plot label={say('batteryPlot', { least })} times={times} values={batteries} unit="%" least={0} most={100} />
        </div>
      )}
    </>
  );
}

const lowest = (values: readonly (number | null)[]): number | undefined =>
  values.reduce<number | undefined>(
    (least, value) => (value === null || (least !== undefined && least <= value) ? least : value),
    undefined,
  );
