import { expect } from 'chai';
import { createConnectionRoom, createSharedConnections } from '../../../src/serial/listeners/connection-room.js';

/** A listener's room, with connections that only say when they are closed. */
function openRoom(maxConnections: number, shared = createSharedConnections(), connections = 1_000) {
  const refused: string[] = [];
  const room = createConnectionRoom<Connection>(
    {
      limits: { connections, connectionsPerAddress: 4 },
      shared: { connections: shared },
      refuse: (reason) => refused.push(reason),
    },
    maxConnections,
  );
  type Connection = { readonly host: string; closed: string | undefined; readonly close: (reason: string) => void };

  function connect(host: string): Connection | undefined {
    if (!room.make(host)) return undefined;
    const connection: Connection = {
      host,
      closed: undefined,
      close(reason) {
        connection.closed = reason;
        room.remove(host, connection);
      },
    };
    room.add(host, connection);
    return connection;
  }
  function connectWith(what: 'onFrame' | 'onRegistered', host: string): Connection {
    const connection = connect(host);
    if (connection === undefined) throw new Error(`${host} has no room`);
    room[what](host, connection);
    return connection;
  }
  return { room, refused, connect, connectWith };
}

describe('the connections of a listener', () => {
  it('addresses that fill a listener with invented ids lock out no tracker of another address', () => {
    const { room, refused, connect, connectWith } = openRoom(128);
    const invented = Array.from({ length: 128 }, (_, n) => connectWith('onFrame', `10.0.0.${Math.floor(n / 4)}`));
    const honest = [1, 2, 3, 4, 5].map((n) => connectWith('onRegistered', `10.0.1.${n}`));
    for (let n = 0; n < 128; n += 1) connect(`10.0.0.${n % 32}`);
    expect(honest.map(({ closed }) => closed)).to.deep.equal(honest.map(() => undefined));
    expect(room.connections().size).to.equal(128);
    expect(invented.filter(({ closed }) => closed === 'gave_way').length).to.be.greaterThan(5);
    expect(refused).to.deep.equal([]);
  });

  it('among connections of the same address, those without a frame give way first, and the oldest of them', () => {
    const { connect, connectWith } = openRoom(3);
    const invented = connectWith('onFrame', '10.0.0.1');
    const older = connect('10.0.0.1');
    const newer = connect('10.0.0.1');
    connect('10.0.0.2');
    expect([invented.closed, older?.closed, newer?.closed]).to.deep.equal([undefined, 'gave_way', undefined]);
  });

  it('an address that is at its limit makes room with its own connections, unless all are of registered devices', () => {
    const { refused, connect, connectWith } = openRoom(100);
    const other = connect('10.0.0.2');
    const own = [1, 2, 3].map(() => connectWith('onRegistered', '10.0.0.1'));
    const invented = connectWith('onFrame', '10.0.0.1');
    const tracker = connectWith('onRegistered', '10.0.0.1');
    expect([invented.closed, other?.closed]).to.deep.equal(['gave_way', undefined]);
    expect(connect('10.0.0.1')).to.equal(undefined);
    expect(refused).to.deep.equal(['address_limit']);
    expect([...own, tracker].map(({ closed }) => closed)).to.deep.equal(Array(4).fill(undefined));
  });

  it('a copied id of a registered device fills no listener: the address with the most gives way to one with fewer', () => {
    const { refused, connect, connectWith } = openRoom(8);
    for (let n = 0; n < 8; n += 1) connectWith('onRegistered', n < 4 ? '10.0.0.1' : '10.0.0.2');
    const [third, fourth] = [connectWith('onRegistered', '10.0.1.1'), connectWith('onRegistered', '10.0.1.2')];
    expect([third.closed, fourth.closed]).to.deep.equal([undefined, undefined]);
    expect(connect('10.0.0.1')).to.equal(undefined);
    expect(refused).to.deep.equal(['connection_limit']);
  });

  it('a listener that takes all connections locks out no other listener', () => {
    const shared = createSharedConnections();
    const attacked = openRoom(100, shared, 8);
    const quiet = openRoom(100, shared, 8);
    const invented = Array.from({ length: 8 }, (_, n) => attacked.connectWith('onFrame', `10.0.0.${n % 2}`));
    const tracker = quiet.connectWith('onRegistered', '10.0.1.1');
    expect(invented.filter(({ closed }) => closed !== undefined)).to.have.length(1);
    for (let n = 0; n < 8; n += 1) attacked.connect(`10.0.0.${n % 2}`);
    expect(tracker.closed).to.equal(undefined);
    expect(shared.count).to.equal(8);
  });

  it('a connection that is removed twice is counted once, and leaves nothing behind', () => {
    const shared = createSharedConnections();
    const { room, connect } = openRoom(4, shared);
    const connection = connect('10.0.0.1');
    connection?.close('silent');
    connection?.close('silent');
    expect([room.connections().size, shared.count, shared.groups.size]).to.deep.equal([0, 0, 0]);
  });
});
