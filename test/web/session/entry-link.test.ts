import { expect } from 'chai';
import { readEntryLink } from '../../../src/web/session/entry-link.js';

describe('readEntryLink', () => {
  it('a link and a display key are read from the fragment of the address', () => {
    expect(readEntryLink('#link=a-B_1')).to.deep.equal({ link: 'a-B_1' });
    expect(readEntryLink('#display=a-B_1')).to.deep.equal({ display: 'a-B_1' });
  });

  it('other fragments are pages', () => {
    for (const hash of ['', '#', '#/map', '#/link=a', '#link=', '#link=a/b', '#token=a', '#display=a&link=b']) {
      expect(readEntryLink(hash), hash).to.equal(undefined);
    }
  });
});
