import type { JSX } from 'preact';
import type { ProvisioningOutcome } from '../../schema/provisioning/receipt.js';
import { useText } from '../app-context.js';
import { outcomeText } from '../text/outcomes.js';

const BADGE_CLASSES: Readonly<Record<ProvisioningOutcome, string>> = {
  verified: 'live',
  unchanged: 'live',
  failed: 'expired',
  interrupted: 'stale',
  undone: 'silent',
};

/** The outcome of provisioning a tracker, shown by word, color and shape. */
export const OutcomeBadge = ({ outcome }: { readonly outcome: ProvisioningOutcome }): JSX.Element => (
  <span class={`badge badge-${BADGE_CLASSES[outcome]}`}>{useText(outcomeText)(outcome)}</span>
);
