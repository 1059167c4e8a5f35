import { expect } from 'chai';
import { secretsAfter } from '../../../src/services/settings/kept-secrets.js';
import { expectFailure } from '../../support/api/expect-failure.js';

describe('secrets after a change', () => {
  const receiver = { url: 'https://center.example' };
  const other = { url: 'https://other.example' };
  const stored = { secrets: { secret: 'old' }, receiver };

  it('a secret that is left out stays as long as the receiver stays', () => {
    expect(secretsAfter({ stored, given: {}, receiver })).to.deep.equal({ ok: true, value: stored.secrets });
  });

  it('a change of the receiver takes every stored secret again', () => {
    const refused = secretsAfter({ stored, given: {}, receiver: other });
    expectFailure(refused, 'validation_failed', /^\/secret is missing: a change of url takes it again$/);
    const given = { secret: 'new' };
    expect(secretsAfter({ stored, given, receiver: other })).to.deep.equal({ ok: true, value: given });
  });

  it('a secret without a known receiver is taken again', () => {
    for (const unknown of [undefined, {}]) {
      const refused = secretsAfter({ stored: { ...stored, receiver: unknown }, given: {}, receiver });
      expectFailure(refused, 'validation_failed', /^\/secret is missing: a change of url takes it again$/);
    }
  });

  it('an empty secret removes the stored one, for a new receiver too', () => {
    const removed = secretsAfter({ stored, given: { secret: '' }, receiver: other });
    expect(removed).to.deep.equal({ ok: true, value: {} });
  });
});
