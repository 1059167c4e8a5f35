import { expect } from 'chai';
import { copyText } from '../../../src/web/shown-once/copy-text.js';

describe('copyText', () => {
  const target = (writeText: ((text: string) => Promise<void>) | undefined, copied: string[]) => ({
    clipboard: writeText && { writeText },
    copySelection: (text: string) => copied.push(text) > 0,
  });

  it('the clipboard of the browser is used where there is one, else a selection on the page', async () => {
    const [written, selected]: [string[], string[]] = [[], []];
    const write = (text: string) => Promise.resolve(void written.push(text));
    expect(await copyText('key', target(write, selected))).to.equal(true);
    expect(await copyText('link', target(undefined, selected))).to.equal(true);
    const refuse = () => Promise.reject(new Error('not allowed'));
    expect(await copyText('both', target(refuse, selected))).to.equal(true);
    expect([written, selected]).to.deep.equal([['key'], ['link', 'both']]);
  });

  it('a browser that refuses both is reported', async () => {
    expect(await copyText('key', { clipboard: undefined, copySelection: () => false })).to.equal(false);
  });
});
