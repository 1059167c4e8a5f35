import type { UnitOutcome } from '../../../schema/provisioning/provisioning.js';

/** The tracker is as the session wanted it. */
export const isGood = (outcome: UnitOutcome): boolean =>
  outcome === 'verified' || outcome === 'unchanged' || outcome === 'undone';
