import { expect } from 'chai';
import { receiptPage } from '../../../src/http/pages/receipt-page.js';
import { receiptOf } from '../../support/provisioning/provisioning.js';

describe('receiptPage', () => {
  it('the page names device, user, time, result and each setting before and after', () => {
    const page = receiptPage(receiptOf({ secrets: ['key'], number: 7, row: { plate: '1234 BCD' } }));
    for (const text of ['860000000000017', 'GL300', '0A03', 'verified', 'Vans', 'admin', '/dev/ttyUSB0', '1234 BCD']) {
      expect(page).to.include(text);
    }
    expect(page).to.match(/<tr><td>sendInterval<\/td><td>60<\/td><td>120<\/td><\/tr>/);
    expect(page).to.include('(secret, written)');
  });

  it('values from trackers and users are escaped', () => {
    const evil = `"><img src=x onerror='alert(1)'>&`;
    const page = receiptPage(
      receiptOf({
        model: evil,
        message: evil,
        by: { id: 'x', name: evil },
        row: { [evil]: evil },
        after: { [evil]: evil },
      }),
    );
    expect(page).to.not.include('<img').and.not.include(`onerror='`);
    expect(page).to.include('&lt;img src=x onerror=&#39;');
  });
});
