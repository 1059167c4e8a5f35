import { customValidator, validator } from '../validator.js';

const secret = { type: 'string', minLength: 1, maxLength: 256, writeOnly: true } as const;

const byPassword = validator({
  type: 'object',
  required: ['password'],
  properties: { password: { ...secret, description: 'of the user' } },
  additionalProperties: false,
});
const byKey = validator({
  type: 'object',
  required: ['apiKey'],
  properties: { apiKey: { ...secret, description: 'of the user; no access key' } },
  additionalProperties: false,
});

/** The user of a token proves again who they are. */
export type ConfirmationRequest = { readonly password: string } | { readonly apiKey: string };

export const validateConfirmation = customValidator<ConfirmationRequest>(
  { anyOf: [byPassword.schema, byKey.schema] },
  (body) => (typeof body === 'object' && body !== null && 'password' in body ? byPassword(body) : byKey(body)),
);
