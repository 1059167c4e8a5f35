import { readMail } from '../../support/channels/read-mail.js';
import { alarmedIds, BEGIN, countOf, isInYard, MINUTE_MS, TIME_ZONE, visitorIds, type Plan } from './plan.js';
import { ALARMED } from './plan.js';
import type { SoakedGateway } from './gateway.js';
import { mailOf } from './set-up.js';

/** Compares the mails with those that were due. */

const dates = new Intl.DateTimeFormat('en-CA', { timeZone: TIME_ZONE });
const localDateOf = (ms: number): string => dates.format(ms);

/** Which minute of the plan was posted when the creation of the rules began and ended; undefined: before the first one. */
export type RulesSince = { readonly from: number; readonly to: number } | undefined;

/** Entries of a device into the yard, as numbers of its fixes: those that raise an alert, and those that may. */
export function entriesOf(plan: Plan, i: number, rules: RulesSince): { due: number[]; possible: number[] } {
  const entries = Array.from({ length: countOf('poster', plan) - 1 }, (_, at) => at + 1).filter(
    (n) => isInYard(plan, i, n) && !isInYard(plan, i, n - 1),
  );
  // Around the creation of the rule, another fix may have been the first one that it saw.
  return {
    due: entries.filter((n) => n > (rules?.to ?? -1) + 1),
    possible: entries.filter((n) => n >= (rules?.from ?? 0)),
  };
}

/** A message of which the gateway does not know whether the mail server took it: it is never sent again. */
export type Uncertain = { readonly to: string; readonly queuedAt: string };

export async function readUncertain({ call }: Pick<SoakedGateway, 'call'>): Promise<readonly Uncertain[]> {
  const answer = await call<{ messages: readonly Uncertain[] }>('GET', '/api/messages?state=uncertain&limit=1000');
  return answer.messages;
}

export type MailAccount = {
  readonly due: number;
  readonly delivered: number;
  readonly uncertain: number;
  readonly problems: readonly string[];
};

type CompareOptions = {
  readonly plan: Plan;
  readonly mails: readonly string[];
  readonly uncertain: readonly Uncertain[];
  readonly rulesSince: RulesSince;
};

export function compareMails({ plan, mails, uncertain, rulesSince }: CompareOptions): MailAccount {
  const problems: string[] = [];
  const ids = new Set<string>();
  const delivered = new Map<string, number>();
  for (const text of mails) {
    const { headers } = readMail(Buffer.from(text, 'latin1'));
    const [id = '', to = ''] = [headers.get('message-id'), headers.get('to')];
    if (ids.has(id)) problems.push(`the mail ${id} to ${to} was delivered twice`);
    ids.add(id);
    const date = localDateOf(Date.parse(headers.get('date') ?? ''));
    for (const key of [to, `${to} ${date}`]) delivered.set(key, (delivered.get(key) ?? 0) + 1);
  }

  const unknown = new Map<string, number>();
  for (const { to, queuedAt } of uncertain) {
    for (const key of [to, `${to} ${localDateOf(Date.parse(queuedAt))}`]) unknown.set(key, (unknown.get(key) ?? 0) + 1);
  }

  let due = 0;
  function expectMails(key: string, atLeast: number, atMost: number): void {
    const came = delivered.get(key) ?? 0;
    due += atLeast;
    if (came + (unknown.get(key) ?? 0) < atLeast || came > atMost)
      problems.push(`${key}: ${came} mails instead of ${atLeast}`);
  }
  const raised = new Map<string, number>();
  for (const { minute, isRepeat } of plan.alarms) {
    const date = localDateOf(BEGIN + minute * MINUTE_MS);
    raised.set(date, (raised.get(date) ?? 0) + (isRepeat ? 0 : 1));
  }
  for (const id of alarmedIds(plan)) {
    for (const [date, alarms] of raised) {
      const count = Math.min(plan.dailyEmails, alarms);
      expectMails(`${mailOf(id)} ${date}`, count, count);
    }
  }
  for (const [at, id] of visitorIds(plan).entries()) {
    const entries = entriesOf(plan, ALARMED + at, rulesSince);
    expectMails(mailOf(id), entries.due.length, entries.possible.length);
  }
  return { due, delivered: mails.length, uncertain: uncertain.length, problems };
}
