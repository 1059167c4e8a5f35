import { expect } from 'chai';
import { packetInstant } from '../../../src/protocols/aprs/time.js';

const at = (iso: string): number => Date.parse(`2026-11-${iso}Z`);
const POSITION = '5250.54N/00542.35E>';

describe('the time in an APRS packet', () => {
  const read = (stamp: string, receivedAt: string): string | undefined => {
    const time = packetInstant(`@${stamp}${POSITION}`, at(receivedAt));
    return time === undefined ? undefined : new Date(time).toISOString().slice(8, 19);
  };

  it('the nearest instant to the reception is used, also across midnight', () => {
    expect(read('101455h', '21T10:15:00')).to.equal('21T10:14:55');
    expect(read('101505h', '21T10:15:00')).to.equal('21T10:15:05');
    expect(read('235950h', '22T00:00:10')).to.equal('21T23:59:50');
    expect(read('000010h', '21T23:59:50')).to.equal('22T00:00:10');
  });

  it('a time more than an hour old or ten minutes ahead is ignored', () => {
    expect(read('091501h', '21T10:15:00')).to.equal('21T09:15:01');
    expect(read('091459h', '21T10:15:00')).to.equal(undefined);
    expect(read('102500h', '21T10:15:00')).to.equal('21T10:25:00');
    expect(read('102501h', '21T10:15:00')).to.equal(undefined);
    expect(read('000000h', '21T10:15:00')).to.equal(undefined);
  });

  it('a time in whole minutes needs the right day, and the time of reception replaces a current one', () => {
    expect(read('211005z', '21T10:15:00')).to.equal('21T10:05:00');
    expect(read('211014z', '21T10:15:00')).to.equal(undefined);
    expect(read('201005z', '21T10:15:00')).to.equal(undefined);
    expect(read('212350z', '22T00:15:00')).to.equal('21T23:50:00');
  });

  it('local and malformed times are ignored', () => {
    for (const stamp of ['211005/', '241000h', '106000h', '101060h', '212460z', '21100 z', '......z']) {
      expect(read(stamp, '21T10:15:00'), stamp).to.equal(undefined);
    }
    expect(packetInstant(`!${POSITION}`, at('21T10:15:00'))).to.equal(undefined);
  });

  it('the time of an object follows its name', () => {
    expect(packetInstant(`;SLUICE 1 *101455h${POSITION}`, at('21T10:15:00'))).to.equal(at('21T10:14:55'));
    expect(packetInstant(`>101455h${POSITION}`, at('21T10:15:00'))).to.equal(undefined);
  });
});
