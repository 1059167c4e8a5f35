import { expect } from 'chai';
import { countryOfZone } from '../../../../src/web/pages/users/country-of-zone.js';

describe('countryOfZone', () => {
  it('a time zone has its country, and UTC has none', () => {
    const countries = ['DE', 'ES', 'NL', 'US'];
    expect(countryOfZone('Europe/Amsterdam', countries)).to.equal('NL');
    expect(countryOfZone('Atlantic/Canary', countries)).to.equal('ES');
    expect(countryOfZone('UTC', countries)).to.equal(undefined);
    expect(countryOfZone('Asia/Tokyo', countries)).to.equal(undefined);
  });
});
