import { expect } from 'chai';
import { success } from '../../../src/errors.js';
import { createCounters } from '../../../src/protocols/protocol.js';
import { createWptFramer, encodeLine } from '../../../src/protocols/wpt/line.js';
import { wpt } from '../../../src/protocols/wpt/index.js';
import { readWptLine } from '../../../src/simulator/wpt/line.js';
import { framesOf } from '../../support/protocols/framing.js';
import { openWpt } from '../../support/protocols/wpt.js';
import { exchanges, vectors } from '../../support/protocols/wpt-text.js';

const [example = []] = exchanges;

describe('the WPT/1 specification', () => {
  it('the test vectors and exchanges are found', () => {
    expect(vectors).to.have.length(14);
    expect(exchanges.map((exchange) => exchange.length)).to.deep.equal([8, 25, 7, 5]);
  });

  for (const line of [...new Set([...vectors, ...exchanges.flat().map(({ line }) => line)])]) {
    it(`the line ${line.slice(0, 40)}… is read and written equally by gateway and tracker`, () => {
      const [frame] = framesOf(createWptFramer().push(Buffer.from(`${line}\r\n`)));
      if (frame === undefined) throw new Error('not read by the gateway');
      expect(encodeLine(frame.type, ...frame.fields)).to.equal(`${line}\r\n`);
      expect(readWptLine(line)).to.deep.equal(line.slice(6, -8).split(','));
      wpt.open(createCounters()).push(Buffer.from(`${line}\r\n`), 0);
    });
  }

  it('the gateway replies as in the first exchange', () => {
    let stored = 1150;
    const { session, say, world } = openWpt({ clockQuality: () => 'gps', openCount: 5 });
    world.now = 1795248000123;
    const replies: string[] = [];
    for (const { line } of example.filter(({ from }) => from === '>')) {
      const [message] = say(`${line}\r\n`);
      if (message === undefined) throw new Error(`no message from ${line}`);
      const seq = message.type === 'records' ? (message.sequence?.seq ?? 0) : 0;
      const accepted = seq === stored + 1 ? 1 : 0;
      stored += accepted;
      replies.push(String(session.reply(message, success({ accepted, duplicates: 0, stored })) ?? ''));
    }
    expect(replies).to.deep.equal(example.filter(({ from }) => from === '<').map(({ line }) => `${line}\r\n`));
  });
});
