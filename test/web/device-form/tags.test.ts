import { expect } from 'chai';
import { formatTags, parseTags } from '../../../src/web/device-form/tags.js';

describe('the tags of a device in a form', () => {
  it('what is formatted is parsed to the same tags', () => {
    const tags = { plate: '12-AB-3', note: 'a = b', empty: '' };
    expect(parseTags(formatTags(tags))).to.deep.equal(tags);
  });

  it('empty lines are skipped, and spaces around names and values are removed', () => {
    expect(parseTags('\n plate=12 \n\n')).to.deep.equal({ plate: '12' });
  });

  it('a line without a name or = is invalid', () => {
    expect(parseTags('plate')).to.equal(undefined);
    expect(parseTags('=12')).to.equal(undefined);
  });
});
