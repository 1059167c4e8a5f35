import { createSmtp } from '../../channels/email/smtp.js';
import type { EmailConfig } from '../../channels/email/trouble.js';
import { timers } from '../../serial/timers.js';
import { ok, type CheckLine } from './check-line.js';

/** Reaches the mail server and signs in, if there is one; mail waits for one that is not reached. */
export async function checkMail(email: EmailConfig): Promise<CheckLine[]> {
  const { host, port } = email.smtp;
  if (host === '') return [ok('email', 'off (notifications.email.smtp.host)')];
  const checked = await createSmtp(email, timers).check();
  if (checked.verdict === 'taken') return [ok('email', `${host}:${port} takes mail`)];
  const waits = checked.verdict === 'failed' && checked.fault === 'server';
  return [{ area: 'email', state: waits ? 'warning' : 'fault', ...checked.trouble }];
}
