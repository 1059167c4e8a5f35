import { expect } from 'chai';
import { createScrub } from '../../src/domain/scrub.js';

describe('createScrub', () => {
  const scrub = createScrub(['mail-password', 'pin4']);

  it('removes the given secrets, PEM blocks, tokens, keys and telephone numbers', () => {
    const pem = '-----BEGIN PRIVATE KEY-----\nMIIEvQIBADANBg\n-----END PRIVATE KEY-----';
    for (const [text, expected] of [
      ['a mail-password b', 'a (removed) b'],
      ['pin4 and pin45', '(removed) and pin45'],
      [`one ${pem} two ${pem} three`, 'one (removed) two (removed) three'],
      ['Bearer eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJ4In0.c2ln.', 'Bearer (removed).'],
      [`key ${'k'.repeat(43)}`, 'key (removed)'],
      ['call +49 171 1234567', 'call (removed)'],
      ['-----BEGIN PRIVATE KEY----- without an end', '-----BEGIN PRIVATE KEY----- without an end'],
    ]) {
      expect(scrub(text ?? ''), text).to.equal(expected);
    }
  });
});
