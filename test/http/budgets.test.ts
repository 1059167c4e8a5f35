import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { HTTP_BUDGETS } from '../../src/http/budgets.js';

describe('HTTP_BUDGETS', () => {
  it('the table in systemd/security.md has the same rows', () => {
    const page = readFileSync('systemd/security.md', 'utf8');
    const section = page.split(/^## /m).find((text) => text.startsWith('HTTP budgets')) ?? '';
    const rows = section
      .split('\n')
      .filter((line) => line.startsWith('|'))
      .slice(2)
      .map((line) =>
        line
          .split('|')
          .slice(1, -1)
          .map((cell) => cell.trim()),
      );
    expect(rows).to.deep.equal(HTTP_BUDGETS.map(({ what, limit, beyond }) => [what, limit, beyond]));
  });
});
