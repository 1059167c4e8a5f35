import type { JSX } from 'preact';
import type { UnitOutcome } from '../../schema/provisioning/provisioning.js';
import { useText } from '../app-context.js';
import { outcomeText } from '../text/outcomes.js';

/** The color of an outcome. */
export const OUTCOME_CLASSES: Readonly<Record<UnitOutcome, string>> = {
  verified: 'live',
  unchanged: 'live',
  failed: 'expired',
  interrupted: 'stale',
  undone: 'silent',
  differs: 'stale',
};

/** The outcome of provisioning a tracker, shown by word, color and shape. */
export const OutcomeBadge = ({ outcome }: { readonly outcome: UnitOutcome }): JSX.Element => (
  <span class={`badge badge-${OUTCOME_CLASSES[outcome]}`}>{useText(outcomeText)(outcome)}</span>
);
