import { expect } from 'chai';
import type { LeaseHolder } from '../../../src/serial/port/lease.js';
import { createTestLink } from '../../support/test-link.js';
import { testProtocol } from '../../support/test-protocol.js';

/** Writes down what it hears. */
function createBorrower() {
  const heard: string[] = [];
  const borrower: LeaseHolder = {
    onOpen: (rate) => void heard.push(`open ${String(rate)}`),
    onData: (chunk) => void heard.push(Buffer.from(chunk).toString()),
    onClose: () => void heard.push('close'),
  };
  return { heard, borrower };
}

describe('a port that is lent', () => {
  const spoken = testProtocol();
  const other = { ...testProtocol(), name: 'other' };

  it('is heard by who has it as well, and its reports are stored as before', async () => {
    const { link, ports, advance, reports } = createTestLink();
    link.start();
    await advance(0);
    const { heard, borrower } = createBorrower();
    const lease = link.acquireLease(spoken, borrower);
    ports.last().say('1 A\n');
    await advance(0);
    expect(heard).to.deep.equal(['open 38400', '1 A\n']);
    expect(reports).to.have.length(1);
    await lease.write('hello');
    expect(ports.last().written).to.include('hello');
    lease.release();
    ports.last().say('2 B\n');
    expect(heard).to.have.length(2);
  });

  it('is opened again when it is lost, at the speed it was set to, and says so', async () => {
    const { link, ports, advance } = createTestLink();
    link.start();
    await advance(0);
    const { heard, borrower } = createBorrower();
    const lease = link.acquireLease(spoken, borrower);
    await lease.setBaudRate(9_600);
    expect(ports.last().asked).to.deep.equal(['9600']);
    ports.last().onClose('the device went away');
    expect(lease.isOpen()).to.equal(false);
    expect(await lease.write('x').catch((error: unknown) => String(error))).to.include('/dev/test is not open');
    await advance(1_000);
    expect(ports.last().baudRate).to.equal(9_600);
    expect(heard).to.deep.equal(['open 38400', 'close', 'open 9600']);
  });

  it('is taken to speak what it is lent for, whatever is heard, and is listened to again after that', async () => {
    const { link, ports, advance } = createTestLink({ protocols: [spoken, other] });
    link.start();
    await advance(0);
    expect(link.status().protocol).to.equal('auto');
    const lease = link.acquireLease(other, createBorrower().borrower);
    expect(link.status().protocol).to.equal('other');
    ports.last().say('?'.repeat(100_000));
    expect(link.status().protocol).to.equal('other');
    lease.release();
    expect(link.status().protocol).to.equal('auto');
  });

  it('goes on speaking what was understood while it was lent', async () => {
    const { link, ports, advance } = createTestLink({ protocols: [spoken, other] });
    link.start();
    await advance(0);
    const lease = link.acquireLease(other, createBorrower().borrower);
    ports.last().say('1 A\n');
    lease.release();
    expect(link.status().protocol).to.equal('other');
  });

  it('is not opened anew for being silent: trackers are changed meanwhile', async () => {
    const { link, ports, advance } = createTestLink();
    link.start();
    await advance(0);
    for (let n = 1; n <= 10; n += 1) {
      ports.last().say(`${n} A\n`);
      await advance(1_000);
    }
    link.acquireLease(spoken, createBorrower().borrower);
    await advance(600_000);
    expect(ports.opened()).to.equal(1);
  });

  it('may have any speed of the protocol where none is configured, its present one first, else the configured one alone', async () => {
    const free = createTestLink();
    free.link.start();
    await free.advance(0);
    const rates = free.link.acquireLease(spoken, createBorrower().borrower).baudRates;
    expect(rates[0]).to.equal(38_400);
    expect(rates).to.include.members([...spoken.baudRates]);
    const fixed = createTestLink({ baudRate: 4_800 });
    const lease = fixed.link.acquireLease(spoken, createBorrower().borrower);
    expect(lease.baudRates).to.deep.equal([4_800]);
    fixed.link.start();
    await fixed.advance(0);
    await lease.setBaudRate(9_600);
    lease.release();
    expect(fixed.link.status().baudRate).to.equal(4_800);
  });
});
