import { expect } from 'chai';
import { HTTP_BUDGETS } from './http-budgets.js';
import { tableRows } from '../support/docs/table-rows.js';

describe('HTTP_BUDGETS', () => {
  it('the table in systemd/security.md has the same rows', () => {
    const rows = tableRows('systemd/security.md', 'HTTP budgets');
    expect(rows).to.deep.equal(HTTP_BUDGETS.map(({ what, limit, beyond }) => [what, limit, beyond]));
  });
});
