import { Command } from 'commander';
import type { ClockView } from '../schema/system/clock.js';
import { connectGateway, gatewayCommand, withDefault, type GatewayCommandOptions } from './gateway/gateway-options.js';
import { print } from './terminal/output.js';
import { factLines } from './terminal/table.js';

const HELP = `
WAYPOST_API_KEY is the API key of --user. After a start with a clock that ran ahead, the store has times that have not come
yet, and the right clock counts as wrong. accept confirms it; the stored times stay as they are.

  waypost clock accept

Exit status: 0 on success, 1 on error.`;

export const clockCommand = (): Command => {
  const command = new Command('clock').description('show the clock of the gateway, or accept it as right');
  const show = gatewayCommand('show', 'show the time, and how far it can be trusted').action(showClock);
  return withDefault(command, show)
    .addCommand(
      gatewayCommand('accept', 'accept the clock as right, though the store has later times').action(acceptClock),
    )
    .addHelpText('after', HELP);
};

const showClock = (options: GatewayCommandOptions): Promise<void> => printClock(options, 'GET', '/api/clock');
const acceptClock = (options: GatewayCommandOptions): Promise<void> => printClock(options, 'POST', '/api/clock/accept');

/** Both calls answer with the clock as it is now. */
async function printClock(options: GatewayCommandOptions, method: 'GET' | 'POST', path: string): Promise<void> {
  const clock = (await (await connectGateway(options)).call(method, path)) as unknown as ClockView;
  print({ clock }, describe(clock), options.json);
}

const describe = ({ now, quality, reason, localDate, timeZone }: ClockView): string =>
  factLines({
    Time: now,
    Quality: quality,
    ...(reason !== null && { Reason: reason }),
    'Local date': `${localDate} (${timeZone})`,
  });
