import { expect } from 'chai';
import { createSseParser } from '../../../src/web/api/sse-parser.js';

const whole =
  'retry: 3000\n\nevent: location\nid: 7\ndata: {"a":1}\n\n: \n\nid: 9\n\nevent: port\ndata: {"b":"x: y"}\n\nevent: cut';

describe('the parser of server-sent events', () => {
  it('the events are the same for every chunk size', () => {
    const expected = [
      { event: 'location', data: '{"a":1}', id: '7' },
      { event: 'message', data: '', id: '9' },
      { event: 'port', data: '{"b":"x: y"}', id: undefined },
    ];
    for (let size = 1; size <= whole.length; size++) {
      const parse = createSseParser();
      const pieces = Array.from({ length: Math.ceil(whole.length / size) }, (_, index) =>
        whole.slice(index * size, (index + 1) * size),
      );
      expect(pieces.flatMap(parse), `pieces of ${size}`).to.deep.equal(expected);
    }
  });

  it('a block without an end is dropped, and the next block is read', () => {
    const parse = createSseParser();
    expect(parse(`data: ${'x'.repeat(5 * 1024 * 1024)}`)).to.deep.equal([]);
    parse('\n\n');
    expect(parse('data: 1\n\n')).to.deep.equal([{ event: 'message', data: '1', id: undefined }]);
  });
});
