import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { MAX_VERIFICATIONS, MAX_VERIFICATIONS_OF_CLIENT } from '../../src/services/accounts/hashing.js';
import { MAX_EDITS, MAX_EDITS_OF_USER } from '../../src/services/edits.js';
import { REFUSALS } from '../../src/domain/refusals.js';

describe('the documented bounds of the queues', () => {
  const security = readFileSync('systemd/security.md', 'utf8');
  /** The numbers in the row of the table that starts with these words. */
  const numbersIn = (start: string): number[] => {
    const row = security.split('\n').find((line) => line.startsWith(`| ${start}`)) ?? '';
    return row
      .split('|')
      .slice(2, 4)
      .map((cell) => Number(cell));
  };

  it('the security page has the bounds of the code', () => {
    const verifications = [MAX_VERIFICATIONS, MAX_VERIFICATIONS_OF_CLIENT];
    expect(numbersIn('keys and passwords of strangers')).to.deep.equal(verifications);
    expect(numbersIn('passwords at known addresses')).to.deep.equal(verifications);
    expect(numbersIn('changes by users')).to.deep.equal([MAX_EDITS, MAX_EDITS_OF_USER]);
  });

  it('the page of the API has the same bounds', () => {
    const api = readFileSync('src/http/api.md', 'utf8');
    expect(api).to.include(`| ${MAX_VERIFICATIONS}, and ${MAX_VERIFICATIONS_OF_CLIENT} of one address or user`);
    expect(api).to.include(`| ${MAX_EDITS}, and ${MAX_EDITS_OF_USER} of one user`);
  });

  it('the kinds of refusals that the security page names exist', () => {
    const [, listed = ''] = /with the kinds ([^.]*)\./.exec(security) ?? [];
    const kinds = [...listed.matchAll(/`(\w+)`/g)].map(([, kind]) => kind);
    expect(kinds).to.have.lengthOf(5);
    expect(Object.keys(REFUSALS)).to.include.members(kinds);
  });
});
