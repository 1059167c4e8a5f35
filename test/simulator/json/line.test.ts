import { expect } from 'chai';
import { jsonLine } from '../../../src/simulator/json/line.js';

const post = { id: 17, deviceId: 'A', location: { latitude: 1 } };

describe('jsonLine', () => {
  it('a line is the post and a line feed', () => {
    expect(jsonLine(post, { checked: false })).to.equal('{"id":17,"deviceId":"A","location":{"latitude":1}}\n');
  });

  it('checked appends the CRC-16 of the post', () => {
    expect(jsonLine(post, { checked: true })).to.match(/^\{"id":17,.*\}\*[0-9A-F]{4}\n$/);
  });
});
