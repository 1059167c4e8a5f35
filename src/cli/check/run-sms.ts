import { checkModem, type ModemCheckStep } from '../../channels/sms/modem-check.js';
import { configKey } from '../../channels/sms/sms-config.js';
import type { GatewayFlags } from '../../config.js';
import { openPort } from '../../serial/transport/open-port.js';
import type { Finding } from '../../store/check/check.js';
import { timers } from '../../time/clock.js';
import { loadCurrentSettings } from './current-settings.js';
import { printFindings } from './print-findings.js';

type SmsCheckOptions = Pick<GatewayFlags, 'config' | 'data'> & {
  /** telephone number that gets a test message; without it, nothing is sent */
  readonly to?: string;
  readonly json?: true;
};

const TEST_MESSAGE = 'Waypost: test message from waypost check';

/** Checks the modem of the gateway's settings step by step, and prints each step as it is done. */
export async function runSmsCheck({ to, json, ...flags }: SmsCheckOptions): Promise<void> {
  const { config, problems } = await loadCurrentSettings(flags, process.env);
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
  const findings: Finding[] = problems.map((one) => ({ file: 'settings', weight: 'note', ...one }));
  if (problem !== undefined) findings.push({ file: 'notifications.sms', weight: 'fault', ...problem });
  const success = to === undefined ? 'ready to send SMS' : 'test message sent';
  const checked = { steps, findings };
  printFindings(checked, problem === undefined ? `${sms.path}: ${success}` : 'see above', json);
}
