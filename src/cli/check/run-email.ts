import { createSmtp, senderOf } from '../../channels/email/smtp.js';
import type { GatewayFlags } from '../../config.js';
import type { Finding } from '../../store/check/check.js';
import { timers } from '../../time/clock.js';
import { loadCurrentSettings } from './current-settings.js';
import { printFindings } from './print-findings.js';

type EmailCheckOptions = Pick<GatewayFlags, 'config' | 'data'> & { readonly json?: true };

/** Connects to the mail server of the gateway's settings and signs in; sends nothing. */
export async function runEmailCheck({ json, ...flags }: EmailCheckOptions): Promise<void> {
  const { config, problems } = await loadCurrentSettings(flags, process.env);
  const { email } = config.notifications;
  const { host, port, user } = email.smtp;
  const checked = await createSmtp(email, timers).check();
  const findings: Finding[] = problems.map((problem) => ({ file: 'settings', weight: 'note', ...problem }));
  if (checked.verdict !== 'accepted')
    findings.push({ file: 'notifications.email', weight: 'fault', ...checked.problem });
  const as = user === '' ? 'without signing in' : `as ${user}`;
  const summary =
    checked.verdict === 'accepted' ? `${host}:${port}: mail from ${senderOf(email)} can be sent ${as}` : 'see above';
  printFindings({ findings }, summary, json);
}
