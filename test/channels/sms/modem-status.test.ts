import { expect } from 'chai';
import { createModemStatusTracker } from '../../../src/channels/sms/modem-status.js';

/** What is seen after these lines. */
function seen(...lines: readonly string[]) {
  const statusTracker = createModemStatusTracker();
  lines.forEach(statusTracker.onLine);
  return statusTracker.view();
}

describe('what a modem says of itself', () => {
  it('is registered at home, away or for SMS alone, in any kind of network, asked or not', () => {
    for (const line of [
      '+CREG: 1',
      '+CREG: 0,1',
      '+CGREG: 2,5,"00C3","0012",7',
      '+CEREG: 1,6',
      '+CREG: 5,"00C3","0012"',
    ]) {
      expect(seen('+CREG: 2', line).registered, line).to.equal(true);
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
      expect(seen(line).registered, line).to.equal(false);
    }
    expect(seen('+CREG: 1', '+CREG: 2').registered).to.equal(false);
  });

  it('has a signal in dBm, or none that is known', () => {
    expect(['+CSQ: 0,99', '+CSQ: 31,0', '+CSQ: 99,99'].map((line) => seen(line).signal)).to.deep.equal([
      -113,
      -51,
      null,
    ]);
  });

  it('has an operator while there is one, and nothing of it after it is forgotten', () => {
    expect(seen('+COPS: 0,0,"vodafone ES",2')).to.include({ operator: 'vodafone ES' });
    expect(seen('+COPS: 0,0,"vodafone ES",2', '+COPS: 0')).to.not.have.property('operator');
    const statusTracker = createModemStatusTracker();
    ['+COPS: 0,0,"x"', '+CSQ: 9,9', '+CREG: 1'].forEach(statusTracker.onLine);
    statusTracker.reset();
    expect(statusTracker.view()).to.deep.equal(createModemStatusTracker().view());
  });
});
