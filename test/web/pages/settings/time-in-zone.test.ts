import { expect } from 'chai';
import { timeInZone } from '../../../../src/web/pages/settings/time-in-zone.js';
import { NOW } from '../../support.js';

describe('timeInZone', () => {
  it('the day and time of the zone are in the language of the page, and an unknown zone has none', () => {
    expect(timeInZone(NOW, 'Asia/Tokyo', 'en')).to.equal('Sunday 17:00');
    expect(timeInZone(NOW, ' America/New_York', 'es')).to.equal('domingo, 03:00');
    expect(timeInZone(NOW, 'Mars/Base', 'en')).to.equal(undefined);
    expect(timeInZone(NOW, '', 'en')).to.equal(undefined);
  });
});
