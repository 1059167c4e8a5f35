import { isRestricted } from '../domain/accounts/scope.js';
import { failure, type Result } from '../errors.js';
import type { User } from '../schema/accounts/user.js';
import type { RouteRequest, RouteResponse } from './route.js';

type Handle<Query, Body> = (
  request: RouteRequest<Query, Body>,
  user: User,
) => Result<RouteResponse> | Promise<Result<RouteResponse>>;

/** A handler for what concerns the whole gateway: it refuses users who are restricted to a group or device. */
export const forUnrestricted =
  <Query, Body>(handle: Handle<Query, Body>): Handle<Query, Body> =>
  (request, user) =>
    isRestricted(user)
      ? failure('forbidden', 'restricted users cannot use this call: it concerns the whole gateway')
      : handle(request, user);
