import { expect } from 'chai';
import { aprs } from '../../../src/protocols/aprs/index.js';
import { createCounters } from '../../../src/protocols/protocol.js';
import { createAprsStation } from '../../../src/simulator/aprs/station.js';
import { trackerKinds } from '../../../src/simulator/trackers/index.js';
import { locationsOf } from '../../support/framing.js';
import { fixOf } from '../../support/mesh.js';

const { ids } = trackerKinds.aprs;

describe('simulated APRS stations', () => {
  for (const [n, form] of [
    [1, 'compressed'],
    [2, 'Mic-E'],
    [3, 'plain'],
  ] as const) {
    const deviceId = ids.nth('PW', n);
    const session = aprs.open(createCounters());
    const heard = (say: 'report' | 'alert') => {
      const sent: Buffer[] = [];
      createAprsStation({ deviceId, send: (bytes) => void sent.push(Buffer.from(bytes)) })[say](fixOf(n));
      return session.push(Buffer.concat(sent), Date.parse(fixOf(n).dateTime));
    };

    it(`report their positions under their callsigns, of three one in ${form} form`, () => {
      const messages = heard('report');
      expect(messages[0]).to.include({ deviceId });
      const [location] = locationsOf(messages);
      expect(location?.latitude).to.be.closeTo(fixOf(n).latitude, 1 / 6_000);
      expect(location?.dateTime).to.equal(fixOf(n).dateTime);
    });

    it(`call for help: ${form}`, () => {
      expect(heard('alert')).to.have.deep.nested.property('[0].alerts[0].alerts', ['emergency']);
    });
  }
});
