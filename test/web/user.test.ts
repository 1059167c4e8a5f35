import { expect } from 'chai';
import { toLocalInput, toLocalSeconds } from '../../src/web/format/local-input.js';
import { standingOf } from '../../src/web/pages/users/standing.js';
import { userOf } from '../../src/web/pages/users/user-of.js';
import { NOW } from './support.js';

const at = (ms: number): string => new Date(NOW + ms).toISOString();

describe('the validity of a user', () => {
  it('stays to the millisecond when nobody touches it', () => {
    for (const expires of [at(0), at(59_000), at(59_999)]) {
      const data = new FormData();
      data.set('expires', toLocalSeconds(Date.parse(expires)));
      expect(userOf(data, { from: null, expires })).to.deep.include({ from: null, expires });
    }
  });

  it('is what is written when somebody does, and none when the field is emptied', () => {
    const data = new FormData();
    data.set('from', '');
    data.set('expires', toLocalInput(NOW + 60_000));
    expect(userOf(data, { from: at(1), expires: at(59_999) })).to.deep.include({ from: null, expires: at(60_000) });
    expect(userOf(data)).to.deep.include({ from: null, expires: at(60_000) });
  });

  it('shows its seconds where it has any', () => {
    expect(toLocalSeconds(NOW)).to.equal(toLocalInput(NOW));
    expect(toLocalSeconds(NOW + 7_500)).to.equal(`${toLocalInput(NOW)}:07`);
  });

  it('says whether he may sign in: from its first moment, and at its last no more', () => {
    const user = { disabled: false, from: at(0), expires: at(10) };
    expect(standingOf(user, NOW - 1)).to.equal('early');
    expect(standingOf(user, NOW)).to.equal('enabled');
    expect(standingOf(user, NOW + 9)).to.equal('enabled');
    expect(standingOf(user, NOW + 10)).to.equal('over');
    expect(standingOf({ ...user, disabled: true }, NOW)).to.equal('disabled');
    expect(standingOf({ disabled: false, from: null, expires: null }, NOW)).to.equal('enabled');
  });
});
