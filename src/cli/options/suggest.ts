import { didYouMean } from '../../domain/lists/nearest.js';
import { WaypostError } from '../../errors.js';

/** `: did you mean list?`, or empty if no candidate is near. */
export const suggestion = (word: string, candidates: readonly string[]): string => didYouMean(word, candidates);

/** `path`: the words before the unknown one, like `waypost device`. */
export const unknownCommandError = (word: string, path: string, commands: readonly string[]): WaypostError =>
  new WaypostError(
    'not_found',
    `unknown command "${word}"${suggestion(word, commands) || ':'} ${path} --help lists the commands`,
  );
