import { canUseWebhook, isChannelConfigured } from '../../channels/index.js';
import { undelivered, type Undelivered } from '../../domain/messages/undelivered.js';
import { apiAlertNames } from '../../domain/records/alert-name.js';
import { CHANNELS } from '../../schema/channels.js';
import type { Config } from '../../schema/config/config.js';
import type { MessagesState } from './current-settings.js';
import { fault, ok, type CheckFinding } from './finding.js';

/** Do messages reach whom the rules name, and did they? `now`: ms since 1970. */
export function checkMessages(state: MessagesState, config: Config, now: number): CheckFinding[] {
  const { notifications } = config;
  const { missing, stuck, failed } = undelivered({
    ...state,
    attentionNames: apiAlertNames(config.attention),
    isConfigured: (name) => isChannelConfigured(name, notifications),
    isWebhookOn: (name) => canUseWebhook(notifications.webhooks, name),
    now,
  });
  const problems = missing.map(missingFinding);
  if (stuck !== null) {
    const why = stuck.reason === null ? '' : `: ${stuck.reason}`;
    const what = `messages of alerts that cannot be sent: ${stuck.count}, the oldest since ${stuck.since}${why}`;
    const remedy = 'they are tried again until they expire; waypost check --email and --sms show more';
    problems.push(fault('messages', what, remedy));
  }
  if (failed !== null) {
    const what = `messages that failed within the last day: ${failed.count}, the last at ${failed.last}`;
    const remedy =
      'see the reasons on the page Messages or in GET /api/messages?state=failed, and acknowledge their alerts';
    problems.push(fault('messages', what, remedy));
  }
  return problems.length > 0 ? problems : [ok('messages', `${state.outbox.size} are waiting`)];
}

function missingFinding({ name, webhook, waiting, rules }: Undelivered['missing'][number]): CheckFinding {
  const { section, labels } = CHANNELS[name];
  const what =
    webhook === null ? `${labels.name} is not set up` : `webhook ${webhook} is missing, disabled or has no secret`;
  const named = rules.length === 0 ? '' : `, but notification rules send to it: ${rules.join(', ')}`;
  const wait = waiting === 0 ? '' : `; messages that wait for it: ${waiting}`;
  return fault(
    'messages',
    what + named + wait,
    `set it up on the page Settings or in notifications.${section}, or take it out of the rule`,
  );
}
