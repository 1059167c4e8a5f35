import { didYouMean } from '../../config/nearest.js';
import { WaypostError } from '../../errors.js';

/** Words of commands are few, so that a larger mistake still means one of them. */
const MAX_EDITS = 3;

/** `: did you mean list?`, or empty if no candidate is near. */
export const suggestion = (word: string, candidates: readonly string[]): string =>
  didYouMean(word, candidates, MAX_EDITS);

/** `path`: the words before the unknown one, like `waypost device`. */
export const unknownCommandError = (word: string, path: string, commands: readonly string[]): WaypostError =>
  new WaypostError(
    'not_found',
    `unknown command "${word}"${suggestion(word, commands) || ':'} ${path} --help lists the commands`,
  );
