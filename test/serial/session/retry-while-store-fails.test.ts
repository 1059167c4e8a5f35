import { expect } from 'chai';
import { failure, type Failure } from '../../../src/errors.js';
import { createTestLink } from '../../support/test-link.js';
import { testProtocol } from '../../support/test-protocol.js';

const full = (): Promise<Failure> => Promise.resolve(failure('store_unavailable', 'the disk is full'));

describe('what comes while the store can take nothing', () => {
  it('is held for a tracker that is not answered, and stored as soon as that is possible', async () => {
    const { link, ports, advance, reports, world, stored } = createTestLink({
      protocol: testProtocol({ silent: true }),
    });
    world.receive = full;
    link.start();
    await advance(0);
    ports.last().say('1 bus\n2 bus\n');
    await advance(10_000);
    expect(link.status().counters).to.include({ frames: 2, rejected: 0 });
    const tries = reports.length;
    expect(tries).to.be.greaterThan(10);
    world.receive = () => Promise.resolve(stored);
    await advance(1_000);
    expect(reports.slice(tries).flatMap(({ locations }) => locations)).to.have.lengthOf(2);
    await advance(60_000);
    expect(reports.slice(tries).flatMap(({ locations }) => locations)).to.have.lengthOf(2);
  });

  it('is not read beyond what is held, and read on afterwards', async () => {
    const { link, ports, advance, world, stored } = createTestLink({ protocol: testProtocol({ silent: true }) });
    world.receive = full;
    link.start();
    await advance(0);
    for (let ref = 0; ref < 300; ref++) ports.last().say(`${ref} bus\n`);
    await advance(0);
    expect(ports.last().asked).to.deep.equal(['pause']);
    world.receive = () => Promise.resolve(stored);
    await advance(1_000);
    expect(ports.last().asked).to.deep.equal(['pause', 'resume']);
  });

  it('outlives its port', async () => {
    const { link, ports, advance, reports, world, stored } = createTestLink({
      protocol: testProtocol({ silent: true }),
    });
    world.receive = full;
    link.start();
    await advance(0);
    ports.last().say('1 bus\n');
    await advance(0);
    ports.last().onClose('unplugged');
    world.receive = () => Promise.resolve(stored);
    const tries = reports.length;
    await advance(1_000);
    expect(reports).to.have.lengthOf(tries + 1);
  });

  it('does not keep a stop waiting', async () => {
    const { link, ports, advance, waiting, world } = createTestLink({ protocol: testProtocol({ silent: true }) });
    world.receive = full;
    link.start();
    await advance(0);
    ports.last().say('1 bus\n');
    await advance(0);
    await link.stop();
    expect(waiting()).to.equal(0);
    expect(link.status().counters.rejected).to.equal(1);
  });

  it('is refused at once to a tracker that is answered: it sends again', async () => {
    const { link, ports, advance, reports, world } = createTestLink();
    world.receive = full;
    link.start();
    await advance(0);
    ports.last().say('1 bus\n');
    await advance(60_000);
    expect(reports).to.have.lengthOf(1);
    expect(ports.last().written).to.deep.equal(['1 store_unavailable\n']);
  });
});
