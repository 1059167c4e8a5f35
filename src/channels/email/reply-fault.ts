/** What a refusal of a mail server is about. Only `recipient` and `message` concern the one mail. */
export type ReplyFault = 'message' | 'recipient' | 'sender' | 'account' | 'limit' | 'policy' | 'server';

export type Refusal = {
  /** as the server sent it, with its code */
  readonly reply: string;
  /** `MAIL FROM`, `RCPT TO`, `DATA` or another one */
  readonly command: string;
};

/** A row matches where its code matches, or its text does. */
type Row = {
  readonly fault: ReplyFault;
  /** only of these replies, by their first digit */
  readonly only?: '4' | '5';
  /** of the enhanced code without its class, such as 7.1 (RFC 3463) */
  readonly code?: RegExp;
  readonly text?: RegExp;
};

/**
 * The first row that matches counts: words about the sender and its limits come before a code that many servers use for
 * everything. Codes are those of RFC 3463 and the registry of RFC 5248; those with three digits are of Microsoft 365.
 */
const ROWS: readonly Row[] = [
  // RFC 1870, RFC 3463: X.3.4 and X.2.3 are about the length; X.7.16 too (RFC 6710).
  { fault: 'message', code: /^(?:3\.4|2\.3|7\.16)$/, text: /\bsize\b|\btoo (?:large|big|long)\b/i },
  // RFC 6647: the same server takes the same mail later.
  { fault: 'recipient', only: '4', text: /gr[ae]y-?list/i },
  // Lists and groups that not everybody may write to (X.7.2; Exchange); RFC 7293: X.7.17 to X.7.19.
  {
    fault: 'recipient',
    code: /^7\.(?:2|1[7-9]|12[4-9]|13[0-6])$/,
    text: /RESOLVER\.RST|only accepts? (?:mail|messages?) from|distribution (?:list|group)/i,
  },
  // Gmail 5.4.5 and 4.7.28, Microsoft 365 5.1.90 and 5.2.122, Amazon SES 454, policy servers of Postfix.
  {
    fault: 'limit',
    code: /^(?:4\.5|1\.90|2\.122|7\.28|7\.705)$/,
    text: /throttl|rate.?limit|(?:send(?:ing|er)?|outgoing|outbound|daily|hourly|monthly|rate|relay)\b.{0,30}\b(?:limit|quota|rate|threshold)s?\b.{0,60}(?:exceed|reach|used)|(?:limit|quota)s?\b.{0,60}\b(?:per|an|a) (?:day|hour|minute|month)|(?:reached|exceed\w*|over)\b.{0,20}\b(?:daily|hourly|sending|rate|your)\b.{0,30}\b(?:limit|quota|rate)|too many (?!hops)|too (?:fast|frequent|quickly)|unusual (?:sending|rate)|at a rate that|credits? (?:exceed|exhaust|used)/i,
  },
  // X.1.7 and X.1.8 are about the sender's address; Exchange 5.7.60, Microsoft 365 5.2.252, RFC 7505 X.7.27.
  {
    fault: 'sender',
    code: /^(?:1\.[78]|2\.252|7\.(?:27|60|750))$/,
    text: /\bsender\b.{0,60}\b(?:reject|denied|not|invalid|unknown|refused|block|verif\w+ fail)|unauthenticated senders?|\bfrom(?:[ :-]+)?(?:address|header|domain)?\b.{0,30}\b(?:is not|not (?:allowed|owned|one of|verified|match)|does not match|must)|permissions? to send|not (?:allowed|authori[sz]ed|permitted) to send|send ?as ?denied|send (?:as|on behalf)|not verified/i,
  },
  // RFC 4954: 5.7.8, X.7.9 and 5.7.12; RFC 5248: X.7.11 to X.7.14; Exchange 5.7.57, Microsoft 365 5.7.64 and 5.7.139.
  {
    fault: 'account',
    code: /^7\.(?:[89]|1[1-4]|57|64|139)$/,
    text: /authenticat\w*\b.{0,30}\b(?:requir|need|first|unsuccessful|fail)|(?:not|must|please) (?:be )?(?:authenticat|log(?:ged)? ?in|sign in|login)|relay\w*\b.{0,30}\b(?:denied|not|prohibit|disallow|forbidden)|unable to relay|not (?:allowed to |permitted to )?relay|(?:your|this|sending) (?:account|domain|user)\b.{0,60}\b(?:disabled|suspend|block|lock|paus|inactive|restrict|expire|clos|not allowed)|account (?:is |has been )?(?:suspended|paused|blocked|locked)|(?:sending|outgoing)\b.{0,20}\b(?:suspend|disabled|paus|block)|not authori[sz]ed to perform|sandbox|billing|payment/i,
  },
  // About the machine, its address and its domain: X.7.23 to X.7.26 (RFC 7372), block lists, Microsoft 365.
  {
    fault: 'policy',
    code: /^7\.(?:2[0-9]|[567]\d\d)$/,
    text: /\bpolic(?:y|ies)\b|block(?:ed)? ?(?:using|list)|(?:black|deny) ?list|\b(?:dns|r)bl\b|spamhaus|reputation|\b(?:client|sending) (?:host|ip)\b|\b(?:your|this) (?:ip|host|server|network|domain)\b|\bips? address|(?:sending|outbound) spam|spam abuse|traffic not accepted|reverse (?:dns|host)|\bptr\b|\b(?:helo|ehlo)\b|\b(?:spf|dkim|dmarc)\b|banned/i,
  },
  // Of this text, not of the sender.
  { fault: 'message', code: /^6\.\d+$/, text: /\bspam\b|virus|malware|phish|\bcontents?\b|attachment/i },
  // X.1.0 to X.1.6 and X.1.10 are about the recipient's address, X.2.x about its mailbox, X.4.4 and X.4.6 about its domain.
  {
    fault: 'recipient',
    code: /^(?:1\.(?:[0-6]|10)|2\.\d+|4\.[46]|4\.14)$/,
    text: /\b(?:recipient|mail ?box|inbox)\b|no such|user (?:is )?(?:unknown|not found)|unknown (?:user|address|local)|tried to reach|does ?n[o']t exist|invalid (?:address|user)|storage allocation|over ?quota|user\b.{0,20}\bfull/i,
  },
  { fault: 'limit', text: /\b(?:limit|quota|threshold)s?\b|exceed/i },
  // X.7.x is "security or policy".
  { fault: 'policy', code: /^7\.\d+$/, text: /access denied|administrative/i },
  // X.3.x and X.4.x are about the mail system and its network. What passes by itself needs no person.
  { fault: 'server', only: '5', code: /^[34]\.\d+$/ },
];

const MAX_READ_LENGTH = 2_000;

/** Words in an address or a link are not about the mail. */
const textOf = (reply: string): string =>
  reply
    .slice(0, MAX_READ_LENGTH)
    .replace(/^\d{3}[ -]/gm, ' ')
    .split(/\s+/)
    .filter((word) => !/@|https?:/.test(word))
    .join(' ');

/** What a refusal of the envelope or the text is about. */
export function faultOf({ reply, command }: Refusal): ReplyFault {
  const [, basic = '', enhanced] = /^([45]\d\d)[ -](?:[245]\.(\d{1,3}\.\d{1,3})\b)?/.exec(reply) ?? [];
  const text = textOf(reply);
  const row = ROWS.find(
    ({ only, code, text: words }) =>
      (only === undefined || basic.startsWith(only)) &&
      ((enhanced !== undefined && code?.test(enhanced) === true) || words?.test(text) === true),
  );
  const fault = row?.fault ?? (basic === '421' ? 'server' : command === 'RCPT TO' ? 'recipient' : 'message');
  // The sender is the same in every mail (RFC 5321, 3.3).
  return command === 'MAIL FROM' && (fault === 'message' || fault === 'recipient') ? 'sender' : fault;
}
