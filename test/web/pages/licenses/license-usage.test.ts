import { expect } from 'chai';
import { licenseUsageOf } from '../../../../src/web/pages/licenses/license-usage.js';

describe('licenseUsageOf', () => {
  it('licenses are counted by group and for devices without a group; expired devices take none', () => {
    const isExpired = new Map([
      ['a', false],
      ['b', true],
      ['c', false],
      ['d', false],
    ]);
    const groups = [
      { id: '1', name: 'Vans', devices: ['a', 'b', 'elsewhere'] },
      { id: '2', name: 'Cars', devices: ['a', 'c'] },
      { id: '3', name: 'None visible', devices: ['elsewhere'] },
    ];
    expect(licenseUsageOf(isExpired, groups)).to.deep.equal({
      groups: [
        { id: '2', name: 'Cars', active: 2, expired: 0 },
        { id: '1', name: 'Vans', active: 1, expired: 1 },
      ],
      others: { active: 1, expired: 0 },
    });
  });
});
