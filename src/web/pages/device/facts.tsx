import type { ReadonlySignal } from '@preact/signals';
import type { ComponentChildren, JSX } from 'preact';
import { placeText, speedText } from '../../format/quantity.js';
import type { Tracked } from '../../live/tracked.js';
import { useParts, useText } from '../../parts.js';
import { Age, Instant } from '../../shell/when.js';
import { deviceText } from './device.text.js';

/** What is known of the device at the moment. */
export function Facts({ tracked }: { readonly tracked: ReadonlySignal<Tracked> }): JSX.Element {
  const { preferences } = useParts();
  const say = useText(deviceText);
  const { device, last, heardAt } = tracked.value;
  const source = device?.source ?? null;
  const facts: [string, ComponentChildren][] = [
    [
      say('heard'),
      <>
        <Age at={heardAt} />
        {heardAt === undefined ? null : (
          <div class="small muted">
            <Instant at={heardAt} />
          </div>
        )}
      </>,
    ],
    [say('position'), last === undefined ? say('unknownPlace') : placeText(last.latitude, last.longitude)],
    [say('speed'), last?.speed === undefined ? '–' : speedText(last.speed, preferences.language.value)],
    [say('battery'), last?.battery === undefined ? '–' : `${last.battery} %`],
    [
      say('port'),
      source === null ? '–' : [source.port, source.protocol].filter((one) => one !== undefined).join(' · '),
    ],
    ...(device === undefined || device.min === '' ? [] : [[say('telephone'), device.min] as [string, string]]),
    ...(device === undefined || device.description === ''
      ? []
      : [[say('note'), device.description] as [string, string]]),
  ];
  return (
    <dl class="facts card">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
