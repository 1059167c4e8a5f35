import { createSmtp, senderOf } from '../channels/email/smtp.js';
import { loadSettings, type Flags } from '../config.js';
import { timers } from '../serial/timers.js';
import { printChecked } from './print-checked.js';

type Options = Pick<Flags, 'config'> & { readonly json?: true };

/** Connects to the configured mail server and signs in, and sends nothing. */
export async function checkEmail({ json, ...flags }: Options): Promise<void> {
  const { config } = await loadSettings(flags, process.env);
  const { email } = config.notifications;
  const { host, port, user } = email.smtp;
  const checked = await createSmtp(email, timers).check();
  const findings =
    checked.verdict === 'taken' ? [] : [{ file: 'notifications.email', weight: 'fault', ...checked.trouble } as const];
  const as = user === '' ? 'without signing in' : `as ${user}`;
  const sum =
    checked.verdict === 'taken' ? `${host}:${port}: mail from ${senderOf(email)} can be sent ${as}` : 'see above';
  printChecked({ findings }, sum, json);
}
