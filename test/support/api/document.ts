import { buildOpenApi } from '../../../src/http/openapi.js';
import { routes, type RouteServices } from '../../../src/http/routes/index.js';
import { expectMessage } from './message-check.js';
import { createAnswerCheck, type Exchange, type OpenApi } from './openapi.js';
import { recordFailure } from './record-failures.js';

let check: ReturnType<typeof createAnswerCheck> | undefined;

/** Throws when a response does not match the OpenAPI document of the routes. */
export function expectDocumented(exchange: Exchange): void {
  recordFailure(exchange);
  expectMessage(exchange.body);
  // Creating the rows calls no service.
  check ??= createAnswerCheck(buildOpenApi(routes({} as RouteServices), 'test') as OpenApi);
  const wrong = check(exchange);
  if (wrong !== undefined) throw new Error(`not as documented: ${wrong}`);
}
