import { buildOpenApi } from '../../src/http/openapi.js';
import { routes, type Services } from '../../src/http/routes/index.js';
import { createAnswerCheck, type Exchange, type OpenApi } from './openapi.js';

let check: ReturnType<typeof createAnswerCheck> | undefined;

/** Throws when an answer is not one that the document of the table has for its call. */
export function expectDocumented(exchange: Exchange): void {
  // The rows are made without asking a service for anything.
  check ??= createAnswerCheck(buildOpenApi(routes({} as Services), 'test') as OpenApi);
  const wrong = check(exchange);
  if (wrong !== undefined) throw new Error(`not as documented: ${wrong}`);
}
