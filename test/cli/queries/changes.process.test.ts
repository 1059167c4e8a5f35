import { cp, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import { describeChanges } from '../../../src/cli/changes/describe.js';
import type { ChangeView } from '../../../src/schema/changes/change.js';
import { signIn, type Client } from '../../support/api/client.js';
import { ADMIN } from '../../support/changes/change-case.js';
import { runCommand, useGateway } from '../../support/gateway/run-command.js';
import type { Ran } from '../../support/gateway/run-to-end.js';
import { TEST_KEY } from '../../support/gateway/test-key.js';
import { useFolder } from '../../support/store/folder.js';

describe('waypost changes', () => {
  const folder = useFolder();
  const url = useGateway(folder);
  let client: Client;

  const data = (): string => join(folder(), 'data');
  const run = (...args: string[]): Promise<Ran> =>
    runCommand(['changes', ...args, '--url', url()], { WAYPOST_API_KEY: TEST_KEY });
  const list = async (...args: string[]): Promise<{ changes: ChangeView[]; next?: string }> => {
    const { code, output } = await run(...args, '--json');
    expect(code, output).to.equal(0);
    return JSON.parse(output) as { changes: ChangeView[]; next?: string };
  };
  const subjects = ({ changes }: { readonly changes: readonly ChangeView[] }): (string | undefined)[] =>
    changes.map(({ subject }) => subject?.id);

  beforeEach(async () => {
    client = await signIn(url(), { apiKey: TEST_KEY });
    for (const id of ['bus-7', 'bus-8', 'bus-9'])
      await client.call('POST', '/api/devices', { id, name: `Name of ${id}` });
    await client.call('POST', '/api/groups', { name: 'Night', devices: ['bus-8'] });
  });

  it('the list is newest first, by kind and subject, and continues page by page', async () => {
    const { code, output } = await run('--kind', 'device,group');
    expect(code, output).to.equal(0);
    expect(output).to.match(/^TIME +BY +KIND +SUBJECT +ACTION/);
    expect(output.split('\n')[1]).to.match(/Z {2}.*group +Night \(/);
    expect(output).to.match(/device +Name of bus-9 \(bus-9\)/);
    expect(subjects(await list('--kind', 'device'))).to.deep.equal(['bus-9', 'bus-8', 'bus-7']);
    expect(subjects(await list('--subject', 'bus-8'))).to.deep.equal(['bus-8']);
    const first = await list('--kind', 'device', '--limit', '2');
    expect(subjects(first)).to.deep.equal(['bus-9', 'bus-8']);
    expect(subjects(await list('--kind', 'device', '--cursor', first.next ?? ''))).to.deep.equal(['bus-7']);
    expect((await run('--kind', 'device', '--limit', '2')).output).to.contain(`add --cursor ${first.next ?? ''}`);
    expect((await run('--to', '2020-01-01T00:00:00Z')).output).to.match(/^No changes in this time range/);
  });

  it('a folder has the same changes as its gateway, and reading it changes nothing', async () => {
    const files = async (): Promise<string[]> =>
      Promise.all((await readdir(join(data(), 'log'))).map((name) => readFile(join(data(), 'log', name), 'utf8')));
    const before = await files();
    expect(await list('--data', data(), '--kind', 'device,group')).to.deep.equal(await list('--kind', 'device,group'));
    expect(subjects(await list('--data', data(), '--kind', 'device', '--limit', '2'))).to.deep.equal([
      'bus-9',
      'bus-8',
    ]);
    expect(await files()).to.deep.equal(before);
  });

  it('a damaged line of a folder is named, and the other changes are listed', async () => {
    const copy = join(folder(), 'copy');
    await cp(data(), copy, { recursive: true });
    const [name = ''] = (await readdir(join(copy, 'log'))).filter((one) => one.endsWith('.jsonl'));
    const text = await readFile(join(copy, 'log', name), 'utf8');
    await writeFile(join(copy, 'log', name), text.replace('Name of bus-8', 'name of bus-8'));
    const { output } = await run('--data', copy, '--kind', 'device');
    expect(output).to.match(/^waypost: \S+copy: entry \d+ is missing$/m);
    expect(output).to.contain('bus-9').and.not.contain('bus-8');
  });

  it('an author is a name, an id or a type, and a wrong word is refused with what there is', async () => {
    expect((await run('--by', 'admin')).code).to.equal(0);
    for (const where of [[], ['--data', data()]]) {
      const missing = await run('--by', 'anna', ...where);
      expect(missing).to.deep.equal({
        code: 1,
        output: 'waypost: user anna not found: existing users are admin\n',
      });
      const kind = await run('--kind', 'cars', ...where);
      expect(kind.code).to.equal(1);
      expect(kind.output).to.match(/\/kind: cars is no kind of change: device, group/);
    }
    expect((await run('--data', join(folder(), 'nothing'))).output).to.match(/nothing not found: name it with --data/);
  });
});

describe('the table of waypost changes', () => {
  const change = (own: Partial<ChangeView>): ChangeView => ({
    ...{ n: 7, at: '2026-11-26T14:02:00.000Z', kind: 'alertRule', action: 'changed', by: ADMIN },
    ...{ subject: { id: 'fast', name: 'Fast' }, before: null, after: null, secrets: [] },
    ...own,
  });
  const row = (own: Partial<ChangeView>): string => describeChanges([change(own)]).split('\n')[1] ?? '';

  it('a row has the author with the address, and the values before and after', () => {
    expect(row({ before: { limit: 20 }, after: { limit: 25 } })).to.match(
      /^2026-11-26T14:02:00\.000Z {2}admin, 192\.168\.1\.20 \(password\) {2}alertRule {2}Fast \(fast\) {2}changed {2}limit 20 → 25$/,
    );
  });

  it('a list shows what went and what came, and a hidden value only its name', () => {
    expect(row({ before: { devices: ['bus'] }, after: { devices: ['van', 'car'] } })).to.match(
      /devices -bus \+van \+car$/,
    );
    expect(row({ secrets: ['apiKey'] })).to.match(/apiKey \(not shown\)$/);
  });

  it('an author that is no user has its type, and no author is a dash', () => {
    expect(row({ by: { type: 'command', account: 'anna', command: 'key new' } })).to.contain('anna: waypost key new');
    expect(row({ by: { type: 'configuration' } })).to.contain('configuration');
    expect(row({ by: { type: 'uplink', uplink: 'center', name: '', address: 'mqtts://broker' } })).to.contain(
      'uplink center, mqtts://broker',
    );
    expect(row({ by: null, untrusted: true })).to.match(/^2026-11-26T14:02:00\.000Z\? {2}- +alertRule/);
  });

  it('control characters of a name do not reach the terminal', () => {
    const name = 'Fa\u001b[31mst\u202e';
    expect(row({ subject: { id: 'fast', name }, before: { name }, after: { name: 'x' } })).not.to.match(
      /[\u001b\u202e]/,
    );
  });
});
