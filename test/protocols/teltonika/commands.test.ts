import { expect } from 'chai';
import { success } from '../../../src/errors.js';
import { createCounters } from '../../../src/protocols/protocol.js';
import { teltonika } from '../../../src/protocols/teltonika/index.js';
import { loginOf, tcpPacket } from '../../../src/simulator/teltonika/packets.js';
import { teltonikaImei as imei } from '../../support/protocols/teltonika.js';

const RECEIVED_AT = Date.UTC(2026, 10, 21, 8, 0, 10);
const STORED = success({ accepted: 1, duplicates: 0 });

/** A connection after its login. */
function connect() {
  const session = teltonika.open(createCounters());
  session.push(loginOf(imei), RECEIVED_AT);
  return session;
}

describe('Teltonika commands', () => {
  const request = { deviceId: imei, bound: false, key: '0123456789ab', bytes: Buffer.from('getinfo') };
  const response = (text: string): Buffer => {
    const data = Buffer.concat([Buffer.from([12, 1, 6, 0, 0, 0, text.length]), Buffer.from(text), Buffer.from([1])]);
    return tcpPacket(data);
  };

  it('a command is a packet of codec 12', () => {
    const encoded = connect().command?.(request);
    if (encoded?.ok !== true) throw new Error('not encoded');
    expect(Buffer.from(encoded.value.data).toString('hex')).to.equal(
      '000000000000000f0c010500000007676574696e666f0100004312',
    );
  });

  it('the response is the reply of the tracker that has logged in', () => {
    const session = connect();
    const encoded = session.command?.(request);
    const [reply] = session.push(response('RTC:2026/11/21 8:00\r\n'), RECEIVED_AT);
    expect(reply).to.deep.equal({
      type: 'reply',
      deviceId: imei,
      ref: encoded?.ok === true ? encoded.value.ref : '',
      accepted: true,
      text: 'RTC:2026/11/21 8:00',
    });
    expect(reply && session.reply(reply, STORED)).to.equal(undefined);
  });

  it('a command needs the login of its device, and a response the login', () => {
    const session = teltonika.open(createCounters());
    expect(session.command?.(request)).to.include({ ok: false, code: 'unavailable' });
    expect(session.push(response('OK'), RECEIVED_AT)[0]).to.include({ type: 'rejected' });
    session.push(loginOf('860000000000025'), RECEIVED_AT);
    expect(session.command?.(request)).to.include({ ok: false, code: 'conflict' });
    expect(session.command?.({ ...request, bound: true })).to.include({ ok: true });
  });

  it('a malformed response is rejected', () => {
    const data = Buffer.from([12, 1, 6, 0, 0, 0, 9, 0x4f, 0x4b, 1]);
    expect(connect().push(tcpPacket(data), RECEIVED_AT)[0]).to.include({ type: 'rejected' });
  });
});
