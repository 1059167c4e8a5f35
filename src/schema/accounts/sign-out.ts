import { queryValidator } from '../validator.js';

export const validateSignOut = queryValidator({
  type: 'object',
  properties: { keys: { type: 'boolean', description: 'also revokes the API key and the access keys of the user' } },
  additionalProperties: false,
});
