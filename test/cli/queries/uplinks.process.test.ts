import { expect } from 'chai';
import type { UplinkView } from '../../../src/schema/uplinks/uplink.js';
import { signIn, type Client } from '../../support/api/client.js';
import { eventually } from '../../support/gateway/eventually.js';
import { runCommand, useGateway } from '../../support/gateway/run-command.js';
import type { Ran } from '../../support/gateway/run-to-end.js';
import { TEST_KEY } from '../../support/gateway/test-key.js';
import { useFolder } from '../../support/store/folder.js';
import { fixAt } from '../../support/store/records.js';
import { batches, json as answer, useScriptedServer } from '../../support/uplinks/scripted-server.js';

/** Nothing answers there. */
const CLOSED = 'http://127.0.0.1:9';

describe('waypost uplink', () => {
  const folder = useFolder();
  const url = useGateway(folder);
  const server = useScriptedServer();
  let client: Client;

  const run = (...args: string[]): Promise<Ran> =>
    runCommand(['uplink', ...args, '--url', url()], { WAYPOST_API_KEY: TEST_KEY });
  const done = async (...args: string[]): Promise<string> => {
    const { code, output } = await run(...args);
    expect(code, output).to.equal(0);
    return output;
  };
  const json = async (...args: string[]): Promise<Record<string, unknown>> =>
    JSON.parse(await done(...args, '--json')) as Record<string, unknown>;
  const put = (name: string, own: object): Promise<unknown> =>
    client.call('PUT', `/api/uplinks/${name}`, { type: 'rest', url: CLOSED, userName: 'depot', apiKey: 'key', ...own });
  const find = async (name: string): Promise<UplinkView | undefined> =>
    ((await json('status')).uplinks as UplinkView[]).find((uplink) => uplink.name === name);

  beforeEach(async () => {
    client = await signIn(url(), { apiKey: TEST_KEY });
  });

  it('the state of each uplink is one row of 80 columns, with its reason and the fix below', async () => {
    expect(await done()).to.match(/^No uplinks\. To add one:/);
    await put('center', {});
    await put('spare', { enabled: false });
    await eventually('it has tried to connect', async () => (await find('center'))?.reason !== null);
    const lines = (await done('status')).split('\n');
    expect(lines[0]).to.match(/^UPLINK +TYPE +STATE +BEHIND +OLDEST +ACKNOWLEDGED +DEAD LETTERS$/);
    expect(lines[1]).to.match(/^center +rest +connecting +\d+ +\S.* +- +0$/);
    expect(lines[2]).to.match(/^ {2}→ .*127\.0\.0\.1:9.*: .+$/);
    expect(lines[3]).to.match(/^spare +rest +disabled +\d+ +- +- +0$/);
    for (const line of lines.filter((text) => !text.startsWith('  →'))) expect(line.length, line).to.be.at.most(80);
    expect(await done('status', 'center'))
      .to.match(/^Address +http:\/\/127\.0\.0\.1:9$/m)
      .and.match(/^State +connecting$/m)
      .and.match(/^Dead letters +0$/m);
  });

  it('retry connects at once, and a name that does not exist is answered with those that do', async () => {
    await put('center', { enabled: false });
    expect(await done('retry', 'center')).to.match(/^center +rest +disabled /m);
    expect((await json('retry', 'center', '--device', 'bus-7')).uplink).to.include({ name: 'center' });
    expect((await run('retry', 'center', '--device', 'a b')).output).to.contain('/deviceId');
    const missing = await run('retry', 'nowhere');
    expect(missing.code).to.equal(1);
    expect(missing.output).to.contain('waypost uplink status lists the uplinks');
    expect((await run('status', 'nowhere')).output).to.contain('uplink nowhere not found: existing uplinks are center');
  });

  it('a changed address stops the uplink until reset decides where it continues', async () => {
    await put('center', {});
    await eventually('it has a position', async () => (await find('center'))?.reason !== null);
    await put('center', { url: 'http://127.0.0.1:8' });
    await eventually('it stops', async () => (await find('center'))?.state === 'stopped');
    const [, , note = ''] = (await done('status')).split('\n');
    expect(note).to.contain('waypost uplink reset center --from cursor|now|start|NUMBER');
    for (const from of ['cursor', 'now', 'start', '1'])
      expect((await json('reset', 'center', '--from', from)).uplink, from).to.include({ name: 'center' });
    expect((await find('center'))?.state).to.equal('connecting');
    expect((await json('reset', 'center', '--new-generation')).uplink).to.include({ name: 'center' });
    expect((await run('reset', 'center')).output).to.contain('give --from cursor|now|start|NUMBER or --new-generation');
    for (const wrong of ['yesterday', '-1', '1.5'])
      expect((await run('reset', 'center', `--from=${wrong}`)).output, wrong).to.contain('cursor, now, start');
    const beyond = await run('reset', 'center', '--from', '999999999');
    expect(beyond.code).to.equal(1);
    expect(beyond.output).to.contain('--from must not be beyond the newest entry');
  });

  it('dead letters are listed with their device and the reason, and sent again', async () => {
    let isKnown = false;
    server.answerBy({
      '/api/records': batches((one, response) => {
        const records = one.body.records as readonly { readonly id: string }[];
        const refused = records.map(({ id }) => ({ id, code: 'not_found', error: 'device unknown' }));
        const body = isKnown ? { accepted: 1, duplicates: 0, refused: [] } : { accepted: 0, duplicates: 0, refused };
        answer(201, body)(one, response);
      }),
    });
    await put('center', { url: server.url() });
    await eventually('it is connected', async () => (await find('center'))?.connected === true);
    await client.call('POST', '/api/devices', { id: 'bus-7' });
    await client.call('POST', '/api/devices/bus-7/locations', { location: fixAt(1) });
    await eventually('it is refused', async () => (await find('center'))?.deadLetters === 1);
    expect(await done()).to.contain('→ the far side refuses records: waypost uplink status center lists them');
    expect(await done('status', 'center')).to.match(
      /^DEVICE +ENTRIES +RECORDS +REFUSED +REASON\nbus-7 +(\d+)-\1 +1 +\d+ s +device unknown$/m,
    );
    isKnown = true;
    await done('retry', 'center', '--device', 'other');
    expect((await find('center'))?.deadLetters, 'of another device').to.equal(1);
    await done('retry', 'center', '--device', 'bus-7');
    await eventually('it is sent again', async () => (await find('center'))?.deadLetters === 0);
  });
});
