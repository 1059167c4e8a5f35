import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect } from 'chai';
import { DEADLINE_MS } from '../gateway/eventually.js';
import { readPrometheusRules, RULES_FILE, type PrometheusRule } from './alert-rules-file.js';
import type { RuleCase } from './rule-cases.js';

/** Runs promtool of Prometheus, which must find nothing wrong; returns its output. */
export function promtool(...args: readonly string[]): string {
  const { status, stdout, stderr, error } = spawnSync('promtool', args, { encoding: 'utf8', timeout: DEADLINE_MS });
  if (error !== undefined) throw new Error(`promtool: ${error.message}: install Debian's package prometheus`);
  expect(status, `promtool ${args.join(' ')}: ${stdout}${stderr}`).to.equal(0);
  return stdout + stderr;
}

/** Parses expressions of PromQL. */
export function assertParsed(folder: string, expressions: readonly string[]): void {
  const file = join(folder, 'expressions.yml');
  const rules = expressions.map((expr, index) => ({ record: `expression:${index}`, expr }));
  // YAML includes JSON.
  writeFileSync(file, JSON.stringify({ groups: [{ name: 'expressions', rules }] }));
  expect(promtool('check', 'rules', file)).to.contain(`${expressions.length} rules found`);
}

/** Runs one unit test of promtool for each input of the rule, with the series of one gateway. */
export function runRuleCase(folder: string, ruleCase: RuleCase): void {
  const rule = readPrometheusRules().find(({ alert }) => alert === ruleCase.alert);
  if (rule === undefined) throw new Error(`${RULES_FILE}: no alert ${ruleCase.alert}`);
  const file = join(folder, `${ruleCase.alert}.yml`);
  const { silentAt, firesAt } = ruleCase;
  const expected = [alertOf(ruleCase, rule)];
  const before = silentAt === undefined ? [] : [{ minute: silentAt, alerts: [] }];
  const tests = [
    testOf(ruleCase, 0, [...before, { minute: firesAt, alerts: expected }]),
    testOf(ruleCase, 1, [{ minute: firesAt, alerts: [] }]),
  ];
  writeFileSync(file, JSON.stringify({ rule_files: [resolve(RULES_FILE)], evaluation_interval: '1m', tests }));
  promtool('test', 'rules', file);
}

const TARGET = { job: 'waypost', instance: 'depot:8080' };

const alertOf = ({ labels, summary }: RuleCase, { severity, description }: PrometheusRule): object => ({
  exp_labels: { ...TARGET, ...labels, severity },
  exp_annotations: { summary, description },
});

function testOf(
  { alert, series }: RuleCase,
  input: 0 | 1,
  checks: readonly { readonly minute: number; readonly alerts: readonly object[] }[],
): object {
  return {
    interval: '1m',
    input_series: Object.entries(series).map(([name, values]) => ({ series: ofTarget(name), values: values[input] })),
    alert_rule_test: checks.map(({ minute, alerts }) => ({
      eval_time: `${minute}m`,
      alertname: alert,
      exp_alerts: alerts,
    })),
  };
}

function ofTarget(series: string): string {
  const [name = '', labels = ''] = series.replace(/\}$/, '').split('{');
  return `${name}{job="${TARGET.job}",instance="${TARGET.instance}"${labels === '' ? '' : `,${labels}`}}`;
}
