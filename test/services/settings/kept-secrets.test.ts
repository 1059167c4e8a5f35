import { expect } from 'chai';
import { secretsAfter } from '../../../src/services/settings/kept-secrets.js';
import { expectFailure } from '../../support/api/expect-failure.js';

describe('secrets after a change', () => {
  const stored = { secret: 'old' };

  it('a secret that is left out stays as long as the receiver stays', () => {
    expect(secretsAfter({ stored, given: {} })).to.deep.equal({ ok: true, value: stored });
  });

  it('a change of the receiver takes every stored secret again', () => {
    const refused = secretsAfter({ stored, given: {}, changedReceiver: 'url' });
    expectFailure(refused, 'validation_failed', /^\/secret is missing: a change of url takes it again$/);
    const given = { secret: 'new' };
    expect(secretsAfter({ stored, given, changedReceiver: 'url' })).to.deep.equal({ ok: true, value: given });
  });

  it('an empty secret removes the stored one, for a new receiver too', () => {
    const removed = secretsAfter({ stored, given: { secret: '' }, changedReceiver: 'url' });
    expect(removed).to.deep.equal({ ok: true, value: {} });
  });
});
