import { expect } from 'chai';
import { protocols } from '../../../src/protocols/index.js';
import { nmeaEpoch } from '../../../src/simulator/nmea0183/epoch.js';
import { createVehicle } from '../../../src/simulator/vehicle.js';
import { createTestLink } from '../../support/serial/test-link.js';
import { reasonFor } from '../../support/serial/reason.js';

const { nmea0183, ais, json } = protocols;
const vehicle = createVehicle({ seed: 5 });
const START = Date.UTC(2026, 10, 21, 10);
const CONFLICT =
  '/dev/test has two trackers, a and b: their data is stored under these ids and not for bus; ' +
  'remove deviceId of this port from serial.ports, or restart the gateway if the tracker was replaced';

type Options = Parameters<typeof createTestLink>[0];

/** An open port; `say` sends a location of each tracker in turn, '' for one without an id. */
async function openPort(options: Options) {
  const test = createTestLink(options);
  test.link.start();
  await test.advance(0);
  let second = 0;
  return {
    ...test,
    reason: () => test.link.status().reason,
    say: async (...ids: string[]): Promise<void> => {
      for (const id of ids) {
        second += 1;
        const location = vehicle.fixAt(START + 1000 * second);
        const line = { id: second, ...(id !== '' && { deviceId: id }), location };
        test.ports.last().say(`${JSON.stringify(line)}\r\n`);
        await test.advance(0);
      }
    },
    devices: () => test.reports.map(({ deviceId, bound }) => `${deviceId}${bound ? ' bound' : ''}`),
  };
}

describe('a port that is bound to a device, and messages with ids', () => {
  it('the messages of one tracker belong to the device of the port', async () => {
    const { say, devices, reason } = await openPort({ protocol: json, deviceId: 'bus' });
    await say('a', '', 'a', 'a');
    expect(devices()).to.deep.equal(['bus bound', 'bus bound', 'bus bound', 'bus bound']);
    expect(reason()).to.equal(null);
  });

  it('the messages of two trackers belong to their ids, and the reason names both', async () => {
    const { say, devices, reason } = await openPort({ protocol: json, deviceId: 'bus' });
    await say('a', 'a', 'b', 'b', 'a', 'c', '');
    expect(devices()).to.deep.equal(['bus bound', 'bus bound', 'b', 'b', 'a', 'c', 'bus bound']);
    expect(reason()).to.equal(CONFLICT);
  });

  it('a damaged id is stored under itself, and changes nothing for the tracker', async () => {
    const { say, devices, reason } = await openPort({ protocol: json, deviceId: 'bus' });
    await say('damaged', 'a', 'a', 'x', 'a', 'y', 'a');
    const bound = 'bus bound';
    expect(devices()).to.deep.equal([bound, 'a', bound, 'x', bound, 'y', bound]);
    expect(reason()).to.equal(null);
  });

  it('the ids outlive a reopening of the port', async () => {
    const { say, devices, reason, ports, advance } = await openPort({ protocol: json, deviceId: 'bus' });
    await say('a', 'a', 'b', 'b');
    ports.last().onClose(reasonFor('gone'));
    await advance(60_000);
    expect(ports.opened()).to.equal(2);
    expect(reason()).to.equal(CONFLICT);
    await say('a');
    expect(devices().at(-1)).to.equal('a');
  });

  it('two trackers that report in turn are recognized after any number of damaged ids', async () => {
    const { say, devices } = await openPort({ protocol: json, deviceId: 'bus' });
    await say('a', 'a', ...Array.from({ length: 1_000 }, (_, index) => `damaged-${index}`));
    await say('b', 'a', 'b', 'a');
    expect(devices().slice(-4)).to.deep.equal(['b', 'bus bound', 'b', 'a']);
  });
});

describe('a port in detection without deviceId', () => {
  const naming = { links: ['/dev/serial/by-id/usb-Prolific-if00'] };
  const epoch = (second: number): string => nmeaEpoch(vehicle.fixAt(START + 1000 * second));
  const named = (second: number): string => epoch(second).replaceAll('$', 'IMEI 860000000000017$');

  it('the reason asks for deviceId until a report under its own id is stored', async () => {
    const { ports, advance, reason, devices } = await openPort({ protocols: [nmea0183, ais, json], naming });
    ports.last().say([1, 2, 3].map(epoch).join(''));
    await advance(5_000);
    expect(reason()).to.equal('nmea0183 has no device id: set deviceId for this port in serial.ports');
    ports.last().say([4, 5].map(named).join(''));
    await advance(5_000);
    expect(devices()).to.include('860000000000017');
    expect(reason()).to.equal(null);
  });
});
