import fc, { type Arbitrary } from 'fast-check';
import { brokenOf, brokenTexts, oddHeaders, oddParts } from './malformed.js';
import type { OpenApi, Operation, Parameter, Schema } from './openapi.js';

/** An index into the ids known when the request is sent, or a literal path segment. */
export type Part = { readonly known: number } | string;

export type FuzzRequest = {
  readonly method: string;
  /** the path of the document */
  readonly path: string;
  readonly parts: Readonly<Record<string, Part>>;
  /** including `?`, or empty */
  readonly query: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  /** the request is valid by the document */
  readonly good: boolean;
};

type ArbitraryOf = (schema: Schema) => Arbitrary<unknown>;

/** Requests to every operation of the document, half of them valid, and some to unknown paths. */
export const requestsTo = (document: OpenApi, arbitraryOf: ArbitraryOf): Arbitrary<FuzzRequest> => {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, operation]) => !isEndless(operation))
      .map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  );
  const each = operations.map(({ path, method, operation }) =>
    fc.oneof(goodOf(operation, arbitraryOf), badOf(operation, arbitraryOf)).map((rest) => ({ method, path, ...rest })),
  );
  const paths = fc.oneof(
    fc.constantFrom(...operations.map(({ path }) => path)),
    fc.array(oddParts, { maxLength: 4 }).map(pathOf),
  );
  const stray = fc.record({
    method: fc.constantFrom('GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'HEAD', 'TRACE', 'PROPFIND'),
    path: paths,
    parts: fc.constant({}),
    query: fc.constantFrom('', '?', '?a=%'),
    headers: oddHeaders,
    good: fc.constant(false),
  });
  return fc.oneof({ weight: 12, arbitrary: fc.oneof(...each) }, { weight: 1, arbitrary: stray });
};

/** Excluded, because an event stream does not end. */
const isEndless = ({ responses }: Operation): boolean => 'text/event-stream' in (responses['200']?.content ?? {});

const pathOf = (parts: readonly string[]): string => `/${parts.join('/')}`;

type Rest = Omit<FuzzRequest, 'method' | 'path'>;

function goodOf(operation: Operation, arbitraryOf: ArbitraryOf): Arbitrary<Rest> {
  const known = fc.nat().map((place): Part => ({ known: place }));
  return restOf({
    parts: partsOf(operation, () => known),
    query: queryOf(operation, arbitraryOf),
    headers: typesOf(operation),
    ...bodyOf(operation, (schema) => arbitraryOf(schema).map(jsonOf)),
    good: fc.constant(true),
  });
}

function badOf(operation: Operation, arbitraryOf: ArbitraryOf): Arbitrary<Rest> {
  const part = fc.oneof(
    { weight: 6, arbitrary: fc.nat().map((place): Part => ({ known: place })) },
    { weight: 1, arbitrary: oddParts },
    { weight: 1, arbitrary: fc.constant('no-such-id') },
  );
  const odd = fc.array(fc.tuple(fc.constantFrom('from', 'to', 'limit', 'format', 'odd', '__proto__'), oddParts), {
    maxLength: 4,
  });
  const oddQuery = odd.map((pairs) => (pairs.length === 0 ? '' : `?${pairs.map((pair) => pair.join('=')).join('&')}`));
  return restOf({
    parts: partsOf(operation, () => part),
    query: fc.oneof(
      queryOf(operation, arbitraryOf),
      queryOf(operation, (schema) => brokenOf(arbitraryOf(schema))),
      oddQuery,
    ),
    headers: fc
      .tuple(typesOf(operation), fc.option(oddHeaders, { freq: 3, nil: {} }))
      .map(([good, more]) => ({ ...good, ...more })),
    ...bodyOf(operation, (schema) => {
      const broken = brokenOf(arbitraryOf(schema)).map(jsonOf);
      return fc.oneof(
        { weight: 3, arbitrary: broken },
        { weight: 1, arbitrary: brokenTexts(arbitraryOf(schema).map(jsonOf)) },
      );
    }),
    good: fc.constant(false),
  });
}

const restOf = (parts: { readonly [K in keyof Rest]: Arbitrary<Rest[K]> }): Arbitrary<Rest> =>
  fc.record<unknown>(parts) as Arbitrary<Rest>;

const jsonOf = (value: unknown): string => JSON.stringify(value);

const partsOf = ({ parameters }: Operation, of: (parameter: Parameter) => Arbitrary<Part>) =>
  fc.record(Object.fromEntries(parameters.filter((one) => one.in === 'path').map((one) => [one.name, of(one)])));

function queryOf({ parameters }: Operation, arbitraryOf: ArbitraryOf): Arbitrary<string> {
  const own = parameters.filter((one) => one.in === 'query');
  const fields = Object.fromEntries(own.map(({ name, schema }) => [name, arbitraryOf(schema)]));
  const requiredKeys = own.filter(({ required }) => required).map(({ name }) => name);
  return fc.record(fields, { requiredKeys }).map((query) => {
    const pairs = Object.entries(query).map(([name, value]): [string, string] => [name, textOf(value)]);
    return pairs.length === 0 ? '' : `?${new URLSearchParams(pairs).toString()}`;
  });
}

const textOf = (value: unknown): string => (typeof value === 'string' ? Buffer.from(value).toString() : jsonOf(value));

const typesOf = ({ requestBody }: Operation): Arbitrary<Record<string, string>> =>
  requestBody === undefined
    ? fc.constant({})
    : fc.constantFrom(...Object.keys(requestBody.content)).map((type) => ({ 'Content-Type': type }));

function bodyOf({ requestBody }: Operation, of: (schema: Schema) => Arbitrary<string | Uint8Array>) {
  const [first] = Object.values(requestBody?.content ?? {});
  return first === undefined ? {} : { body: of(first.schema) };
}
