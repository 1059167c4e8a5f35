import { expect } from 'chai';
import type { TripsView } from '../../../src/schema/records/trips.js';
import type { Zone } from '../../../src/schema/zones/zone.js';
import { signIn } from '../../support/api/client.js';
import { runCommand, useGateway } from '../../support/gateway/run-command.js';
import type { Ran } from '../../support/gateway/run-to-end.js';
import { TEST_KEY } from '../../support/gateway/test-key.js';
import { useFolder } from '../../support/store/folder.js';

const START = Date.UTC(2026, 10, 20, 6);
const at = (minute: number): string => new Date(START + minute * 60_000).toISOString();
const RANGE = ['--from', at(0), '--to', at(30)];

/** Stands for 10 minutes, drives 9 km in 10 minutes, stands for 10 minutes; a fix every 20 s. */
function drive(): object[] {
  let longitude = 5;
  return Array.from({ length: 91 }, (_, index) => {
    const speed = index >= 30 && index < 60 ? 15 : 0;
    const fix = { dateTime: at(index / 3), latitude: 0, longitude, speed };
    longitude += (speed * 20) / 111_319.49;
    return fix;
  });
}

describe('waypost trips', () => {
  const folder = useFolder();
  const url = useGateway(folder);
  let zone = '';

  const run = (...args: string[]): Promise<Ran> =>
    runCommand(['trips', ...args, '--url', url()], { WAYPOST_API_KEY: TEST_KEY });
  const done = async (...args: string[]): Promise<string> => {
    const { code, output } = await run(...args);
    expect(code, output).to.equal(0);
    return output;
  };

  beforeEach(async () => {
    const client = await signIn(url(), { apiKey: TEST_KEY });
    for (const id of ['bus-7', 'bus-8']) await client.call('POST', '/api/devices', { id });
    const shape = { type: 'circle', center: [5, 0], radius: 200 };
    const { body } = await client.call('POST', '/api/zones', { name: 'Depot', shape });
    zone = (body.zone as Zone).id;
    await client.call('POST', '/api/devices/bus-7/locations', { locations: drive() });
  });

  it('the table has the trips and stops in order of time', async () => {
    const lines = (await done('bus-7', ...RANGE)).trimEnd().split('\n');
    expect(lines.map((line) => line.split(/ {2,}/).map((cell) => cell.trim()))).to.deep.equal([
      ['KIND', 'FROM', 'TO', 'MINUTES', 'KM', 'KM/H', 'START', 'END'],
      ['stop', at(0), at(29 / 3), '10', '-', '-', 'Depot', '-'],
      ['trip', at(29 / 3), at(20), '10', '9.0', '52', 'Depot', '0.00000,5.08085'],
      ['stop', at(20), at(30), '10', '-', '-', '0.00000,5.08085', '-'],
    ]);
  });

  it('--json has what the API has, with the zone visits', async () => {
    const { trips, stops, gaps, zoneVisits } = JSON.parse(await done('bus-7', ...RANGE, '--json')) as TripsView;
    expect([trips.length, stops.length, gaps.length, zoneVisits.length]).to.deep.equal([1, 2, 0, 1]);
    expect(trips[0]).to.include({ from: at(29 / 3), to: at(20), maximumSpeed: 15 });
    expect(zoneVisits[0]).to.include({ zone, from: at(0) });
  });

  it('--csv prints a file with the name of the zone', async () => {
    const lines = (await done('bus-7', ...RANGE, '--csv')).trimEnd().split('\r\n');
    expect(lines).to.have.length(4);
    expect(lines[0]).to.match(/^kind,from,to,/);
    expect(lines[2])
      .to.match(/^"trip",/)
      .and.contain('"Depot"');
  });

  it('a device without records in the range has no trips', async () => {
    expect(await done('bus-8')).to.match(/^No trips in this time range\. Other ranges: --last 7d/);
  });

  it('an error names the option, and what to do', async () => {
    for (const [args, message] of [
      [['bus-9'], /device bus-9 not found: waypost device list shows the registered devices\n$/],
      [['bus-7', '--last', '33d'], /--to must be at most 32 days after \/from: ask for less at a time/],
      [['bus-7', '--from', at(30), '--to', at(0)], /--from must not be later than/],
      [['bus-7', '--last', '1h', '--from', at(0)], /'--last <duration>' cannot be used with option '--from <time>'/],
      [['bus-7', '--csv', '--json'], /'--csv' cannot be used with option '--json'/],
    ] as const) {
      const { code, output } = await run(...args);
      expect(code, args.join(' ')).to.equal(1);
      expect(output, args.join()).to.match(message);
    }
  });
});
