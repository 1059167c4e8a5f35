import type { JSX } from 'preact';
import type { Outcome } from '../../schema/receipt.js';
import { useText } from '../parts.js';
import { outcomeText } from '../text/outcomes.js';

const looks: Readonly<Record<Outcome, string>> = {
  verified: 'live',
  unchanged: 'live',
  failed: 'expired',
  interrupted: 'stale',
  undone: 'silent',
};

/** What became of a tracker: by its word, by its colour and by its shape. */
export const OutcomeBadge = ({ outcome }: { readonly outcome: Outcome }): JSX.Element => (
  <span class={`badge badge-${looks[outcome]}`}>{useText(outcomeText)(outcome)}</span>
);
