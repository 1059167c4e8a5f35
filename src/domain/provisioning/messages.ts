import { defineErrors } from '../../messages/define.js';

/** What a pattern of a setting lacks. */
export const patternErrors = defineErrors('pattern', {
  noValue: [
    'validation_failed',
    "pattern {detail}: '{'{name}'}' has no value: fill in a column {name} of the list of units",
  ],
});
