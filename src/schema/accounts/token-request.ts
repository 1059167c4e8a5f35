import type { Result } from '../../errors.js';
import { customValidator, validator, type Validator } from '../validator.js';

const userName = { type: 'string', minLength: 1, maxLength: 254, description: 'name or email, in any case' } as const;
const secret = { type: 'string', minLength: 1, maxLength: 256, writeOnly: true } as const;
const remember = {
  type: 'boolean',
  description: 'a token of auth.rememberTtl, listed as a session of the user',
} as const;

const byKey = validator({
  type: 'object',
  required: ['userName', 'apiKey'],
  properties: { userName, apiKey: secret, remember },
  additionalProperties: false,
});
const byPassword = validator({
  type: 'object',
  required: ['userName', 'password'],
  properties: { userName, password: secret, remember },
  additionalProperties: false,
});
const byLink = validator({
  type: 'object',
  required: ['link'],
  properties: { link: { ...secret, description: 'of POST /api/Auth/Link; it works once' }, remember },
  additionalProperties: false,
});
const byDisplay = validator({
  type: 'object',
  required: ['display'],
  properties: { display: { ...secret, description: 'the key of POST /api/displays' } },
  additionalProperties: false,
});

/** How a client signs in. */
export type TokenRequest =
  | { readonly userName: string; readonly apiKey: string; readonly remember?: boolean }
  | { readonly userName: string; readonly password: string; readonly remember?: boolean }
  | { readonly link: string; readonly remember?: boolean }
  | { readonly display: string };

const FORMS: Readonly<Record<string, Validator<TokenRequest>>> = {
  display: byDisplay,
  link: byLink,
  password: byPassword,
};

/** Detects the form of the body first, so that an error refers to the form that the client meant. */
export const validateTokenRequest = customValidator<TokenRequest>(
  { anyOf: [byKey.schema, byPassword.schema, byLink.schema, byDisplay.schema] },
  (body): Result<TokenRequest> => {
    const form = Object.keys(FORMS).find((name) => hasValue(body, name)) ?? '';
    return (FORMS[form] ?? byKey)(body);
  },
);

const hasValue = (body: unknown, name: string): boolean =>
  typeof body === 'object' &&
  body !== null &&
  Object.hasOwn(body, name) &&
  (body as Record<string, unknown>)[name] !== null;
