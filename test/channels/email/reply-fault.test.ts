import { expect } from 'chai';
import { faultOf, type ReplyFault } from '../../../src/channels/email/reply-fault.js';

/** Replies as the servers send them: command, reply, what it is about. */
const replies: readonly (readonly [command: string, reply: string, fault: ReplyFault])[] = [
  // RFC 5321, RFC 3463
  ['RCPT TO', '550 5.1.1 no such user', 'recipient'],
  ['RCPT TO', '501 5.1.3 Bad recipient address syntax', 'recipient'],
  ['RCPT TO', '550 no', 'recipient'],
  ['RCPT TO', '552 Requested mail action aborted: exceeded storage allocation', 'recipient'],
  ['RCPT TO', '551 User not local; please try <other@depot.example>', 'recipient'],
  ['RCPT TO', '421 Service not available, closing transmission channel', 'server'],
  ['DATA', '552 5.3.4 Message size exceeds fixed limit', 'message'],
  ['DATA', '451 4.3.0 Temporary lookup failure', 'message'],
  ['DATA', '554 no', 'message'],
  ['DATA', '554 5.3.0 Mail system is not configured', 'server'],
  ['MAIL FROM', '550 5.1.1 what', 'sender'],
  ['MAIL FROM', '452 4.3.1 Insufficient system storage', 'sender'],
  ['MAIL FROM', '421 4.7.0 Try again later, closing connection', 'policy'],
  // Postfix
  ['RCPT TO', '450 4.2.0 Greylisted, see http://postgrey.example', 'recipient'],
  ['RCPT TO', '450 4.7.1 <boss@depot.example>: Recipient address rejected: Greylisted', 'recipient'],
  ['RCPT TO', '554 5.7.1 <boss@depot.example>: Relay access denied', 'account'],
  ['RCPT TO', '553 5.7.1 <gw@depot.example>: Sender address rejected: not owned by user gw', 'sender'],
  ['RCPT TO', '504 5.5.2 <gw>: Helo command rejected: need fully-qualified hostname', 'policy'],
  ['RCPT TO', '450 4.7.1 Client host rejected: cannot find your reverse hostname', 'policy'],
  ['RCPT TO', '554 5.7.1 Service unavailable; Client host [192.0.2.1] blocked using zen.spamhaus.org', 'policy'],
  ['RCPT TO', '554 5.7.1 <boss@depot.example>: Recipient address rejected: Policy: hourly quota exceeded', 'limit'],
  ['RCPT TO', '550 5.1.1 <limit@policy.example>: Recipient address rejected: User unknown', 'recipient'],
  ['DATA', '552 5.2.2 <boss@depot.example> Quota exceeded (mailbox for user is full)', 'recipient'],
  // Gmail
  ['RCPT TO', '550 5.4.5 Daily user sending limit exceeded. https://support.google.com/a/answer/166852', 'limit'],
  ['RCPT TO', '550-5.7.1 Daily SMTP relay limit exceeded for customer.\n550 5.7.1 see the page', 'limit'],
  ['DATA', '421 4.7.28 Gmail has detected an unusual rate of unsolicited mail', 'limit'],
  ['DATA', '552 5.7.0 This message was blocked because its content presents a potential security issue', 'message'],
  ['RCPT TO', '550-5.2.1 The email account that you tried to reach is disabled', 'recipient'],
  ['RCPT TO', '452 4.2.2 The email account that you tried to reach is over quota', 'recipient'],
  ['RCPT TO', '550 5.1.1 The email account that you tried to reach does not exist', 'recipient'],
  ['MAIL FROM', '530 5.7.0 Authentication Required', 'account'],
  // Exchange and Microsoft 365
  ['DATA', '550 5.7.60 SMTP; Client does not have permissions to send as this sender', 'sender'],
  ['DATA', '554 5.2.252 SendAsDenied; gw@depot.example not allowed to send as boss@depot.example', 'sender'],
  ['MAIL FROM', '530 5.7.57 SMTP; Client was not authenticated to send anonymous mail during MAIL FROM', 'account'],
  ['RCPT TO', '550 5.7.54 SMTP; Unable to relay recipient in non-accepted domain', 'account'],
  ['DATA', '550 5.7.708 Service unavailable. Access denied, traffic not accepted from this IP', 'policy'],
  ['RCPT TO', '550 5.1.8 Access denied, bad outbound sender', 'sender'],
  [
    'RCPT TO',
    '550-Verification failed for <gw@depot.example>\r\n550-No Such User Here\r\n550 Sender verify failed',
    'sender',
  ],
  ['DATA', '550 5.1.90 Your message cannot be sent because you have reached your daily limit for recipients', 'limit'],
  ['RCPT TO', '550 5.4.1 Recipient address rejected: Access denied', 'recipient'],
  ['RCPT TO', '550 5.7.133 RESOLVER.RST.SenderNotAuthenticatedForGroup; authentication required', 'recipient'],
  ['DATA', '432 4.3.2 Concurrent connections limit exceeded', 'limit'],
  ['DATA', '550 5.7.501 Access denied, spam abuse detected', 'policy'],
  // Amazon SES, Mailgun, SendGrid
  ['DATA', '454 Throttling failure: Maximum sending rate exceeded.', 'limit'],
  ['DATA', '454 Throttling failure: Daily message quota exceeded.', 'limit'],
  ['DATA', '554 Message rejected: Email address is not verified.', 'sender'],
  ['DATA', '554 Message rejected: Sending paused for this account.', 'account'],
  ['RCPT TO', '550 5.7.1 Sandbox subdomains are for test purposes only', 'account'],
  ['MAIL FROM', '550 Unauthenticated senders not allowed', 'sender'],
  // GMX, Zoho, Dovecot
  ['DATA', '554 Transaction failed. Reject due to policy restrictions.', 'policy'],
  ['DATA', '550 Requested action not taken: mailbox unavailable. Sender address is not allowed.', 'sender'],
  ['RCPT TO', '550 5.4.6 Unusual sending activity detected. Please try after sometime', 'limit'],
  ['DATA', '554 5.7.1 spam', 'message'],
  ['DATA', '550 5.7.1 Virus found in message', 'message'],
  ['DATA', '550 5.7.1 Not authorized', 'policy'],
];

describe('what a refusal of a mail server is about', () => {
  for (const [command, reply, fault] of replies) {
    it(`${JSON.stringify(reply)} to ${command} is about the ${fault}`, () => {
      expect(faultOf({ reply, command })).to.equal(fault);
    });
  }

  it('a reply of any length is read in a moment', () => {
    const reply = `550 ${'sender relay limit from account '.repeat(10_000)}`;
    expect(faultOf({ reply, command: 'DATA' })).to.be.a('string');
  });
});
