import { createSmtp } from '../../channels/email/smtp.js';
import type { EmailConfig } from '../../channels/email/smtp-problem.js';
import { timers } from '../../time/clock.js';
import { ok, type CheckFinding } from './finding.js';

/** Connects to the mail server and signs in. An unreachable server is only a warning, because messages stay queued. */
export async function checkMail(email: EmailConfig): Promise<CheckFinding[]> {
  const { host, port } = email.smtp;
  if (host === '') return [ok('email', 'off (notifications.email.smtp.host is empty)')];
  const checked = await createSmtp(email, timers).check();
  if (checked.verdict === 'accepted') return [ok('email', `${host}:${port} accepts mail`)];
  const isTemporary = checked.verdict === 'failed' && checked.fault === 'server';
  return [{ area: 'email', state: isTemporary ? 'warning' : 'fault', ...checked.problem }];
}
