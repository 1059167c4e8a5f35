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

/** What became of a tracker: by its word, by its colour and by its shape. */
export const OutcomeBadge = ({ outcome }: { readonly outcome: ProvisioningOutcome }): JSX.Element => (
  <span class={`badge badge-${BADGE_CLASSES[outcome]}`}>{useText(outcomeText)(outcome)}</span>
);
