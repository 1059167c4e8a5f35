import { expect } from 'chai';
import { validator } from '../../src/schema/validator.js';

describe('validator', () => {
  it('an error names the field and what is wrong, and defaults are filled in', () => {
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

  it('a schema is compiled with the first value, so an invalid schema throws then', () => {
    const check = validator({ type: 'object', properties: { at: { type: 'nunber' as 'number' } } });
    expect(() => check({ at: 1 })).to.throw(/type must be JSONType/);
  });
});
