import { useComputed, type ReadonlySignal } from '@preact/signals';
import type { JSX } from 'preact';
import { freshnessOf } from '../live/freshness.js';
import type { DeviceState } from '../live/device-state.js';
import { useApp, useText } from '../app-context.js';
import { commonText } from '../text/common.js';

/** Live, stale, expired or never seen, shown by word, color and shape. */
export function FreshnessBadge({ of }: { readonly of: ReadonlySignal<DeviceState> }): JSX.Element {
  const { gatewayClock } = useApp();
  const t = useText(commonText);
  const freshness = useComputed(() => freshnessOf(of.value, gatewayClock.nowSignal.value));
  return <span class={`badge badge-${freshness.value}`}>{t(freshness.value)}</span>;
}
