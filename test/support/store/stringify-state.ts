import { stateChunks, type State } from '../../../src/store/state/state.js';

/** The state as its snapshot has it. */
export const stringifyState = (state: State): string => [...stateChunks(state)].join('');
