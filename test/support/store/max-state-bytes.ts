import { BOUNDS } from '../../../src/domain/bounds.js';

/** The bytes of a state that is full to every bound. */
export const MAX_STATE_BYTES = Object.values(BOUNDS).reduce((sum, { bytes }) => sum + bytes, 0);
