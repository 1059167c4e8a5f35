import { expect } from 'chai';
import type { AlertView } from '../../../src/schema/records/alert.js';
import type { Location } from '../../../src/schema/records/location.js';
import { createClock } from '../../../src/time/clock.js';
import { signIn, type Client } from '../../support/api/client.js';
import { runCommand, useGateway } from '../../support/gateway/run-command.js';
import type { Ran } from '../../support/gateway/run-to-end.js';
import { TEST_KEY } from '../../support/gateway/test-key.js';
import { useFolder } from '../../support/store/folder.js';

describe('waypost last, locations and alerts', () => {
  const folder = useFolder();
  const url = useGateway(folder);
  let client: Client;
  /** Seconds before now, as the API has it. */
  const ago = (seconds: number): string => new Date(createClock().now() - seconds * 1000).toISOString();
  const fix = (seconds: number): object => ({
    dateTime: ago(seconds),
    latitude: 52.5,
    longitude: 5.25,
    speed: 10,
    course: 90.4,
    battery: 80,
  });

  const run = (args: readonly string[], apiKey = TEST_KEY): Promise<Ran> =>
    runCommand([args[0] ?? '', ...args.slice(1), '--url', url()], { WAYPOST_API_KEY: apiKey });
  const json = async (args: readonly string[]): Promise<Record<string, unknown>> => {
    const { code, output } = await run([...args, '--json']);
    expect(code, output).to.equal(0);
    return JSON.parse(output) as Record<string, unknown>;
  };

  beforeEach(async () => {
    client = await signIn(url(), { apiKey: TEST_KEY });
    for (const id of ['bus-7', 'bus-8']) await client.call('POST', '/api/devices', { id, name: `Name of ${id}` });
    await client.call('POST', '/api/devices/bus-7/locations', { locations: [7200, 120, 60].map(fix) });
    await client.call('POST', '/api/devices/bus-7/alerts', { dateTime: ago(90), alerts: ['SOSButton'], text: 'help' });
    await client.call('POST', '/api/devices/bus-8/alerts', { dateTime: ago(30), alerts: ['BatteryLow'] });
  });

  it('last shows the newest location of each device, of the named ones, or of a group', async () => {
    const { code, output } = await run(['last']);
    expect(code, output).to.equal(0);
    expect(output)
      .to.match(/^DEVICE +NAME +TIME +LATITUDE +LONGITUDE +KM\/H +COURSE +BATTERY$/m)
      .and.match(/^bus-7 +Name of bus-7 +\S+Z +52\.500000 +5\.250000 +36\.0 +90° +80 %$/m)
      .and.match(/^bus-8 +Name of bus-8 +none yet$/m);
    await client.call('POST', '/api/groups', { name: 'Night', devices: ['bus-8'] });
    expect((await run(['last', '--group', 'night'])).output)
      .to.match(/^bus-8 /m)
      .and.not.match(/^bus-7 /m);
    const { lastLocations } = await json(['last', 'bus-7']);
    expect(lastLocations).to.deep.equal([
      {
        deviceId: 'bus-7',
        name: 'Name of bus-7',
        lastLocation: (await client.call('GET', '/api/devices/bus-7/lastLocation')).body.lastLocation,
      },
    ]);
    const unknown = await run(['last', 'bus-9']);
    expect(unknown.code).to.equal(1);
    expect(unknown.output).to.match(/device bus-9 not found: waypost device list shows the registered devices\n$/);
  });

  it('locations lists a time range page by page, as a table, JSON or a file', async () => {
    const hour = await run(['locations', 'bus-7', '--last', '1h']);
    expect(hour.code, hour.output).to.equal(0);
    expect(hour.output.split('\n')).to.have.length(4);
    const first = await json(['locations', 'bus-7', '--limit', '2']);
    expect(first.locations).to.have.length(2);
    const rest = await json(['locations', 'bus-7', '--cursor', String(first.next)]);
    const { locations } = await json(['locations', 'bus-7']);
    expect([...(first.locations as Location[]), ...(rest.locations as Location[])]).to.deep.equal(locations);
    expect(rest).to.not.have.property('next');
    const cut = await run(['locations', 'bus-7', '--limit', '2']);
    expect(cut.output).to.contain(
      `waypost: only 2 records; for more, raise --limit or add --cursor ${String(first.next)}\n`,
    );
    const csv = await run(['locations', 'bus-7', '--format', 'csv']);
    expect(csv.output.split('\r\n')[0]).to.match(/dateTime,latitude,longitude/);
    const file = await run(['locations', 'bus-7', '--format', 'ndjson', '--limit', '1']);
    expect(file.output).to.match(/^\{.*\}\nwaypost: only 1 records; .* --cursor \S+\n$/);
    expect((await run(['locations', 'bus-8'])).output).to.match(/^No locations in this time range\./);
  });

  it('alerts lists those of all devices, of one device, or of one name', async () => {
    const all = await run(['alerts']);
    expect(all.code, all.output).to.equal(0);
    expect(all.output).to.match(
      /^TIME +DEVICE +ALERTS +NOTIFIED .*\n\S+Z +bus-8 +BatteryLow +- +- .*\n\S+Z +bus-7 +SOSButton +- +- +52\.500000 +5\.250000 +\S+ +help\n$/,
    );
    const named = await json(['alerts', '--name', 'SOSButton']);
    expect((named.alerts as AlertView[]).map(({ alerts }) => alerts)).to.deep.equal([['SOSButton']]);
    const own = await json(['alerts', 'list', '--device', 'bus-8']);
    expect(own.alerts).to.have.length(1);
    expect((own.alerts as object[])[0]).to.include({ deviceId: 'bus-8' });
    expect((await run(['alerts', '--last', '1m', '--device', 'bus-7'])).output).to.match(/^No alerts in this time/);
  });

  it('an alert that needs a person is open until it is acknowledged', async () => {
    const open = (await json(['alerts', '--open'])).alerts as AlertView[];
    expect(open.map(({ alerts }) => alerts)).to.deep.equal([['SOSButton']]);
    const id = open[0]?.id ?? '';
    const first = await run(['alerts', 'acknowledge', id, '--note', 'called the driver']);
    expect(first.output).to.match(/^alert \S+ acknowledged by admin at \S+Z: called the driver\n$/);
    expect((await run(['alerts', 'acknowledge', id, '--note', 'me too'])).output).to.equal(first.output);
    expect((await json(['alerts', '--open'])).alerts).to.deep.equal([]);
    expect((await run(['alerts'])).output).to.match(/SOSButton +- +admin +52/);
    const missing = await run(['alerts', 'acknowledge', 'nothing']);
    expect([missing.code, missing.output.endsWith('waypost alerts lists the ids\n')]).to.deep.equal([1, true]);
  });

  it('a user who is restricted to a device sees only its records', async () => {
    const user = { name: 'eye', email: 'eye@example.org', country: 'ES', timeZone: 'Europe/Madrid', deviceId: 'bus-8' };
    const { id } = (await client.call('POST', '/api/users', user)).body;
    const { apiKey } = (await client.call('POST', `/api/users/${String(id)}/apiKey`)).body;
    const as = (...args: string[]): Promise<Ran> => run([...args, '--user', 'eye'], String(apiKey));
    expect((await as('last')).output)
      .to.match(/^bus-8 /m)
      .and.not.contain('bus-7');
    expect((await as('alerts')).output)
      .to.contain('bus-8')
      .and.not.contain('bus-7');
    expect((await as('locations', 'bus-7')).code).to.equal(1);
    expect((await as('license')).output).to.match(/^Total /);
  });

  it('token prints a token that the API takes, and license the counts', async () => {
    const { code, output } = await run(['token']);
    expect(code).to.equal(0);
    const answer = await fetch(`${url()}/api/devices`, { headers: { Authorization: `Bearer ${output.trim()}` } });
    expect(answer.status).to.equal(200);
    expect(await json(['token'])).to.have.all.keys('token', 'expires');
    await client.call('POST', '/api/devices', {
      id: 'van-1',
      expires: ago(-86_400),
    });
    const license = await run(['license']);
    expect(license.output)
      .to.match(/^Used +3$/m)
      .and.match(/^Free in \d+ days +1$/m)
      .and.match(/^DEVICE +EXPIRES\nvan-1 +\S+Z$/m);
    expect((await json(['license'])).licenses).to.include({ used: 3 });
  });

  it('a wrong option is an error that names it', async () => {
    for (const [args, message] of [
      [['locations', 'bus-7', '--last', 'yesterday'], '--last must be a number of minutes, hours or days'],
      [['locations', 'bus-7', '--limit', '0'], '--limit must be a whole number from 1 to 100000'],
      [['alerts', '--cursor', 'x'], '--cursor'],
      [['alerts', '--from', ago(0), '--to', ago(100)], '--from must not be later than /to'],
      [
        ['alerts', '--from', ago(0), '--last', '1h'],
        "option '--last <duration>' cannot be used with option '--from <time>'",
      ],
    ] as const) {
      const { code, output } = await run(args);
      expect(code, args.join(' ')).to.equal(1);
      expect(output).to.contain(message);
    }
  });
});
