import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { createBenchTrackers } from '../support/provisioning/tracker-bench.js';
import { runCommand } from '../support/gateway/run-command.js';
import { eventually } from '../support/gateway/eventually.js';
import { useFolder } from '../support/store/folder.js';
import { startGateway, TEST_KEY } from '../support/gateway/gateway.js';
import { killAll, runWaypost, type WaypostOptions } from '../support/gateway/waypost.js';

const FIRST = '860000000000017';
const SECOND = '860000000000025';

describe('waypost provision', () => {
  const folder = useFolder();
  let trackers: ReturnType<typeof createBenchTrackers>;
  let url = '';

  beforeEach(async () => {
    mkdirSync(join(folder(), 'data'));
    trackers = createBenchTrackers();
    const ports = [FIRST, SECOND].map((id) => ({ path: join(folder(), `queclink-${id}`), protocol: 'queclink' }));
    ({ url } = await startGateway({ folder: folder(), config: { serial: { ports } } }));
    writeFileSync(
      join(folder(), 'vans.json'),
      JSON.stringify({ name: 'Vans', protocol: 'queclink', settings: { sendInterval: 30 }, deviceName: 'Van {n}' }),
    );
  });
  afterEach(() => {
    killAll();
    trackers.stop();
  });

  const plug = (deviceId: string, trouble?: 'changes') =>
    trackers.plug({ folder: folder(), protocol: 'queclink', deviceId, trouble });
  const provision = (args: readonly string[], options: WaypostOptions = {}) =>
    runWaypost(['provision', ...args, '--url', url], {
      env: { WAYPOST_API_KEY: TEST_KEY },
      ...options,
    });
  async function ended(args: readonly string[]): Promise<{ code: unknown; output: string }> {
    const { output, ended: end } = provision(args);
    return { code: await end, output: output() };
  }

  it('--yes sets up one tracker per port without prompts, prints each result, and sets the exit status', async () => {
    plug(FIRST);
    plug(SECOND, 'changes');
    expect((await ended(['templates', '--add', join(folder(), 'vans.json')])).output).to.include('Vans  queclink');
    const run = await ended(['--template', 'vans', '--yes', '--json', '--secret', 'password=gl300']);
    const lines = run.output
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    const results = lines.filter(({ event }) => event === 'result');
    expect(results.map(({ outcome, code, deviceId }) => [outcome, code, deviceId])).to.have.deep.members([
      ['verified', null, FIRST],
      ['failed', 'mismatch', SECOND],
    ]);
    expect(lines.at(-1)).to.deep.equal({ event: 'end', reason: 'all ports are done', good: 1, bad: 1 });
    expect(run.code).to.equal(1);

    const again = await ended(['--template', 'Vans', '--yes', '--port', join(folder(), `queclink-${FIRST}`)]);
    expect(again.output).to.include(`UNCHANGED  ${FIRST}`);
    expect(again.code).to.equal(0);
    const receipt = /receipt (\S+)/.exec(again.output)?.[1] ?? '';
    expect((await ended(['receipts', receipt])).output).to.match(/sendInterval +60 -> 30/);
    const undone = await ended(['--undo', receipt, '--port', join(folder(), `queclink-${FIRST}`), '--yes']);
    expect([undone.code, undone.output]).to.deep.equal([0, undone.output]);
    expect(undone.output).to.include('UNDONE');
  });

  it('waypost provision prompts for template and ports, sets up each tracker that is plugged in, and stops at Ctrl-C', async () => {
    await ended(['templates', '--add', join(folder(), 'vans.json')]);
    const run = provision([], {
      typed: [
        ['Which template?', '1'],
        ['All of these ports?', 'y'],
      ],
    });
    await eventually('the ports wait', () => run.output().includes('waiting'));
    plug(FIRST);
    await eventually('the first is done', () => run.output().includes(`VERIFIED  ${FIRST}`));
    plug(SECOND);
    await eventually('the second is done', () => run.output().includes(`VERIFIED  ${SECOND}`));
    expect(run.output()).to.include('GL300');
    run.process.kill('SIGINT');
    expect(await run.ended).to.equal(0);
    expect(run.output()).to.include('2 configured, 0 failed: admin ended it');
  });

  it('a missing or wrong option is an error with the fix', async () => {
    for (const [args, message] of [
      [
        ['--template', 'none', '--yes'],
        'no template exists yet: create one with waypost provision templates --add FILE',
      ],
      [['--yes'], 'no template exists yet'],
      [['--undo', 'x'], '--undo requires --port'],
      [['--secret', 'password'], '--secret must be NAME=VALUE'],
      [['templates', '--add', '/nowhere.json'], '/nowhere.json cannot be read'],
    ] as const) {
      const { code, output } = await runCommand(['provision', ...args, '--url', url], { WAYPOST_API_KEY: TEST_KEY });
      expect([code, output.includes(message)], output).to.deep.equal([1, true]);
    }
    const { output } = await runCommand(['provision', '--url', url, '--yes']);
    expect(output).to.include('WAYPOST_API_KEY is not set');
  });
});
