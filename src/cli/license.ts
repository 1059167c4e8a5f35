import type { Command } from 'commander';
import type { Forecast, Licenses } from '../schema/devices/licenses.js';
import { connectGateway, gatewayCommand, type GatewayCommandOptions } from './gateway/gateway-options.js';
import { print } from './terminal/output.js';
import { factLines, tableLines } from './terminal/table.js';

type LicensesView = Licenses & { readonly forecast: Forecast };

const HELP = `
WAYPOST_API_KEY is the API key of --user. Each device that has not expired uses one license. The list names the devices
that --user may see.

Exit status: 0 on success, 1 on error.`;

export const licenseCommand = (): Command =>
  gatewayCommand('license', 'show how many licenses are used and free, and which devices expire next')
    .addHelpText('after', HELP)
    .action(license);

async function license(options: GatewayCommandOptions): Promise<void> {
  const licenses = (await (await connectGateway(options)).call('GET', '/api/licenses')).licenses as LicensesView;
  print({ licenses }, describe(licenses), options.json);
}

function describe({ total, used, available, overUse, forecast: { days, byDay, expiries } }: LicensesView): string {
  const freed = byDay.reduce((sum, { count }) => sum + count, 0);
  const facts = factLines({
    Total: String(total),
    Used: String(used),
    Available: String(available),
    ...(overUse > 0 && { 'Used beyond the total': String(overUse) }),
    [`Free in ${days} days`]: String(freed),
  });
  if (expiries.length === 0) return facts;
  const rows = expiries.map(({ deviceId, expires }) => [deviceId, expires]);
  return [facts, ...tableLines(['DEVICE', 'EXPIRES'], rows), ''].join('\n');
}
