import { expect } from 'chai';
import { validator } from '../../src/schema/validator.js';

describe('a validator', () => {
  it('says what is wrong and where, and fills in what the schema has a default for', () => {
    const check = validator({
      type: 'object',
      required: ['at'],
      properties: { at: { type: 'number', maximum: 90 }, unit: { type: 'string', default: 'deg' } },
      additionalProperties: false,
    });
    expect(check({ at: 1 })).to.deep.equal({ ok: true, value: { at: 1, unit: 'deg' } });
    expect(check({ at: 91 })).to.include({ ok: false, message: '/at must be <= 90' });
    expect(check({})).to.include({ ok: false, message: '/at is missing' });
    expect(check({ at: 1, 'a/b': 2 })).to.include({ ok: false, message: '/a~1b is not a known field' });
  });

  it('is made without a look at its schema: one that is wrong shows itself with its first value', () => {
    const check = validator({ type: 'object', properties: { at: { type: 'nunber' as 'number' } } });
    expect(() => check({ at: 1 })).to.throw(/schema is invalid/);
  });
});
