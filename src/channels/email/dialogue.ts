import { Readable } from 'node:stream';
import SMTPConnection, { type Options, type SMTPError } from 'nodemailer/lib/smtp-connection';
import type { Timers } from '../../serial/timers.js';
import type { Letter } from './letter.js';

/**
 * How far a dialogue has come. `connecting` lasts until the server is known, over TLS where there is any; `text` begins
 * when the server has asked for the text, just before the first byte of it is given.
 */
export type Stage = 'connecting' | 'signingIn' | 'envelope' | 'text';

export type Break = {
  readonly stage: Stage;
  /** the server took the connection, whatever it said after that */
  readonly reached: boolean;
  readonly error: SMTPError;
};

export type Ending =
  | { readonly ending: 'done'; /** to the text; empty without a letter */ readonly reply: string }
  | ({ readonly ending: 'broken' } & Break);

export type Dialogue = {
  /** Never rejects. */
  readonly ended: Promise<Ending>;
  /** Breaks it off where it is. */
  end: (reason: string) => void;
};

type Parts = {
  readonly server: Options;
  /** left out: without signing in */
  readonly credentials?: { readonly user: string; readonly pass: string } | undefined;
  /** left out: nothing is sent */
  readonly letter?: Letter | undefined;
  readonly timers: Timers;
};

/** What a stage may take, however slowly the server goes on with it. The text is long, and a scanner may look at it. */
const patienceMs: Readonly<Record<Stage, number>> = {
  connecting: 30_000,
  signingIn: 30_000,
  envelope: 30_000,
  text: 60_000,
};

/** Those of the library, which are minutes unless set; what it does itself is to end no later than here. */
const timeouts = {
  connectionTimeout: patienceMs.connecting,
  dnsTimeout: patienceMs.connecting,
  greetingTimeout: patienceMs.connecting,
  socketTimeout: patienceMs.text,
  socketCloseTimeout: 1_000,
} as const;

const mostReplyBytes = 65_536;

/** One dialogue with a mail server over a connection of its own, as far as it goes. */
export function openDialogue({ server, credentials, letter, timers }: Parts): Dialogue {
  const connection = new SMTPConnection({ ...server, ...timeouts, maxResponseSize: mostReplyBytes, logger: false });
  let stage: Stage = 'connecting';
  let over = false;
  let cancel = (): void => undefined;
  let resolve: (ending: Ending) => void;
  const ended = new Promise<Ending>((settle) => (resolve = settle));

  function finish(ending: Ending): void {
    if (over) return;
    over = true;
    cancel();
    if (ending.ending === 'done') connection.quit();
    connection.close();
    resolve(ending);
  }

  function broken(error: SMTPError): void {
    finish({ ending: 'broken', stage, reached: connection.stage === 'connected', error });
  }

  function enter(next: Stage): void {
    if (over) return;
    cancel();
    stage = next;
    cancel = timers.after(patienceMs[next], () => {
      broken(new Error(`no answer within ${patienceMs[next] / 1_000} s`));
    });
  }

  function signIn(): void {
    if (credentials === undefined) {
      hand();
      return;
    }
    enter('signingIn');
    if (!connection.allowsAuth) {
      broken(new Error('the server asks nobody to sign in'));
      return;
    }
    connection.login({ ...credentials }, (error) => {
      if (error) broken(error);
      else hand();
    });
  }

  function hand(): void {
    if (letter === undefined) {
      finish({ ending: 'done', reply: '' });
      return;
    }
    enter('envelope');
    // The library reads the text when the server has asked for it, and not before: that is how the stage is known.
    const text = new Readable({
      read() {
        enter('text');
        this.push(letter.raw);
        this.push(null);
      },
    });
    connection.send({ from: letter.from, to: [letter.to] }, text, (error, info) => {
      if (error) broken(error);
      else finish({ ending: 'done', reply: info.response });
    });
  }

  enter('connecting');
  // Stays for good: an error that nobody hears would end the process.
  connection.on('error', broken);
  // What the end came with is told after it.
  connection.once('end', () => {
    setImmediate(() => {
      broken(new Error('the connection was closed'));
    });
  });
  connection.connect((error) => {
    if (error) broken(error);
    else signIn();
  });

  return {
    ended,
    end(reason) {
      broken(new Error(reason));
    },
  };
}
