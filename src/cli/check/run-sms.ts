import { checkModem, type ModemCheckStep } from '../../channels/sms/modem-check.js';
import { configKey } from '../../channels/sms/sms-config.js';
import { loadSettings, type GatewayFlags } from '../../config.js';
import { openPort } from '../../serial/transport/open-port.js';
import { timers } from '../../time/clock.js';
import { printFindings } from './print-findings.js';

type SmsCheckOptions = Pick<GatewayFlags, 'config'> & {
  /** telephone number that gets a test message; without it, nothing is sent */
  readonly to?: string;
  readonly json?: true;
};

const TEST_MESSAGE = 'Waypost: test message from waypost check';

/** Checks the configured modem step by step, and prints each step as it is done. */
export async function runSmsCheck({ to, json, ...flags }: SmsCheckOptions): Promise<void> {
  const { config } = await loadSettings(flags, process.env);
  const { sms } = config.notifications;
  const steps: ModemCheckStep[] = [];
  const onStep = (step: ModemCheckStep): void => {
    steps.push(step);
    if (json !== true) process.stdout.write(`${step.step}: ${step.found}\n`);
  };
  const message = to === undefined ? {} : { message: { to, text: TEST_MESSAGE } };
  const problem =
    sms.path === ''
      ? { what: 'SMS is off', remedy: `name the modem's port in ${configKey('path')}` }
      : await checkModem({ config: sms, openPort: openPort, timers, ...message, onStep });
  const findings = problem === undefined ? [] : [{ file: 'notifications.sms', weight: 'fault', ...problem } as const];
  const success = to === undefined ? 'ready to send SMS' : 'test message sent';
  const checked = { steps, findings };
  printFindings(checked, problem === undefined ? `${sms.path}: ${success}` : 'see above', json);
}
