import { examine, type Step } from '../channels/sms/examine.js';
import { key } from '../channels/sms/sms-config.js';
import { loadSettings, type Flags } from '../config.js';
import { openAny } from '../serial/any-port.js';
import { timers } from '../serial/timers.js';
import { printChecked } from './print-checked.js';

type Options = Pick<Flags, 'config'> & {
  /** that gets a test message; left out: nothing is sent */
  readonly to?: string;
  readonly json?: true;
};

const text = 'Waypost: a test message, as it was asked for.';

/** Looks at the configured modem step by step, and tells each as it goes. */
export async function checkSms({ to, json, ...flags }: Options): Promise<void> {
  const { config } = await loadSettings(flags, process.env);
  const { sms } = config.notifications;
  const steps: Step[] = [];
  const onStep = (step: Step): void => {
    steps.push(step);
    if (json !== true) process.stdout.write(`${step.step}: ${step.found}\n`);
  };
  const message = to === undefined ? {} : { message: { to, text } };
  const trouble =
    sms.path === ''
      ? { what: 'SMS is off', remedy: `name the modem's port in ${key('path')}` }
      : await examine({ config: sms, openPort: openAny, timers, ...message, onStep });
  const findings = trouble === undefined ? [] : [{ file: 'notifications.sms', weight: 'fault', ...trouble } as const];
  const well = to === undefined ? 'SMS can be sent' : 'SMS are sent';
  const checked = { steps, findings };
  printChecked(checked, trouble === undefined ? `${sms.path}: ${well}` : 'see above', json);
}
