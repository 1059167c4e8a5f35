import { expect } from 'chai';
import { jsonLine } from '../../../src/simulator/json/line.js';

const post = { id: 17, deviceId: 'A', location: { latitude: 1 } };

describe('simulated JSON Lines', () => {
  it('is the post and a line feed', () => {
    expect(jsonLine(post, { checked: false })).to.equal('{"id":17,"deviceId":"A","location":{"latitude":1}}\n');
  });

  it('carries the CRC-16 of the post when asked to', () => {
    expect(jsonLine(post, { checked: true })).to.match(/^\{"id":17,.*\}\*[0-9A-F]{4}\n$/);
  });
});
