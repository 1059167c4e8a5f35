import { useComputed, useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { formatAge } from '../format/age.js';
import { formatTimestamp } from '../format/time.js';
import { useApp, useText } from '../app-context.js';
import { commonText } from '../text/common.js';

/** The time zone of the viewer's browser. */
export const VIEWER_TIME_ZONE = new Intl.DateTimeFormat().resolvedOptions().timeZone;

export type TimestampProps = {
  readonly at: number;
  /** the depot's time only as a title */
  readonly isShort?: boolean;
};

/** A time (ms since 1970) in the viewer's zone, followed by the depot's time if it differs. */
export function Timestamp({ at, isShort = false }: TimestampProps): JSX.Element {
  const { preferences, gatewayClock } = useApp();
  const t = useText(commonText);
  const zones = { viewer: VIEWER_TIME_ZONE, gateway: gatewayClock.view.value?.timeZone };
  const { text, gateway } = formatTimestamp(at, preferences.language.value, zones);
  const depotTime = gateway === undefined ? undefined : t('depotTime', { time: gateway });
  return (
    <span class="instant" title={isShort ? depotTime : undefined}>
      <time dateTime={new Date(at).toISOString()}>{text}</time>
      {depotTime === undefined || isShort ? null : <span class="depot-time"> · {depotTime}</span>}
    </span>
  );
}

/** The age of a time; every second only the text changes, not the surrounding view. */
export function Age({ at }: { readonly at: number | undefined }): JSX.Element {
  const { preferences, gatewayClock } = useApp();
  const t = useText(commonText);
  const since = useSignal(at);
  since.value = at;
  const text = useComputed(() =>
    since.value === undefined ? '' : formatAge(gatewayClock.nowSignal.value - since.value, preferences.language.value),
  );
  return at === undefined ? <span class="muted">{t('never')}</span> : <span class="age">{text}</span>;
}
