import { expect } from 'chai';
import { createAtLexer, type AtToken } from '../../../src/channels/sms/at-lexer.js';

const bytes = (text: string): Uint8Array => Buffer.from(text, 'latin1');
const line = (text: string): AtToken => ({ kind: 'line', text });
const prompt: AtToken = { kind: 'prompt' };

describe('the AT lexer', () => {
  it('chunks of any size yield the same lines without line ends, and the prompt as soon as it is complete', () => {
    const text = '\r\n+CSQ: 20,99\r\n\r\nOK\r\n\r\n> \r\n+CMGS: 7\r\n';
    for (const step of [1, 2, 3, 5, 100]) {
      const lexer = createAtLexer();
      const tokens: AtToken[] = [];
      for (let at = 0; at < text.length; at += step) tokens.push(...lexer.push(bytes(text.slice(at, at + step))));
      expect(tokens).to.deep.equal([line('+CSQ: 20,99'), line('OK'), prompt, line('+CMGS: 7')]);
    }
  });

  for (const [what, text] of [
    ['as the standard has it', '\r\n> '],
    ['without the space, and with a line end', '\r\n>\r\n'],
    ['without the space', '\r\n>'],
    ['without a line end before it', '> '],
    ['with a space and a line end', '\n> \r\n'],
  ]) {
    it(`a prompt ${what} is the prompt, and the line after it is whole`, () => {
      expect(createAtLexer().push(bytes(`${text}\r\n+CMGS: 7\r\n`))).to.deep.equal([prompt, line('+CMGS: 7')]);
      expect(createAtLexer().push(bytes(`${text}+CMS ERROR: 1\r\n`))).to.deep.equal([prompt, line('+CMS ERROR: 1')]);
    });
  }

  it('a prompt is recognized only at the start of a line', () => {
    expect(createAtLexer().push(bytes('a > b\r\n'))).to.deep.equal([line('a > b')]);
  });

  it('an overlong line is dropped whole, and the buffer holds at most one line', () => {
    const lexer = createAtLexer();
    const tokens = Array.from({ length: 100 }, () => lexer.push(bytes('x'.repeat(10_000)))).flat();
    expect([...tokens, ...lexer.push(bytes('> \r\nOK\r\n'))]).to.deep.equal([line('OK')]);
    expect(lexer.push(bytes(`${'y'.repeat(512)}\r\n`))).to.deep.equal([line('y'.repeat(512))]);
  });
});
