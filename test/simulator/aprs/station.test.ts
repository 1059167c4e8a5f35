import { expect } from 'chai';
import { aprs } from '../../../src/protocols/aprs/index.js';
import { createCounters } from '../../../src/protocols/protocol.js';
import { createAprsStation } from '../../../src/simulator/aprs/station.js';
import { trackerKinds } from '../../../src/simulator/trackers/index.js';
import { locationsOf } from '../../support/protocols/framing.js';
import { fixOf } from '../../support/protocols/mesh.js';

const { ids } = trackerKinds.aprs;

describe('createAprsStation', () => {
  for (const [n, form] of [
    [1, 'compressed'],
    [2, 'Mic-E'],
    [3, 'plain'],
  ] as const) {
    const deviceId = ids.nth('PW', n);
    const session = aprs.open(createCounters());
    const receivedFrom = (method: 'report' | 'alert') => {
      const sent: Buffer[] = [];
      createAprsStation({ deviceId, send: (bytes) => void sent.push(Buffer.from(bytes)) })[method](fixOf(n));
      return session.push(Buffer.concat(sent), Date.parse(fixOf(n).dateTime));
    };

    it(`station ${n} reports its position in ${form} form under its callsign`, () => {
      const messages = receivedFrom('report');
      expect(messages[0]).to.include({ deviceId });
      const [location] = locationsOf(messages);
      expect(location?.latitude).to.be.closeTo(fixOf(n).latitude, 1 / 6_000);
      expect(location?.dateTime).to.equal(fixOf(n).dateTime);
    });

    it(`an alert of a station with ${form} positions is an emergency`, () => {
      expect(receivedFrom('alert')).to.have.deep.nested.property('[0].alerts[0].alerts', ['SOSButton']);
    });
  }
});
