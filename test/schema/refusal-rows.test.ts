import { readdirSync } from 'node:fs';
import { expect } from 'chai';
import { CHANNELS } from '../../src/schema/channels.js';
import { FORMAT_ROWS, KEYWORD_ROWS, PATTERN_ROWS } from '../../src/schema/refusal-of.js';
import { createAjv, validator, type Validator } from '../../src/schema/validator.js';

const FOLDER = new URL('../../src/schema/', import.meta.url);

/** They describe, or hold the keywords that refuse: ajv reports those first. */
const NEVER_FIRST = new Set(
  `$schema $ref title description default examples readOnly writeOnly unit allOf anyOf if then else properties
   prefixItems propertyName propertyNames`.split(/\s+/),
);
/** Their value is data. */
const DATA = new Set(['const', 'enum', 'default', 'examples', 'required', 'dependentRequired']);

type Found = { readonly keywords: Set<string>; readonly formats: Set<string>; readonly patterns: Set<string> };

function collect(schema: unknown, found: Found, seen: Set<object>): void {
  if (typeof schema !== 'object' || schema === null || seen.has(schema)) return;
  seen.add(schema);
  if (Array.isArray(schema)) {
    for (const one of schema) collect(one, found, seen);
    return;
  }
  for (const [keyword, value] of Object.entries(schema as Readonly<Record<string, unknown>>)) {
    // An object as `items` or `additionalProperties` holds keywords; only `false` refuses.
    const holdsKeywords = /^(?:items|additionalProperties)$/.test(keyword) && value !== false;
    if (!holdsKeywords) found.keywords.add(keyword);
    if (keyword === 'format') found.formats.add(String(value));
    if (keyword === 'pattern') found.patterns.add(String(value));
    if (DATA.has(keyword)) continue;
    if (keyword === 'properties') for (const property of Object.values(value as object)) collect(property, found, seen);
    else collect(value, found, seen);
  }
}

/** What all schemas of the folder use. */
async function findKeywords(): Promise<Found> {
  const found: Found = { keywords: new Set(), formats: new Set(), patterns: new Set() };
  const seen = new Set<object>();
  const files = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.js'));
  for (const file of files) {
    const exported = (await import(new URL(file, FOLDER).href)) as Readonly<Record<string, unknown>>;
    for (const [name, value] of Object.entries(exported)) {
      if (typeof value === 'function' && 'schema' in value) collect(value.schema, found, seen);
      else if (name.endsWith('Schema')) collect(value, found, seen);
    }
  }
  return found;
}

/** The failure of a value, without `ok`. */
function refusal(check: Validator<unknown>, value: unknown): object {
  const result = check(value);
  if (result.ok) throw new Error('the value is valid');
  const { code, message, data, field } = result;
  return { code, message, id: data?.id, values: data?.values, field };
}

describe('the rows of refused values', () => {
  it('each keyword of a schema that can refuse a value has a row', async () => {
    const { keywords } = await findKeywords();
    expect([...keywords].filter((keyword) => !NEVER_FIRST.has(keyword) && !(keyword in KEYWORD_ROWS))).to.deep.equal(
      [],
    );
    expect(keywords.size).to.be.above(20);
  });

  it('each format has a row, and each pattern with words of its own is used', async () => {
    const { formats, patterns } = await findKeywords();
    expect([...formats].filter((format) => !(format in FORMAT_ROWS))).to.deep.equal([]);
    expect(Object.keys(FORMAT_ROWS).filter((format) => !formats.has(format))).to.deep.equal([]);
    expect(Object.keys(createAjv().formats).filter((format) => !(format in FORMAT_ROWS))).to.deep.equal([]);
    expect(Object.keys(PATTERN_ROWS).filter((pattern) => !patterns.has(pattern))).to.deep.equal([]);
  });

  it('a pattern without words of its own has no spaces, because it is shown in the sentence', async () => {
    const { patterns } = await findKeywords();
    const shown = [...patterns].filter((pattern) => !(pattern in PATTERN_ROWS));
    expect(shown.filter((pattern) => pattern.includes(' '))).to.deep.equal([]);
  });

  it('the rule of an address is that of its channel', () => {
    for (const { address } of Object.values(CHANNELS)) {
      expect(FORMAT_ROWS[address.format]?.('/to').message).to.equal(`/to must be ${address.rule}`);
    }
  });

  it('the words are those of ajv, with the field in front', () => {
    const check = validator({
      type: 'object',
      properties: {
        type: { type: ['string', 'null'] },
        most: { type: 'number', maximum: 90 },
        less: { type: 'number', exclusiveMaximum: 360 },
        items: { type: 'array', items: { type: 'string' }, minItems: 1, maxItems: 2, uniqueItems: true },
        text: { type: 'string', minLength: 2, maxLength: 3 },
        one: { type: 'string', const: 'x' },
        some: { enum: ['a', 'b'] },
        word: { type: 'string', pattern: '^[a-z{}]+$' },
        map: { type: 'object', minProperties: 1, additionalProperties: { type: 'number' } },
        'a/b': { type: 'number' },
      },
      dependentRequired: { one: ['some'] },
      additionalProperties: false,
    });
    const sentences: readonly (readonly [object, string])[] = [
      [{ type: 1 }, '/type must be string,null'],
      [{ most: 91 }, '/most must be <= 90'],
      [{ less: 360 }, '/less must be < 360'],
      [{ items: [] }, '/items must NOT have fewer than 1 items'],
      [{ items: ['a', 'b', 'c'] }, '/items must NOT have more than 2 items'],
      [{ items: ['a', 'a'] }, '/items must NOT have duplicate items (items ## 1 and 0 are identical)'],
      [{ items: [1] }, '/items/0 must be string'],
      [{ text: 'a' }, '/text must NOT have fewer than 2 characters'],
      [{ text: 'abcd' }, '/text must NOT have more than 3 characters'],
      [{ one: 'y', some: 'a' }, '/one must be equal to constant'],
      [{ some: 'c' }, '/some must be one of a, b'],
      [{ word: '1' }, '/word must match pattern "^[a-z{}]+$"'],
      [{ map: {} }, '/map must NOT have fewer than 1 properties'],
      [{ 'a/b': 'x' }, '/a~1b must be number'],
      [{ one: 'x' }, '/some is missing'],
      [{ other: 1 }, '/other is not a known field'],
      [{ Most: 1 }, '/Most is not a known field: write most, in these letters'],
    ];
    for (const [value, message] of sentences) expect(refusal(check, value)).to.include({ message });
    expect(refusal(check, 1)).to.deep.equal({
      code: 'validation_failed',
      message: 'the body must be object',
      id: 'value.type',
      values: { type: 'object' },
      field: undefined,
    });
    expect(refusal(check, { most: 91 })).to.deep.equal({
      code: 'validation_failed',
      message: '/most must be <= 90',
      id: 'value.maximum',
      values: { limit: 90 },
      field: '/most',
    });
  });
});
