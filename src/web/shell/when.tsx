import { useComputed, useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { ageText } from '../format/age.js';
import { instantText } from '../format/time.js';
import { useParts, useText } from '../parts.js';
import { commonText } from '../text/common.js';

/** The viewer's own zone, as his browser says. */
const viewerZone = new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** An instant (ms since 1970) in the viewer's zone, with the depot's time beside it where it is another. */
export function Instant({ at }: { readonly at: number }): JSX.Element {
  const { preferences, depotClock } = useParts();
  const say = useText(commonText);
  const zones = { viewer: viewerZone, depot: depotClock.view.value?.timeZone };
  const { text, depot } = instantText(at, preferences.language.value, zones);
  return (
    <span class="instant">
      <time dateTime={new Date(at).toISOString()}>{text}</time>
      {depot === undefined ? null : <span class="depot-time"> · {say('depotTime', { time: depot })}</span>}
    </span>
  );
}

/** How long ago, growing by itself: every second the text alone is changed, not the view around it. */
export function Age({ at }: { readonly at: number | undefined }): JSX.Element {
  const { preferences, depotClock } = useParts();
  const say = useText(commonText);
  const since = useSignal(at);
  since.value = at;
  const text = useComputed(() =>
    since.value === undefined ? '' : ageText(depotClock.second.value - since.value, preferences.language.value),
  );
  return at === undefined ? <span class="muted">{say('never')}</span> : <span>{text}</span>;
}
