import { isDisplay } from '../../domain/accounts/scope.js';
import { success } from '../../errors.js';
import { instantSchema } from '../../schema/common.js';
import { validateConfirmation } from '../../schema/accounts/confirmation.js';
import { displaySchema } from '../../schema/accounts/display.js';
import { validateTokenRequest } from '../../schema/accounts/token-request.js';
import type { Services } from '../../services/index.js';
import { refuseCredential } from '../../services/accounts/confirmation.js';
import { SIGN_IN_BODY_BYTES } from '../budgets.js';
import { linkBody, linkShape, respondWith } from '../responses.js';
import { route, type Route } from '../route.js';
import type { Tokens } from '../tokens.js';
import { tokenErrors } from '../messages.js';

export type TokenRoutesOptions = Pick<Services, 'signIns' | 'confirmations'> & {
  readonly tokens: Pick<Tokens, 'issue' | 'end'>;
};

const { id, name, group, deviceId } = displaySchema.properties;
const ownDisplaySchema = {
  type: 'object',
  required: ['id', 'name', 'group', 'deviceId'],
  properties: { id, name, group, deviceId },
  additionalProperties: false,
  description: 'for the token of a display',
} as const;

export const tokenRoutes = ({ signIns, confirmations, tokens }: TokenRoutesOptions): Route[] => [
  route({
    method: 'post',
    path: '/api/Auth/Token',
    summary: 'Issues a token for a user name (or email) with API key or password, for a link, or for a display key',
    access: 'anyone',
    body: validateTokenRequest,
    plainBodyBytes: SIGN_IN_BODY_BYTES,
    responses: {
      200: {
        required: { token: { type: 'string' }, expires: instantSchema },
        optional: { display: ownDisplaySchema },
      },
    },
    async handle({ body, clientAddress, header, isGone }) {
      const client = { address: clientAddress(), userAgent: header('User-Agent') };
      const proof = await signIns.signIn(body, client, isGone);
      if (!proof.ok) return proof;
      const { signIn, remember, user } = proof.value;
      if (signIn.isFirst === true) confirmations.add(signIn.subject, signIn.grant);
      const issued = tokens.issue(signIn, remember);
      if (!isDisplay(user)) return success({ body: issued });
      return success({
        body: { ...issued, display: { id: user.id, name: user.name, group: user.group, deviceId: user.deviceId } },
      });
    },
  }),
  route({
    method: 'post',
    path: '/api/Auth/Link',
    summary: 'Creates a link that signs in the same user once, within 5 minutes, on another device',
    access: 'user',
    responses: { 201: linkShape },
    handle({ claims }, user) {
      if (claims === undefined) return tokenErrors.needed();
      const refused = refuseCredential(user);
      if (refused !== undefined) return refused;
      return success({ status: 201, body: linkBody(signIns.createLink(claims)) });
    },
  }),
  route({
    method: 'post',
    path: '/api/Auth/Confirm',
    summary: 'Confirms the sign-in of the token for 10 minutes, with the password or the API key of its user',
    access: 'user',
    body: validateConfirmation,
    plainBodyBytes: SIGN_IN_BODY_BYTES,
    responses: { 200: { required: { until: instantSchema } } },
    async handle({ claims, body, clientAddress, isGone }, user) {
      if (claims === undefined) return tokenErrors.needed();
      const caller = { user, tokenId: claims.id };
      return respondWith('until', await confirmations.confirm(caller, body, clientAddress(), isGone));
    },
  }),
];
