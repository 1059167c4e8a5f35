import { expect } from 'chai';
import { protocols } from '../../../src/protocols/index.js';
import { nmeaEpoch } from '../../../src/simulator/nmea0183/epoch.js';
import { encodeUbx, UBX_MESSAGES, type UbxMessages } from '../../../src/simulator/ubx/messages.js';
import { navPvt, ubxPacket } from '../../../src/simulator/ubx/packets.js';
import { createVehicle } from '../../../src/simulator/vehicle.js';
import { createTestLink } from '../../support/serial/test-link.js';

const { ubx, nmea0183 } = protocols;
const vehicle = createVehicle({ seed: 5 });
const fixAt = (second: number) => vehicle.fixAt(Date.UTC(2026, 10, 21, 10) + 1000 * second);
const NO_POSITION = 'the u-blox receiver does not send NAV-PVT: switch it on, which provisioning can do';

/** An open port; `run` sends a second's bytes for each second. */
async function openPort(options: Parameters<typeof createTestLink>[0]) {
  const test = createTestLink({ deviceId: 'bus', ...options });
  test.link.start();
  await test.advance(0);
  const port = test.ports.last();
  let second = 0;
  return {
    ...test,
    reason: () => test.link.status().reason,
    run: async (seconds: number, encode: (at: number) => Buffer): Promise<void> => {
      for (const end = second + seconds; second < end; second += 1) {
        port.say(encode(second));
        await test.advance(1_000);
      }
    },
  };
}
const messages = (name: UbxMessages) => (at: number) => encodeUbx[name](fixAt(at));

describe('a port without locations', () => {
  for (const name of UBX_MESSAGES.filter((one) => one !== 'none')) {
    it(`a u-blox receiver that sends ${name} is detected, and each epoch is stored once`, async () => {
      const { run, link, reports, reason } = await openPort({ protocols: [nmea0183, ubx] });
      await run(70, messages(name));
      expect(link.status().protocol).to.equal('ubx');
      const times = reports.flatMap(({ locations }) => locations.map(({ dateTime }) => dateTime));
      expect(times).to.deep.equal([...Array(70).keys()].map((at) => fixAt(at).dateTime));
      expect(reason()).to.equal(null);
    });
  }

  it('a u-blox receiver without positions is detected, and after a minute the reason names what to switch on', async () => {
    const { run, link, reason } = await openPort({ protocols: [nmea0183, ubx] });
    await run(30, messages('none'));
    expect(link.status()).to.include({ protocol: 'ubx', reason: null });
    await run(40, messages('none'));
    expect(reason()).to.equal(NO_POSITION);
    await run(1, messages('pvt'));
    expect(reason()).to.equal(null);
    await run(120, messages('none'));
    expect(reason()).to.equal(NO_POSITION);
  });

  it('a missing date and a missing fix have reasons of their own', async () => {
    const { run, reason } = await openPort({ protocol: ubx });
    await run(61, (at) => encodeUbx.sol(fixAt(at)).subarray(0, 60));
    expect(reason()).to.match(/^the u-blox receiver sends positions without a date/);
    const noFix = Buffer.from(navPvt(fixAt(0)).subarray(6, -2));
    noFix[20] = 0;
    await run(60, () => ubxPacket(0x0107, noFix));
    expect(reason()).to.match(/^the u-blox receiver has no satellite fix/);
  });

  it('a port without frames has no such reason', async () => {
    const { advance, reason } = await openPort({ protocol: ubx });
    await advance(59_000);
    expect(reason()).to.equal(null);
  });

  it('a receiver that sends sentences and packets without NAV-PVT is read as nmea0183', async () => {
    const { run, link, reports } = await openPort({ protocols: [nmea0183, ubx] });
    const packets = messages('none');
    await run(10, (at) => Buffer.concat([Buffer.from(nmeaEpoch(fixAt(at))), ...Array<Buffer>(9).fill(packets(at))]));
    expect(link.status().protocol).to.equal('nmea0183');
    expect(reports.length).to.be.at.least(9);
  });
});
