import { expect } from 'chai';
import { LISTENER_BUDGETS } from './listener-budgets.js';
import { tableRows } from '../support/docs/table-rows.js';

describe('LISTENER_BUDGETS', () => {
  it('the table in systemd/security.md has the same rows', () => {
    const rows = tableRows('systemd/security.md', 'Limits of listeners');
    expect(rows).to.deep.equal(LISTENER_BUDGETS.map(({ what, limit, beyond }) => [what, limit, beyond]));
  });
});
