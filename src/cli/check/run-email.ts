import { createSmtp, senderOf } from '../../channels/email/smtp.js';
import { loadSettings, type GatewayFlags } from '../../config.js';
import { timers } from '../../time/clock.js';
import { printFindings } from './print-findings.js';

type EmailCheckOptions = Pick<GatewayFlags, 'config'> & { readonly json?: true };

/** Connects to the configured mail server and signs in; sends nothing. */
export async function runEmailCheck({ json, ...flags }: EmailCheckOptions): Promise<void> {
  const { config } = await loadSettings(flags, process.env);
  const { email } = config.notifications;
  const { host, port, user } = email.smtp;
  const checked = await createSmtp(email, timers).check();
  const findings =
    checked.verdict === 'accepted'
      ? []
      : [{ file: 'notifications.email', weight: 'fault', ...checked.problem } as const];
  const as = user === '' ? 'without signing in' : `as ${user}`;
  const summary =
    checked.verdict === 'accepted' ? `${host}:${port}: mail from ${senderOf(email)} can be sent ${as}` : 'see above';
  printFindings({ findings }, summary, json);
}
