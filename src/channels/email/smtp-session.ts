import { Readable } from 'node:stream';
import SMTPConnection, { type Options, type SMTPError } from 'nodemailer/lib/smtp-connection';
import type { Timers } from '../../time/timers.js';
import type { MimeMessage } from './mime-message.js';

/**
 * How far a dialogue has come. `connecting` lasts until the server is known, over TLS where there is any; `text` begins
 * when the server has asked for the text, just before the first byte of it is given.
 */
export type SmtpStage = 'connecting' | 'authenticating' | 'envelope' | 'text';

export type SmtpFailure = {
  readonly stage: SmtpStage;
  /** the server took the connection, whatever it said after that */
  readonly reached: boolean;
  readonly error: SMTPError;
};

export type SmtpSessionEnd =
  | { readonly ending: 'done'; /** to the text; empty without a letter */ readonly reply: string }
  | ({ readonly ending: 'broken' } & SmtpFailure);

export type SmtpSession = {
  /** Never rejects. */
  readonly ended: Promise<SmtpSessionEnd>;
  /** Breaks it off where it is. */
  end: (reason: string) => void;
};

type SmtpSessionOptions = {
  readonly server: Options;
  /** left out: without signing in */
  readonly credentials?: { readonly user: string; readonly pass: string } | undefined;
  /** left out: nothing is sent */
  readonly message?: MimeMessage | undefined;
  readonly timers: Timers;
};

/** What a stage may take, however slowly the server goes on with it. The text is long, and a scanner may look at it. */
const STAGE_TIMEOUT_MS: Readonly<Record<SmtpStage, number>> = {
  connecting: 30_000,
  authenticating: 30_000,
  envelope: 30_000,
  text: 60_000,
};

/** Those of the library, which are minutes unless set; what it does itself is to end no later than here. */
const LIBRARY_TIMEOUTS = {
  connectionTimeout: STAGE_TIMEOUT_MS.connecting,
  dnsTimeout: STAGE_TIMEOUT_MS.connecting,
  greetingTimeout: STAGE_TIMEOUT_MS.connecting,
  socketTimeout: STAGE_TIMEOUT_MS.text,
  socketCloseTimeout: 1_000,
} as const;

const MAX_REPLY_BYTES = 65_536;

/** One dialogue with a mail server over a connection of its own, as far as it goes. */
export function openSmtpSession({ server, credentials, message, timers }: SmtpSessionOptions): SmtpSession {
  const connection = new SMTPConnection({
    ...server,
    ...LIBRARY_TIMEOUTS,
    maxResponseSize: MAX_REPLY_BYTES,
    logger: false,
  });
  let stage: SmtpStage = 'connecting';
  let over = false;
  let cancelTimeout = (): void => undefined;
  let resolve: (ending: SmtpSessionEnd) => void;
  const ended = new Promise<SmtpSessionEnd>((settle) => (resolve = settle));

  function finish(ending: SmtpSessionEnd): void {
    if (over) return;
    over = true;
    cancelTimeout();
    if (ending.ending === 'done') connection.quit();
    connection.close();
    resolve(ending);
  }

  function fail(error: SMTPError): void {
    finish({ ending: 'broken', stage, reached: connection.stage === 'connected', error });
  }

  function enterStage(next: SmtpStage): void {
    if (over) return;
    cancelTimeout();
    stage = next;
    cancelTimeout = timers.after(STAGE_TIMEOUT_MS[next], () => {
      fail(new Error(`no answer within ${STAGE_TIMEOUT_MS[next] / 1_000} s`));
    });
  }

  function authenticate(): void {
    if (credentials === undefined) {
      sendMessage();
      return;
    }
    enterStage('authenticating');
    if (!connection.allowsAuth) {
      fail(new Error('the server asks nobody to sign in'));
      return;
    }
    connection.login({ ...credentials }, (error) => {
      if (error) fail(error);
      else sendMessage();
    });
  }

  function sendMessage(): void {
    if (message === undefined) {
      finish({ ending: 'done', reply: '' });
      return;
    }
    enterStage('envelope');
    // The library reads the text when the server has asked for it, and not before: that is how the stage is known.
    const text = new Readable({
      read() {
        enterStage('text');
        this.push(message.raw);
        this.push(null);
      },
    });
    connection.send({ from: message.from, to: [message.to] }, text, (error, info) => {
      if (error) fail(error);
      else finish({ ending: 'done', reply: info.response });
    });
  }

  enterStage('connecting');
  // Stays for good: an error that nobody hears would end the process.
  connection.on('error', fail);
  // What the end came with is told after it.
  connection.once('end', () => {
    setImmediate(() => {
      fail(new Error('the connection was closed'));
    });
  });
  connection.connect((error) => {
    if (error) fail(error);
    else authenticate();
  });

  return {
    ended,
    end(reason) {
      fail(new Error(reason));
    },
  };
}
