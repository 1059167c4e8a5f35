import { PassThrough } from 'node:stream';
import { expect } from 'chai';
import { createLogger } from '../../../src/logger.js';

describe('the log in a terminal', () => {
  it('no value, name or message has a character that a terminal takes as a command', () => {
    const out = Object.assign(new PassThrough({ encoding: 'utf8' }), { isTTY: true });
    const hostile = '\x1b]0;owned\x07\x9b31m\u202e\n12:00:00 ERROR forged';
    createLogger('info', out as unknown as NodeJS.WriteStream).info(
      { reason: hostile, list: [hostile], [hostile]: 1 },
      `refused ${hostile}`,
    );
    const text = String(out.read());
    expect(text).to.match(/^\d\d:\d\d:\d\d refused .*\n$/);
    expect(text.slice(0, -1)).to.not.match(/[\p{Cc}\p{Bidi_Control}]/u);
    expect(text).to.contain('forged');
  });
});
