import { createEditQueue, type EditQueue } from '../../../src/services/edits.js';

/** The queue of edits, without counting what it refuses. */
export const createTestEdits = (): EditQueue => createEditQueue({ refusals: { note: () => undefined } });
