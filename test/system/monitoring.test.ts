import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { useApp } from '../support/gateway/app.js';
import { eventually } from '../support/gateway/eventually.js';
import { freePort } from '../support/gateway/free-port.js';
import { readPrometheusRules, RULES_FILE } from '../support/monitoring/alert-rules-file.js';
import { expressionsOf, readDashboard } from '../support/monitoring/grafana-dashboard.js';
import { assertParsed, promtool, runRuleCase } from '../support/monitoring/promtool.js';
import { RULE_CASES } from '../support/monitoring/rule-cases.js';
import { useFolder } from '../support/store/folder.js';
import { userOf, usersWithKey } from '../support/api/users.js';

const CONFIG_FILE = 'systemd/monitoring/prometheus.yml';

describe('the alert rules for Prometheus', () => {
  const folder = useFolder();

  it('promtool accepts all of them', () => {
    expect(promtool('check', 'rules', RULES_FILE)).to.contain(`${readPrometheusRules().length} rules found`);
  });

  it('every rule has a case', () => {
    expect(RULE_CASES.map(({ alert }) => alert)).to.deep.equal(readPrometheusRules().map(({ alert }) => alert));
  });

  for (const ruleCase of RULE_CASES) {
    it(`${ruleCase.alert} fires in time with its labels and texts, and stays silent on healthy values`, () => {
      runRuleCase(folder(), ruleCase);
    });
  }
});

describe('the npm package', () => {
  it('the tarball contains every file for other tools', () => {
    const output = execFileSync('npm', ['pack', '--dry-run', '--ignore-scripts', '--json'], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const [packed] = JSON.parse(output) as readonly { readonly files: readonly { readonly path: string }[] }[];
    const files = readdirSync('systemd/monitoring').map((name) => `systemd/monitoring/${name}`);
    expect(packed?.files.map(({ path }) => path)).to.include.members(files);
  });
});

describe('the dashboard for Grafana in Prometheus', () => {
  const folder = useFolder();

  it('promtool parses every expression', () => {
    assertParsed(folder(), expressionsOf(readDashboard()));
  });

  it('a wrong expression is found', () => {
    expect(() => {
      assertParsed(folder(), ['sum by (instance waypost_zones']);
    }).to.throw('parse error');
  });
});

describe('Prometheus and a gateway', () => {
  const folder = useFolder();
  const app = useApp({
    config: {
      serial: { ports: [{ path: '/dev/not-there', protocol: 'json' }] },
      uplinks: [{ name: 'center', type: 'rest', url: 'http://127.0.0.1:1', userName: 'depot', apiKey: 'key' }],
    },
    seed: () => usersWithKey(userOf('prometheus', { privileges: ['metrics'], group: 'none' })),
  });
  let prometheus: ChildProcess | undefined;

  afterEach(async () => {
    if (prometheus?.exitCode !== null) return;
    prometheus.kill('SIGKILL');
    await once(prometheus, 'exit');
  });

  /** The shipped configuration with the address and the key of the test. */
  async function writeConfig(): Promise<string> {
    const { body } = await app.call('POST', '/api/users/id-of-prometheus/apiKey');
    const keyFile = join(folder(), 'waypost.key');
    writeFileSync(keyFile, `${String(body.apiKey)}\n`);
    copyFileSync(RULES_FILE, join(folder(), 'waypost-alerts.yml'));
    const file = join(folder(), 'prometheus.yml');
    const replaced = readFileSync(CONFIG_FILE, 'utf8')
      .replace('gateway.example:8080', `127.0.0.1:${app.port()}`)
      .replace('/etc/prometheus/waypost.key', keyFile)
      .replaceAll('30s', '1s');
    writeFileSync(file, replaced);
    return file;
  }

  it('the shipped configuration scrapes with a key that only reads metrics, and all rules are evaluated', async () => {
    const file = await writeConfig();
    expect(promtool('check', 'config', file)).to.contain('SUCCESS');
    const address = `127.0.0.1:${await freePort()}`;
    const args = [
      `--config.file=${file}`,
      `--storage.tsdb.path=${join(folder(), 'data')}`,
      `--web.listen-address=${address}`,
    ];
    prometheus = spawn('prometheus', args, { stdio: 'ignore' });
    await once(prometheus, 'spawn');
    const read = async (path: string): Promise<Answer> =>
      (await (await fetch(`http://${address}/api/v1/${path}`)).json()) as Answer;
    const valueOf = async (query: string): Promise<string | undefined> =>
      (await read(`query?query=${encodeURIComponent(query)}`)).data.result?.[0]?.value[1];
    await eventually('the gateway is scraped', () =>
      valueOf('up{job="waypost"}').then(
        (value) => value === '1',
        () => false,
      ),
    );
    expect(await valueOf('waypost_serial_port_state{path="/dev/not-there",state="absent"}')).to.equal('1');
    expect(await valueOf('waypost_uplink_connected{uplink="center"}')).to.equal('0');
    expect(await valueOf('waypost_uplink_oldest_timestamp_seconds{uplink="center"}')).to.equal('NaN');
    let rules: readonly Rule[] = [];
    await eventually('all rules are evaluated', async () => {
      rules = (await read('rules')).data.groups?.flatMap((group) => group.rules) ?? [];
      return rules.length > 0 && rules.every(({ health }) => health !== 'unknown');
    });
    expect(rules.filter(({ health }) => health !== 'ok')).to.deep.equal([]);
    expect(rules.length).to.equal(readPrometheusRules().length);
    const raised = async (): Promise<readonly string[]> => {
      const groups = (await read('rules')).data.groups ?? [];
      return groups.flatMap((group) => group.rules.flatMap(({ name, state }) => (state === 'inactive' ? [] : [name])));
    };
    await eventually('the absent port is noticed', async () => (await raised()).includes('WaypostPortClosed'));
    for (const name of [
      'WaypostDown',
      'WaypostStoreReadOnly',
      'WaypostClockUntrusted',
      'WaypostUnacknowledgedAlerts',
      'WaypostUplinkStopped',
      'WaypostUplinkBehind',
      'WaypostUplinkDeadLetters',
      'WaypostUplinkDropped',
    ]) {
      expect(await raised()).to.not.include(name);
    }
  });
});

type Rule = { readonly name: string; readonly health: string; readonly state: string };
type Answer = {
  readonly data: {
    readonly result?: readonly { readonly value: readonly [number, string] }[];
    readonly groups?: readonly { readonly rules: readonly Rule[] }[];
  };
};
