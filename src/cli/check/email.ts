import { createSmtp } from '../../channels/email/smtp.js';
import type { EmailConfig } from '../../channels/email/smtp-problem.js';
import { timers } from '../../time/timers.js';
import { ok, type CheckFinding } from './finding.js';

/** Reaches the mail server and signs in, if there is one; mail waits for one that is not reached. */
export async function checkMail(email: EmailConfig): Promise<CheckFinding[]> {
  const { host, port } = email.smtp;
  if (host === '') return [ok('email', 'off (notifications.email.smtp.host)')];
  const checked = await createSmtp(email, timers).check();
  if (checked.verdict === 'accepted') return [ok('email', `${host}:${port} takes mail`)];
  const waits = checked.verdict === 'failed' && checked.fault === 'server';
  return [{ area: 'email', state: waits ? 'warning' : 'fault', ...checked.problem }];
}
