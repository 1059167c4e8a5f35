import { expect } from 'chai';
import { withReadableTexts } from '../../../src/domain/records/readable-text.js';
import type { Report } from '../../../src/domain/report.js';

const location = { dateTime: '2026-11-21T08:00:00.000Z', latitude: 52, longitude: 5 };
const report = (own: Partial<Report>): Report => ({
  ...{ deviceId: 'bus', locations: [location], alerts: [], source: { protocol: 'json' }, bound: false },
  ...own,
});

describe('the texts of a report', () => {
  it('half a character and U+0000 become U+FFFD, in names of values too', () => {
    const read = withReadableTexts(
      report({
        locations: [{ ...location, attributes: { 'a\ud800': 'b\udc00c', d: 1 } }],
        alerts: [{ dateTime: location.dateTime, alerts: ['x\0'], text: 'cut \ud83d' }],
        telemetry: [{ dateTime: location.dateTime, values: { driver: '\udc00' } }],
      }),
    );
    expect(read.locations[0]?.attributes).to.deep.equal({ 'a\ufffd': 'b\ufffdc', d: 1 });
    expect(read.alerts[0]).to.deep.include({ alerts: ['x\ufffd'], text: 'cut \ufffd' });
    expect(read.telemetry?.[0]?.values).to.deep.equal({ driver: '\ufffd' });
    expect(read.locations[0]).to.include(location);
  });

  it('a report without them stays as it is', () => {
    const one = report({ locations: [{ ...location, attributes: { name: 'Müller \u{1f69b} \ufffd' } }] });
    expect(withReadableTexts(one)).to.equal(one);
  });
});
