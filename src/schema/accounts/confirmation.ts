import { validator } from '../validator.js';

const secret = { type: 'string', minLength: 1, maxLength: 256, writeOnly: true } as const;

/** The user of a token proves again who they are. */
export const validateConfirmation = validator({
  type: 'object',
  properties: {
    password: { ...secret, description: "the user's own" },
    apiKey: { ...secret, description: "the user's own; no access key" },
  },
  minProperties: 1,
  maxProperties: 1,
  additionalProperties: false,
});
export type ConfirmationRequest = { readonly password?: string; readonly apiKey?: string };
