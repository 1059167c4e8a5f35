import { expect } from 'chai';
import { createLastLocationTexts } from '../../src/http/last-location-texts.js';

describe('createLastLocationTexts', () => {
  const at = (latitude: number) => ({ dateTime: '2026-11-21T08:00:00.000Z', latitude, longitude: 5 });

  it('the text is that of the current location, also after the location was replaced or removed', () => {
    const textOf = createLastLocationTexts();
    const [first, second] = [at(1), at(2)];
    for (const location of [first, first, second, first, null, second]) {
      expect(JSON.parse(textOf('bus', location))).to.deep.equal(location);
    }
    expect(JSON.parse(textOf('van', first))).to.deep.equal(first);
    expect(JSON.parse(textOf('bus', second))).to.deep.equal(second);
  });
});
