import { expect } from 'chai';
import type { ApiFailure } from '../../../src/web/api/client.js';
import { fieldError } from '../../../src/web/api/field-error.js';

const at = (field?: string): ApiFailure => ({
  ok: false,
  code: 'validation_failed',
  text: '/name is missing',
  ...(field !== undefined && { field }),
});
const NAMES = ['name', 'devices', 'smtp', 'smtp/host'] as const;

describe('fieldError', () => {
  it('a failure belongs to the field whose name begins its pointer, the longest one first', () => {
    expect(fieldError(at('/name'), NAMES)).to.deep.equal({ name: 'name', rest: '' });
    expect(fieldError(at('/devices/3'), NAMES)).to.deep.equal({ name: 'devices', rest: '3' });
    expect(fieldError(at('/smtp/host'), NAMES)).to.deep.equal({ name: 'smtp/host', rest: '' });
    expect(fieldError(at('/smtp/port'), NAMES)).to.deep.equal({ name: 'smtp', rest: 'port' });
  });

  it('a failure of no field of the form has none, whatever its text begins with', () => {
    expect(fieldError(at('/names'), NAMES)).to.equal(undefined);
    expect(fieldError(at('/0'), NAMES)).to.equal(undefined);
    expect(fieldError(at(), NAMES)).to.equal(undefined);
    expect(fieldError(undefined, NAMES)).to.equal(undefined);
  });
});
