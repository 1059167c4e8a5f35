import type { JSX } from 'preact';
import { useText } from '../app-context.js';
import { commonText } from '../text/common.js';
import { Meter } from './meter.js';

/** The used part of a limit; null: no limit. */
export function UsageBar({
  label,
  used,
  limit,
}: {
  readonly label: string;
  readonly used: number;
  readonly limit: number | null;
}): JSX.Element {
  const t = useText(commonText);
  if (limit === null) {
    return (
      <span class="usage">
        <span class="usage-text">
          {used} <span class="muted">· {t('noLimit')}</span>
        </span>
      </span>
    );
  }
  return <Meter label={label} used={used} limit={limit} text={t('ofLimit', { used, limit })} />;
}
