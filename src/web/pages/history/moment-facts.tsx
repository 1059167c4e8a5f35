import { computed } from '@preact/signals';
import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import type { Location } from '../../../schema/records/location.js';
import { useApp, useText } from '../../app-context.js';
import { Fact } from '../../components/card.js';
import { formatNumber, formatSpeed } from '../../format/quantity.js';
import { gapAt, indexAt } from '../../map/track.js';
import { deviceText } from '../device/device.text.js';
import { formatAltitude, formatTemperature } from './history-format.js';
import { historyText } from './history.text.js';
import type { Playback } from './playback.js';

type Values = Pick<Location, 'speed' | 'altitude' | 'battery' | 'temperature' | 'fuel'>;

/** What the device reported at the moment; only what it reports at all in the range. */
export function MomentFacts({ playback }: { readonly playback: Playback }): JSX.Element {
  const { track, replay } = playback;
  const t = useText(historyText);
  const tDevice = useText(deviceText);
  const { language, units } = useApp().preferences;
  // The view changes with the location, not with each frame.
  const gap = useMemo(() => computed(() => gapAt(track, replay.moment.value)), [playback]).value;
  const index = useMemo(() => computed(() => indexAt(track.times, replay.moment.value)), [playback]).value;
  const now: Values | undefined = gap === undefined ? track.locations[index] : undefined;
  const formats: readonly (readonly [keyof Values, string, (value: number) => string])[] = [
    ['speed', tDevice('speed'), (value) => formatSpeed(value, language.value, units.value)],
    ['altitude', t('altitude'), (value) => formatAltitude(value, language.value, units.value)],
    ['battery', tDevice('battery'), (value) => `${formatNumber(value, language.value)} %`],
    ['temperature', t('temperature'), (value) => formatTemperature(value, language.value, units.value)],
    ['fuel', t('fuel'), (value) => `${formatNumber(value, language.value)} %`],
  ];
  const reported = useMemo(
    () => formats.map(([name]) => track.locations.some((one) => one[name] !== undefined)),
    [playback],
  );
  return (
    <dl class="facts moment-facts">
      {formats.map(([field, name, format], place) => {
        const value = now?.[field];
        return reported[place] === true ? (
          <Fact key={field} name={name}>
            {value === undefined ? '–' : format(value)}
          </Fact>
        ) : null;
      })}
    </dl>
  );
}
