import { findSchemaErrors, type SchemaError } from '../schema/config/config-errors.js';
import type { ConfigLayer } from './layers.js';
import { didYouMean, FEW_EDITS } from '../domain/lists/nearest.js';
import { dotted, shownValue } from './problem.js';

/** What is wrong with a layer that the schema refuses, one sentence each, with its source. */
export const explainLayer = (layer: ConfigLayer): Promise<readonly string[]> =>
  Promise.all(
    findSchemaErrors(layer.values).map(async (error) => `${await layer.locate(error.path, error.at)}: ${sentence(error)}`),
  );

function sentence({ path, rule, value, at, candidates }: SchemaError): string {
  const word = at === 'key' ? path.at(-1) : value;
  const near = typeof word === 'string' ? didYouMean(word, candidates, FEW_EDITS) : '';
  const not = value === undefined ? '' : `, not ${shownValue(value)}`;
  // The names of a section are few; the longest ones are cut.
  const known = at === 'key' && near === '' ? `: known here are ${candidates.slice(0, MAX_KNOWN).join(', ')}` : '';
  return `${dotted(path)} ${rule}${not}${near}${known}`;
}

const MAX_KNOWN = 24;
