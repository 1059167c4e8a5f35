import { expect } from 'chai';
import type { LeaseHolder } from '../../../src/serial/port/lease.js';
import { createTestLink } from '../../support/serial/test-link.js';
import { testProtocol } from '../../support/protocols/test-protocol.js';
import { reasonFor } from '../../support/serial/reason.js';

/** Records its events. */
function createHolder() {
  const events: string[] = [];
  const holder: LeaseHolder = {
    onOpen: (rate) => void events.push(`open ${String(rate)}`),
    onData: (chunk) => void events.push(Buffer.from(chunk).toString()),
    onClose: () => void events.push('close'),
  };
  return { events, holder };
}

describe('a leased port', () => {
  const protocol = testProtocol();
  const other = { ...testProtocol(), name: 'other' };

  it('the holder receives the data of the port, and its records are stored as usual', async () => {
    const { link, ports, advance, reports } = createTestLink();
    link.start();
    await advance(0);
    const { events, holder } = createHolder();
    const lease = link.acquireLease(protocol, holder);
    ports.last().say('1 A\n');
    await advance(0);
    expect(events).to.deep.equal(['open 38400', '1 A\n']);
    expect(reports).to.have.length(1);
    await lease.write('hello');
    expect(ports.last().written).to.include('hello');
    lease.release();
    ports.last().say('2 B\n');
    expect(events).to.have.length(2);
  });

  it('a lost port is reopened at the speed that the holder has set, and the holder is notified', async () => {
    const { link, ports, advance } = createTestLink();
    link.start();
    await advance(0);
    const { events, holder } = createHolder();
    const lease = link.acquireLease(protocol, holder);
    await lease.setBaudRate(9_600);
    expect(ports.last().asked).to.deep.equal(['9600']);
    ports.last().onClose(reasonFor('the device went away'));
    expect(lease.isOpen()).to.equal(false);
    expect(await lease.write('x').catch((error: unknown) => String(error))).to.include('/dev/test is not open');
    await advance(1_000);
    expect(ports.last().baudRate).to.equal(9_600);
    expect(events).to.deep.equal(['open 38400', 'close', 'open 9600']);
  });

  it('the port is read as the protocol of the lease, and detection resumes after the release', async () => {
    const { link, ports, advance } = createTestLink({ protocols: [protocol, other] });
    link.start();
    await advance(0);
    expect(link.status().protocol).to.equal('auto');
    const lease = link.acquireLease(other, createHolder().holder);
    expect(link.status().protocol).to.equal('other');
    ports.last().say('?'.repeat(100_000));
    expect(link.status().protocol).to.equal('other');
    lease.release();
    expect(link.status().protocol).to.equal('auto');
  });

  it('the protocol of the lease stays if it has decoded data', async () => {
    const { link, ports, advance } = createTestLink({ protocols: [protocol, other] });
    link.start();
    await advance(0);
    const lease = link.acquireLease(other, createHolder().holder);
    ports.last().say('1 A\n');
    lease.release();
    expect(link.status().protocol).to.equal('other');
  });

  it('a silent port is not reopened, because trackers are exchanged', async () => {
    const { link, ports, advance } = createTestLink();
    link.start();
    await advance(0);
    for (let n = 1; n <= 10; n += 1) {
      ports.last().say(`${n} A\n`);
      await advance(1_000);
    }
    link.acquireLease(protocol, createHolder().holder);
    await advance(600_000);
    expect(ports.opened()).to.equal(1);
  });

  it('the speeds of a lease are those of the protocol, the present one first, or only the configured one', async () => {
    const free = createTestLink();
    free.link.start();
    await free.advance(0);
    const rates = free.link.acquireLease(protocol, createHolder().holder).baudRates;
    expect(rates[0]).to.equal(38_400);
    expect(rates).to.include.members([...protocol.baudRates]);
    const fixed = createTestLink({ baudRate: 4_800 });
    const lease = fixed.link.acquireLease(protocol, createHolder().holder);
    expect(lease.baudRates).to.deep.equal([4_800]);
    fixed.link.start();
    await fixed.advance(0);
    await lease.setBaudRate(9_600);
    lease.release();
    expect(fixed.link.status().baudRate).to.equal(4_800);
  });
});
