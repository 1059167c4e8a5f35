import fc, { type Arbitrary } from 'fast-check';

/** Ways in which a client or a faulty line malforms a request. */

const nested = (depth: number): unknown => (depth === 0 ? 1 : [nested(depth - 1)]);

const oddValues: readonly unknown[] = [
  ...[null, true, false, '', ' ', [], {}, [[]], [null], -1, 0, 0.5, 1e21, 1e308, -1e308, 2 ** 53, 2 ** 31],
  ...['\u0000', '\ud800', '💥\u202e', 'ß', '__proto__', '../../etc/passwd', 'x'.repeat(5000), 'NaN', '1'],
  ...['2026-02-30T00:00:00Z', '0000-01-01T00:00:00Z', '9999-12-31T23:59:60Z', '2026-11-21T08:00:00', '+275760-09-13'],
  nested(20),
  nested(60),
];

type Wrong = {
  readonly place: number;
  readonly how: 'replace' | 'leave out' | 'add' | 'repeat';
  readonly odd: unknown;
};

const wrongs: Arbitrary<Wrong> = fc.record({
  place: fc.nat(),
  how: fc.constantFrom('replace', 'replace', 'leave out', 'add', 'repeat'),
  odd: fc.oneof(fc.constantFrom(...oddValues), fc.jsonValue({ maxDepth: 2 })),
});

/** `value` with one to three errors anywhere in it. */
export const brokenOf = (value: Arbitrary<unknown>): Arbitrary<unknown> =>
  fc
    .tuple(value, fc.array(wrongs, { minLength: 1, maxLength: 3 }))
    .map(([good, list]) => list.reduce(doWrong, structuredClone(good)));

function doWrong(value: unknown, { place, how, odd: shared }: Wrong): unknown {
  const odd = structuredClone(shared);
  const holders = holdersIn(value);
  const holder = holders[place % Math.max(1, holders.length)];
  if (holder === undefined) return odd;
  const names = Object.keys(holder);
  const name = names[place % Math.max(1, names.length)] ?? 'odd';
  if (how === 'replace') holder[name] = odd;
  else if (how === 'leave out') Reflect.deleteProperty(holder, name);
  else if (Array.isArray(holder)) holder.push(how === 'add' ? odd : holder[0]);
  else holder[how === 'add' ? 'noSuchField' : `${name}2`] = odd;
  return value;
}

/** The objects and arrays in a value, starting with the value itself. */
function holdersIn(value: unknown): Record<string, unknown>[] {
  if (typeof value !== 'object' || value === null) return [];
  const own = value as Record<string, unknown>;
  return [own, ...Object.values(own).flatMap(holdersIn)];
}

/** Damaged forms of a body. */
export const brokenTexts = (text: Arbitrary<string>): Arbitrary<string | Uint8Array> =>
  fc.oneof(
    fc.tuple(text, fc.nat()).map(([all, cut]) => all.slice(0, cut % (all.length + 1))),
    text.map((all) => all.replace(/\d+/, '1e400')),
    text.map((all) => all.replace(/\d+/, '9'.repeat(400))),
    text.map((all) => `\ufeff${all}`),
    text.map((all) => `${all}${all}`),
    text.map((all) => all.replace('{', '{"__proto__":{"admin":true},')),
    text.map((all) => all.replace('{', '{"constructor":{"prototype":{}},"constructor":1,')),
    text.map((all) => Buffer.from(all, 'utf16le')),
    fc.uint8Array({ maxLength: 64 }),
    fc.constantFrom('null', '1', '"text"', 'true', '', '[', '{}', '[]', '{"a":', 'a=b', '['.repeat(70_000)),
  );

export const oddHeaders: Arbitrary<Record<string, string>> = fc.oneof(
  fc
    .constantFrom(
      'text/plain',
      'application/xml',
      'application/json; charset=utf-16',
      'multipart/form-data',
      'json',
      ';',
    )
    .map((type) => ({ 'Content-Type': type })),
  fc.constantFrom('gzip', 'br', 'deflate', 'odd').map((encoding) => ({ 'Content-Encoding': encoding })),
  fc
    .constantFrom(
      'xx',
      '*;q=0',
      'de-DE-u-co-phonebk',
      'en;q=2',
      'a'.repeat(200),
      'en_US',
      '-',
      'x-y',
      ',,;',
      'i-klingon',
    )
    .map((language) => ({ 'Accept-Language': language })),
  fc
    .constantFrom('', 'Bearer', 'Bearer x', 'Bearer a.b.c', 'Basic YTpi', `Bearer ${'x'.repeat(5000)}`)
    .map((authorization) => ({ Authorization: authorization })),
  fc.constantFrom('image/png', 'odd', '*/*;q=0').map((accept) => ({ Accept: accept })),
  fc.constant({
    'X-HTTP-Method-Override': 'DELETE',
    'X-Forwarded-For': '1.2.3.4',
    Range: 'bytes=5-1',
    Cookie: '__proto__=1',
  }),
);

/** A path segment or query part as it may occur in a URL. */
export const oddParts: Arbitrary<string> = fc.oneof(
  fc.string({ unit: 'binary', minLength: 1, maxLength: 20 }).map((text) => encodeURIComponent(text)),
  fc.constantFrom(
    '%',
    '%zz',
    '%00',
    '%ff',
    '..',
    '.',
    '%2e%2e%2f',
    '%2F',
    '__proto__',
    'constructor',
    '-',
    '~',
    '*',
    ':id',
  ),
  fc.constantFrom('x'.repeat(65), 'x'.repeat(3000), 'a%20b', 'bus;x=1', 'bus%0d%0aX:1', '%F0%9F%92%A5'),
);
