import { Command, Option } from 'commander';
import type { DeviceAlertView } from '../schema/records/alert.js';
import { createClock } from '../time/clock.js';
import { printable } from '../schema/printable-text.js';
import type { GatewayClient } from './gateway/gateway-client.js';
import { connectGateway, gatewayCommand, withDefault, type GatewayCommandOptions } from './gateway/gateway-options.js';
import { noteMore, readPages, type Pages } from './gateway/read-pages.js';
import { rangeOptions, rangeQuery, type RangeOptions } from './options/range-options.js';
import { optionNames, print } from './terminal/output.js';
import { tableLines } from './terminal/table.js';

type ListOptions = GatewayCommandOptions &
  RangeOptions & { readonly device?: string; readonly name?: string; readonly open?: true; readonly cursor?: string };
type AcknowledgeOptions = GatewayCommandOptions & { readonly note?: string };

const HELP = `
WAYPOST_API_KEY is the API key of --user, whose scope decides which alerts are shown. Times are UTC. acknowledge
requires the privilege messages; the first acknowledgement of an alert stays.

Exit status: 0 on success, 1 on error.`;

const HEADINGS = [
  'TIME',
  'DEVICE',
  'ALERTS',
  'NOTIFIED',
  'ACKNOWLEDGED',
  'LATITUDE',
  'LONGITUDE',
  'ALERT ID',
  'TEXT',
] as const;

export const alertsCommand = (): Command =>
  withDefault(
    new Command('alerts').description('list the alerts of devices, acknowledge them').addHelpText('after', HELP),
    rangeOptions(gatewayCommand('list', 'list the alerts in a time range, newest first'))
      .option('--device <id>', 'only alerts of this device, the earliest first')
      .option('--name <alert>', 'only alerts of this name, like SOSButton')
      .addOption(new Option('--open', 'only alerts that need a person and are not acknowledged').conflicts('device'))
      .option('--cursor <text>', 'continue after the last page')
      .action(list),
  ).addCommand(
    gatewayCommand('acknowledge', 'take on an alert, so that others need not')
      .argument('<alert>', 'id of the alert')
      .option('--note <text>', 'what was done, or who takes care of it')
      .action(acknowledge),
  );

async function acknowledge(id: string, options: AcknowledgeOptions, command: Command): Promise<void> {
  const { note, json } = options;
  const gateway = await connectGateway(options, {
    options: optionNames(command),
    remedies: { not_found: 'waypost alerts lists the ids' },
  });
  const path = `/api/alerts/${encodeURIComponent(id)}/acknowledge`;
  const { alert } = await gateway.call('POST', path, note === undefined ? {} : { note });
  const { acknowledged } = alert as DeviceAlertView;
  const text = acknowledged === null ? '' : ` by ${acknowledged.by.name} at ${acknowledged.at}: ${acknowledged.note}`;
  print({ alert }, `alert ${id} acknowledged${printable(text).replace(/: $/, '')}\n`, json);
}

async function list(options: ListOptions, command: Command): Promise<void> {
  const gateway = await connectGateway(options, {
    options: optionNames(command),
    remedies: { not_found: 'waypost device list shows the registered devices' },
  });
  const found = await readAlerts(gateway, options);
  const { records, next } = found;
  print({ alerts: records, ...(next !== undefined && { next }) }, describe(records), options.json);
  if (options.json !== true) noteMore(found);
}

async function readAlerts(gateway: GatewayClient, options: ListOptions): Promise<Pages<DeviceAlertView>> {
  const { device, name, open, cursor, limit } = options;
  const query = {
    ...rangeQuery(options, createClock().now()),
    ...(name !== undefined && { alertName: name }),
    ...(open === true && { attention: 'true', acknowledged: 'false' }),
    ...(cursor !== undefined && { cursor }),
  };
  if (device === undefined) return readPages(gateway, '/api/alerts', { name: 'alerts', query, limit });
  const path = `/api/devices/${encodeURIComponent(device)}/alerts`;
  const found = await readPages<DeviceAlertView>(gateway, path, { name: 'alerts', query, limit });
  return { ...found, records: found.records.map((alert) => ({ ...alert, deviceId: device })) };
}

function describe(alerts: readonly DeviceAlertView[]): string {
  if (alerts.length === 0) return 'No alerts in this time range. Other ranges: --last 7d, or --from and --to\n';
  const rows = alerts.map(
    ({ id, dateTime, deviceId, alerts: names, notifications, latitude, longitude, text, acknowledged }) => [
      dateTime,
      deviceId,
      names.join(', '),
      notifications.length === 0 ? '-' : notifications.join(', '),
      acknowledged === null ? '-' : acknowledged.by.name,
      latitude?.toFixed(6) ?? '-',
      longitude?.toFixed(6) ?? '-',
      id,
      text ?? '',
    ],
  );
  return [...tableLines(HEADINGS, rows, { cut: ['TEXT', 'ALERTS'] }), ''].join('\n');
}
