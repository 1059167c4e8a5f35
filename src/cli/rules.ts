import { Command } from 'commander';
import type { Group } from '../schema/devices/group.js';
import type { NotificationRule } from '../schema/messages/notification-rule.js';
import { groupsOf } from './gateway/find-group.js';
import { findNamed } from './gateway/find-named.js';
import type { GatewayClient } from './gateway/gateway-client.js';
import { connectGateway, gatewayCommand, withDefault, type GatewayCommandOptions } from './gateway/gateway-options.js';
import { describeRule, describeRules } from './rules/describe.js';
import { ruleBody, ruleFields, type RuleFields } from './rules/fields.js';
import { nothingToChangeError, optionNames, print } from './terminal/output.js';

type RuleOptions = GatewayCommandOptions & RuleFields;

const HELP = `
A rule sends messages about alerts to people. WAYPOST_API_KEY is the API key of --user, who requires the privilege messages
and must not be restricted to a group or a device.

Exit status: 0 on success, 1 on error.`;

const ruleArgument = (name: string, description: string): Command =>
  gatewayCommand(name, description).argument('<rule>', 'name or id');

export const rulesCommand = (): Command =>
  withDefault(
    new Command('rules')
      .description('list, show, add, set and remove notification rules: which alerts notify whom')
      .addHelpText('after', HELP),
    gatewayCommand('list', 'list the rules').action(list),
  )
    .addCommand(ruleArgument('show', 'show one rule').action(show))
    .addCommand(
      ruleFields(gatewayCommand('add', 'create a rule').argument('<name>', 'name of the rule, unique')).action(add),
    )
    .addCommand(
      ruleFields(ruleArgument('set', 'change the given fields; the others stay'))
        .option('--name <text>', 'name of the rule, unique')
        .action(set),
    )
    .addCommand(ruleArgument('remove', 'remove a rule; messages that it has queued stay queued').action(remove));

const connect = (options: GatewayCommandOptions, command: Command): Promise<GatewayClient> =>
  connectGateway(options, { options: optionNames(command) });

const rulesOf = async (gateway: GatewayClient): Promise<readonly NotificationRule[]> =>
  (await gateway.call('GET', '/api/notifications')).notifications as readonly NotificationRule[];

const findRule = async (gateway: GatewayClient, text: string): Promise<NotificationRule> =>
  findNamed('rule', await rulesOf(gateway), text);

async function list(options: GatewayCommandOptions, command: Command): Promise<void> {
  const gateway = await connect(options, command);
  const rules = await rulesOf(gateway);
  print({ rules }, describeRules(rules, await groupsOf(gateway)), options.json);
}

async function show(text: string, options: GatewayCommandOptions, command: Command): Promise<void> {
  const gateway = await connect(options, command);
  printRule(await findRule(gateway, text), await groupsOf(gateway), options);
}

async function add(name: string, options: RuleOptions, command: Command): Promise<void> {
  const gateway = await connect(options, command);
  const groups = await groupsOf(gateway);
  const body = { name, ...ruleBody(options, groups) };
  printRule(ruleIn(await gateway.call('POST', '/api/notifications', body)), groups, options);
}

async function set(text: string, options: RuleOptions & { readonly name?: string }, command: Command): Promise<void> {
  const gateway = await connect(options, command);
  const groups = await groupsOf(gateway);
  const { name } = options;
  const body = { ...(name !== undefined && { name }), ...ruleBody(options, groups) };
  if (Object.keys(body).length === 0) throw nothingToChangeError(command);
  const { id } = await findRule(gateway, text);
  printRule(ruleIn(await gateway.call('PATCH', `/api/notifications/${id}`, body)), groups, options);
}

async function remove(text: string, options: GatewayCommandOptions, command: Command): Promise<void> {
  const gateway = await connect(options, command);
  const { id, name } = await findRule(gateway, text);
  await gateway.call('DELETE', `/api/notifications/${id}`);
  print({ removed: name }, `rule ${name} removed\n`, options.json);
}

const ruleIn = (response: Readonly<Record<string, unknown>>): NotificationRule =>
  response.notification as NotificationRule;

function printRule(rule: NotificationRule, groups: readonly Group[], { json }: GatewayCommandOptions): void {
  print({ rule }, describeRule(rule, groups), json);
}
