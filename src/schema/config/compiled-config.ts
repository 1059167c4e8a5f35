import type { ValidateFunction } from 'ajv/dist/2020.js';
import type { Formats } from '../validator.js';

/**
 * The check of the configuration. Each start needs it, and compiling it takes a tenth of a start: the build replaces this
 * module by one with the code that ajv makes of the schema (.ci/build/compiled-config.js). Undefined: it is compiled when it is
 * first needed.
 */
export const compiledConfig: ((formats: Formats) => ValidateFunction) | undefined = undefined;
