import type { JSX } from 'preact';

const NEARLY_FULL_FROM = 0.8;

export type MeterProps = {
  readonly label: string;
  readonly used: number;
  readonly limit: number;
  /** both as text */
  readonly text: string;
};

/** A used amount of a total, as a bar and as text. */
export function Meter({ label, used, limit, text }: MeterProps): JSX.Element {
  const part = limit === 0 ? 1 : Math.min(1, used / limit);
  return (
    <span class="usage">
      <span
        class={`usage-bar ${part >= 1 ? 'is-full' : part >= NEARLY_FULL_FROM ? 'is-near' : ''}`}
        role="meter"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={limit}
        aria-valuenow={Math.min(used, limit)}
        aria-valuetext={text}
      >
        <span style={{ width: `${part * 100}%` }} />
      </span>
      <span class="usage-text">{text}</span>
    </span>
  );
}
