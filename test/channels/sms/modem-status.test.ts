import { expect } from 'chai';
import { createModemStatusTracker } from '../../../src/channels/sms/modem-status.js';

/** The status after these lines. */
function statusAfter(...lines: readonly string[]) {
  const statusTracker = createModemStatusTracker();
  lines.forEach(statusTracker.onLine);
  return statusTracker.view();
}

describe('the modem status', () => {
  it('a modem is registered at home, roaming or for SMS only, in any network, by a response or an unsolicited result', () => {
    for (const line of [
      '+CREG: 1',
      '+CREG: 0,1',
      '+CGREG: 2,5,"00C3","0012",7',
      '+CEREG: 1,6',
      '+CREG: 5,"00C3","0012"',
    ]) {
      expect(statusAfter('+CREG: 2', line).registered, line).to.equal(true);
    }
    for (const line of [
      '+CREG: 0',
      '+CREG: 1,2',
      '+CREG: 4',
      '+CREG: 1,3',
      '+CREG: 8',
      '+CREG:',
      '+CREG: 1,2,"00C3","1"',
    ]) {
      expect(statusAfter(line).registered, line).to.equal(false);
    }
    expect(statusAfter('+CREG: 1', '+CREG: 2').registered).to.equal(false);
  });

  it('the signal is in dBm, or null if the modem does not know it', () => {
    expect(['+CSQ: 0,99', '+CSQ: 31,0', '+CSQ: 99,99'].map((line) => statusAfter(line).signal)).to.deep.equal([
      -113,
      -51,
      null,
    ]);
  });

  it('the operator is present while one is selected, and reset() forgets everything', () => {
    expect(statusAfter('+COPS: 0,0,"vodafone ES",2')).to.include({ operator: 'vodafone ES' });
    expect(statusAfter('+COPS: 0,0,"vodafone ES",2', '+COPS: 0')).to.not.have.property('operator');
    const statusTracker = createModemStatusTracker();
    ['+COPS: 0,0,"x"', '+CSQ: 9,9', '+CREG: 1'].forEach(statusTracker.onLine);
    statusTracker.reset();
    expect(statusTracker.view()).to.deep.equal(createModemStatusTracker().view());
  });
});
