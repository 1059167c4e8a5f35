import { expect } from 'chai';
import type { SinkDevice, SinkGroup } from '../../../src/uplinks/sink.js';
import { createDeviceNews } from '../../../src/uplinks/rest/device-news.js';
import { recordAt } from '../../support/uplinks/rest-sink.js';

describe('names and groups of devices next to their records', () => {
  const BATCH = ['bus', 'van', 'bus', 'gone'].map((id, n) => recordAt(n, id));
  let devices: Map<string, SinkDevice>;
  let groups: SinkGroup[];
  /** how often a name was read: only for a comparison */
  let read: number;

  const named = (id: string, name: string): SinkDevice => ({
    id,
    get name() {
      read += 1;
      return name;
    },
  });
  beforeEach(() => {
    read = 0;
    devices = new Map(['bus', 'van'].map((id) => [id, named(id, id.toUpperCase())]));
    groups = [{ name: 'Day', devices: ['bus', 'bus'] }];
  });
  const open = () => createDeviceNews({ device: (id) => devices.get(id), groups: () => groups });
  type News = ReturnType<typeof open>;
  const next = (news: News): string[] => {
    const sent = news.of(BATCH);
    news.onSent(sent);
    return sent.map(({ id, name, groups: ofDevice }) => [id, name, ...ofDevice].join(' '));
  };

  it('each device is sent once, with its groups, and again after a change of it or of its groups', () => {
    const news = open();
    expect(next(news)).to.deep.equal(['bus BUS Day', 'van VAN']);
    expect(next(news)).to.deep.equal([]);
    devices.set('van', named('van', 'Coach'));
    expect(next(news)).to.deep.equal(['van Coach']);
    groups = [...groups, { name: 'Night', devices: ['van', 'bus'] }];
    expect(next(news)).to.deep.equal(['bus BUS Day Night', 'van Coach Night']);
    groups = [{ name: 'Night', devices: ['van'] }];
    expect(next(news)).to.deep.equal(['bus BUS']);
    expect(next(news)).to.deep.equal([]);
  });

  it('batches between two changes compare no device again', () => {
    const news = open();
    for (let batch = 0; batch < 2; batch += 1) next(news);
    read = 0;
    for (let batch = 0; batch < 100; batch += 1) next(news);
    expect(read).to.equal(0);
    devices.set('bus', named('bus', 'BUS'));
    next(news);
    next(news);
    expect(read).to.equal(1);
  });

  it('what was not sent is news again', () => {
    const news = open();
    expect(news.of(BATCH)).to.have.lengthOf(2);
    expect(news.of(BATCH)).to.have.lengthOf(2);
  });
});
