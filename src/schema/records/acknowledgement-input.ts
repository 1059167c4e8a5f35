import { strictValidator } from '../validator.js';
import { noteSchema } from './alert.js';

export const validateAcknowledgementInput = strictValidator({
  type: 'object',
  properties: { note: { ...noteSchema, description: 'what was done, or who takes care of it' } },
  additionalProperties: false,
});
