import type { Refusals } from '../../../src/services/system/refusals.js';

/** Counts nothing. */
export const NO_REFUSALS: Pick<Refusals, 'note'> = { note: () => undefined };
