import { useComputed, type ReadonlySignal } from '@preact/signals';
import type { JSX } from 'preact';
import { freshnessOf } from '../live/freshness.js';
import type { Tracked } from '../live/tracked.js';
import { useParts, useText } from '../parts.js';
import { commonText } from '../text/common.js';

/** Live, stale, expired or never heard: by its word, by its colour and by its shape. */
export function FreshnessBadge({ of }: { readonly of: ReadonlySignal<Tracked> }): JSX.Element {
  const { depotClock } = useParts();
  const say = useText(commonText);
  const freshness = useComputed(() => freshnessOf(of.value, depotClock.second.value));
  return <span class={`badge badge-${freshness.value}`}>{say(freshness.value)}</span>;
}
