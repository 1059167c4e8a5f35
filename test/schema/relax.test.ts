import { expect } from 'chai';
import fc from 'fast-check';
import { createRelax } from '../../src/schema/relax.js';
import { customValidator, strictValidator, validator } from '../../src/schema/validator.js';

const scalar = { type: 'string' } as const;
const schema = {
  type: 'object',
  required: ['name'],
  properties: {
    name: scalar,
    note: scalar,
    group: { anyOf: [scalar, { type: 'null' }] },
    limit: { type: ['integer', 'null'] },
    anything: {},
    tags: { type: 'object', additionalProperties: scalar },
    items: { type: 'array', items: { type: 'object', properties: { a: scalar }, additionalProperties: false } },
  },
  anyOf: [{ required: ['note'] }, { required: ['name'] }],
  additionalProperties: false,
} as const;

describe('createRelax', () => {
  const relaxed = (value: unknown, ignoreUnknown = true): [unknown, readonly string[]] => {
    const copy: unknown = structuredClone(value);
    const { ignored } = createRelax(schema, { ignoreUnknown })(copy);
    return [copy, ignored];
  };

  it('null is removed where the schema allows none, at every depth, and stays where it is a value', () => {
    const value = { name: 'x', note: null, group: null, limit: null, anything: null, tags: { a: null, b: 'x' } };
    expect(relaxed({ ...value, items: [{ a: null }, { a: 'x' }] })).to.deep.equal([
      { name: 'x', group: null, limit: null, anything: null, tags: { b: 'x' }, items: [{}, { a: 'x' }] },
      [],
    ]);
  });

  it('an unknown field is removed and named, but for null', () => {
    const value = { name: 'x', 'a/b~': 1, gone: null, items: [{}, { odd: { deep: 1 } }], anything: { free: 1 } };
    expect(relaxed(value)).to.deep.equal([
      { name: 'x', items: [{}, {}], anything: { free: 1 } },
      ['/a~1b~0', '/items/1/odd'],
    ]);
    expect(relaxed({ name: 'x', odd: 1 }, false)).to.deep.equal([{ name: 'x', odd: 1 }, []]);
  });

  it('a null in a list stays, because a list has no fields', () => {
    expect(relaxed({ name: 'x', items: [null] })).to.deep.equal([{ name: 'x', items: [null] }, []]);
  });

  it('the name of a prototype is removed and named as any unknown field', () => {
    const value: unknown = JSON.parse('{"name":"x","__proto__":{"note":1},"constructor":2,"items":[{"__proto__":3}]}');
    const { ignored } = createRelax(schema, { ignoreUnknown: true })(value);
    expect(ignored).to.have.members(['/__proto__', '/constructor', '/items/0/__proto__']);
    expect(JSON.stringify(value)).to.equal('{"name":"x","items":[{}]}');
  });

  it('any JSON value is relaxed without an error, and a second time nothing changes', () => {
    const relax = createRelax(schema, { ignoreUnknown: true });
    fc.assert(
      fc.property(
        fc.jsonValue({ maxDepth: 6 }),
        fc.dictionary(fc.constantFrom('name', 'items', 'x'), fc.jsonValue()),
        (a, b) => {
          for (const value of [a, b]) {
            relax(value);
            expect(relax(value)).to.deep.include({ isChanged: false, ignored: [] });
          }
        },
      ),
    );
  });
});

describe('a validator of bodies', () => {
  it('null is left out; unknown fields are refused unless they are ignored', () => {
    expect(validator(schema)({ name: 'x', note: null })).to.deep.equal({ ok: true, value: { name: 'x' } });
    expect(validator(schema)({ name: null, note: 'x' })).to.include({ ok: false, message: '/name is missing' });
    expect(validator(schema)({ name: 'x', odd: 1 })).to.include({ ok: false, message: '/odd is not a known field' });
    const tolerant = validator(schema, { ignoreUnknown: true });
    expect(tolerant({ name: 'x', odd: 1 })).to.deep.equal({ ok: true, value: { name: 'x' }, ignored: ['/odd'] });
    expect(tolerant({ name: 5, odd: 1 })).to.include({ ok: false, message: '/name must be string' });
    expect(strictValidator(schema)({ name: 'x', note: null })).to.include({ ok: false });
  });

  it('a valid value is neither copied nor changed', () => {
    const value = { name: 'x', group: null, anything: { a: null } };
    const result = validator(schema, { ignoreUnknown: true })(value);
    expect(result.ok && result.value).to.equal(value);
    expect(value).to.deep.equal({ name: 'x', group: null, anything: { a: null } });
  });

  it('a field of another form of the body is not unknown, so a mixture of two forms is refused', () => {
    const [one, list] = [
      { type: 'object', required: ['one'], properties: { one: scalar }, additionalProperties: false },
      {
        type: 'object',
        required: ['list'],
        properties: { list: { type: 'array' } },
        additionalProperties: false,
      },
    ] as const;
    const [readOne, readList] = [strictValidator(one), strictValidator(list)];
    const read = customValidator<unknown>(
      { anyOf: [one, list] },
      (body) => (Object.hasOwn(body as object, 'list') ? readList(body) : readOne(body)),
      { ignoreUnknown: true },
    );
    expect(read({ one: 'x', odd: 1 })).to.deep.equal({ ok: true, value: { one: 'x' }, ignored: ['/odd'] });
    expect(read({ one: 'x', list: [] })).to.include({ ok: false, message: '/one is not a known field' });
    expect(read({ one: 'x', list: null })).to.deep.equal({ ok: true, value: { one: 'x' } });
  });
});
