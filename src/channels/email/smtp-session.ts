import { Readable } from 'node:stream';
import SMTPConnection, { type Options, type SMTPError } from 'nodemailer/lib/smtp-connection';
import type { Timers } from '../../time/clock.js';
import type { MimeMessage } from './mime-message.js';

/**
 * The stage of a session. `connecting` includes the TLS handshake; `text` starts when the server asks for the text,
 * before its first byte is sent.
 */
export type SmtpStage = 'connecting' | 'authenticating' | 'envelope' | 'text';

export type SmtpFailure = {
  readonly stage: SmtpStage;
  /** the connection was established */
  readonly reached: boolean;
  readonly error: SMTPError;
};

type SmtpSessionEnd =
  | { readonly ending: 'done'; /** to the text; empty without a message */ readonly reply: string }
  | ({ readonly ending: 'broken' } & SmtpFailure);

export type SmtpSession = {
  /** Never rejects. */
  readonly ended: Promise<SmtpSessionEnd>;
  /** Aborts the session. */
  end: (reason: string) => void;
};

type SmtpSessionOptions = {
  readonly server: Options;
  /** omitted: no authentication */
  readonly credentials?: { readonly user: string; readonly pass: string } | undefined;
  /** omitted: nothing is sent */
  readonly message?: MimeMessage | undefined;
  readonly timers: Timers;
};

/** Limits each stage, even while the server keeps sending. The text gets more time: it is long and may be scanned. */
const STAGE_TIMEOUT_MS: Readonly<Record<SmtpStage, number>> = {
  connecting: 30_000,
  authenticating: 30_000,
  envelope: 30_000,
  text: 60_000,
};

/** Of all replies of a session: a few kilobytes are usual. */
const MAX_RECEIVED_BYTES = 65_536;

/** The library's defaults are minutes; it must not wait longer than the stages. */
const LIBRARY_SETTINGS = {
  connectionTimeout: STAGE_TIMEOUT_MS.connecting,
  dnsTimeout: STAGE_TIMEOUT_MS.connecting,
  greetingTimeout: STAGE_TIMEOUT_MS.connecting,
  socketTimeout: STAGE_TIMEOUT_MS.text,
  socketCloseTimeout: 1_000,
  maxResponseSize: MAX_RECEIVED_BYTES,
  logger: false,
} as const;

/** The library calls this method with each piece that the server sends; its types leave it out. */
type Receiver = { _onData: (piece: Buffer) => void };

/** The library bounds each reply, but not their number: a flood of empty lines would fill its queue. */
function boundReplies(connection: SMTPConnection): void {
  const receiver = connection as SMTPConnection & Receiver;
  const receive = receiver._onData.bind(connection);
  let bytes = 0;
  receiver._onData = (piece) => {
    bytes += piece.length;
    if (bytes <= MAX_RECEIVED_BYTES) receive(piece);
    else connection.emit('error', new Error('Server response exceeds maximum allowed size'));
  };
}

/** One session with a mail server, over a connection of its own. */
export function openSmtpSession({ server, credentials, message, timers }: SmtpSessionOptions): SmtpSession {
  const connection = new SMTPConnection({ ...server, ...LIBRARY_SETTINGS });
  boundReplies(connection);
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
      fail(new Error(`no reply within ${STAGE_TIMEOUT_MS[next] / 1_000} s`));
    });
  }

  function authenticate(): void {
    if (credentials === undefined) {
      sendMessage();
      return;
    }
    enterStage('authenticating');
    if (!connection.allowsAuth) {
      fail(Object.assign(new Error('the server offers no authentication'), { code: 'ENOAUTH' }));
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
    // The library reads the text only after the server asked for it; this read marks the start of the stage.
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
  // Never removed: an unhandled error event would end the process.
  connection.on('error', fail);
  // The error that caused the end is emitted after it.
  connection.once('end', () => {
    setImmediate(() => {
      fail(new Error('connection closed'));
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
