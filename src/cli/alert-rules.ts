import { readFile } from 'node:fs/promises';
import { Command } from 'commander';
import { isObject } from '../domain/json.js';
import { messageOf, WaypostError } from '../errors.js';
import type { AlertRule } from '../schema/alert-rules/alert-rule.js';
import { RULE_TYPES } from '../schema/alert-rules/rule-types.js';
import type { Group } from '../schema/devices/group.js';
import { groupsOf } from './gateway/find-group.js';
import { findNamed } from './gateway/find-named.js';
import type { GatewayClient } from './gateway/gateway-client.js';
import { connectGateway, gatewayCommand, withDefault, type GatewayCommandOptions } from './gateway/gateway-options.js';
import { optionNames, print } from './terminal/output.js';
import { factLines, tableLines } from './terminal/table.js';

const HELP = `
Alert rules raise alerts on the gateway. WAYPOST_API_KEY is the API key of --user, who requires the privilege messages and
must not be restricted to a group or a device.

Exit status: 0 on success, 1 on error.`;

const ruleArgument = (name: string, description: string): Command =>
  gatewayCommand(name, description).argument('<rule>', 'name or id');

export const alertRulesCommand = (): Command =>
  withDefault(
    new Command('alert-rules')
      .description('list, show, add, enable, disable and remove rules that raise alerts on the gateway')
      .addHelpText('after', HELP),
    gatewayCommand('list', 'list the rules').action(list),
  )
    .addCommand(ruleArgument('show', 'show one rule').action(show))
    .addCommand(
      gatewayCommand('add', 'create a rule from a file')
        .requiredOption('--file <path>', 'the rule in JSON, as POST /api/alertRules takes it')
        .action(add),
    )
    .addCommand(ruleArgument('enable', 'let a rule raise alerts').action(setEnabled(true)))
    .addCommand(ruleArgument('disable', 'keep a rule, but raise no alerts').action(setEnabled(false)))
    .addCommand(ruleArgument('remove', 'remove a rule; its alerts stay in the history').action(remove));

const connect = (options: GatewayCommandOptions, command: Command): Promise<GatewayClient> =>
  connectGateway(options, { options: optionNames(command) });

const rulesOf = async (gateway: GatewayClient): Promise<readonly AlertRule[]> =>
  (await gateway.call('GET', '/api/alertRules')).alertRules as readonly AlertRule[];

const findRule = async (gateway: GatewayClient, text: string): Promise<AlertRule> =>
  findNamed('alert rule', await rulesOf(gateway), text);

async function list(options: GatewayCommandOptions, command: Command): Promise<void> {
  const gateway = await connect(options, command);
  const alertRules = await rulesOf(gateway);
  print({ alertRules }, describeRules(alertRules, await groupsOf(gateway)), options.json);
}

async function show(text: string, options: GatewayCommandOptions, command: Command): Promise<void> {
  const gateway = await connect(options, command);
  printRule(await findRule(gateway, text), await groupsOf(gateway), options);
}

async function add(options: GatewayCommandOptions & { readonly file: string }, command: Command): Promise<void> {
  const body = await readRule(options.file);
  const gateway = await connect(options, command);
  const { alertRule } = await gateway.call('POST', '/api/alertRules', body);
  printRule(alertRule as AlertRule, await groupsOf(gateway), options);
}

const setEnabled =
  (enabled: boolean) =>
  async (text: string, options: GatewayCommandOptions, command: Command): Promise<void> => {
    const gateway = await connect(options, command);
    const { id } = await findRule(gateway, text);
    const { alertRule } = await gateway.call('PATCH', `/api/alertRules/${id}`, { enabled });
    printRule(alertRule as AlertRule, await groupsOf(gateway), options);
  };

async function remove(text: string, options: GatewayCommandOptions, command: Command): Promise<void> {
  const gateway = await connect(options, command);
  const { id, name } = await findRule(gateway, text);
  await gateway.call('DELETE', `/api/alertRules/${id}`);
  print({ removed: name }, `alert rule ${name} removed\n`, options.json);
}

async function readRule(file: string): Promise<object> {
  try {
    const value: unknown = JSON.parse(await readFile(file, 'utf8'));
    if (isObject(value)) return value;
  } catch (error) {
    throw new WaypostError('validation_failed', `--file ${file} cannot be read: ${messageOf(error)}`);
  }
  throw new WaypostError('validation_failed', `--file ${file} must be one rule, a JSON object`);
}

function describeRules(rules: readonly AlertRule[], groups: readonly Group[]): string {
  if (rules.length === 0) return 'No alert rules. To create one: waypost alert-rules add --file FILE\n';
  const rows = rules.map((rule) => [rule.name, stateOf(rule), rule.type, devicesOf(rule, groups), rule.id]);
  return [...tableLines(['RULE', 'STATE', 'TYPE', 'DEVICES', 'ID'], rows, { cut: ['DEVICES'] }), ''].join('\n');
}

const stateOf = ({ enabled }: AlertRule): string => (enabled ? 'on' : 'off');

/** A rule whose last device or group was removed covers none. */
function devicesOf({ all, devices, groups: ids }: AlertRule, groups: readonly Group[]): string {
  if (all) return 'all';
  const named = ids.map((id) => `group ${groups.find((group) => group.id === id)?.name ?? id}`);
  return [...devices, ...named].join(', ') || 'none';
}

function printRule(rule: AlertRule, groups: readonly Group[], { json }: GatewayCommandOptions): void {
  const { id, name, type, attention, creation, lastModified } = rule;
  const own = Object.keys(RULE_TYPES[type].properties);
  const parameters = Object.fromEntries(Object.entries(rule).filter(([field]) => own.includes(field)));
  const facts = { Rule: name, State: stateOf(rule), Type: type, Devices: devicesOf(rule, groups) };
  const more = { Attention: attention ? 'yes' : 'no', Parameters: JSON.stringify(parameters), Id: id };
  print({ alertRule: rule }, factLines({ ...facts, ...more, Created: creation, Changed: lastModified }), json);
}
