import { expect } from 'chai';
import { blocksOf } from '../../docs/blocks.js';
import { deadLinks } from '../../docs/links.js';

const page = 'src/uplinks/nats/nats.md';

/** Its consumer runs in test/uplinks/nats/nats-consumer.test.ts, which needs a server. */
describe('the page about NATS', () => {
  it('each example in JSON can be read', () => {
    const examples = blocksOf(page).filter(({ language }) => language === 'json');
    expect(examples).to.not.deep.equal([]);
    for (const { text, line } of examples) expect(() => JSON.parse(text) as unknown, `line ${line}`).to.not.throw();
  });

  it('every link leads to an existing file or heading', () => {
    expect(deadLinks(page)).to.deep.equal([]);
  });
});
