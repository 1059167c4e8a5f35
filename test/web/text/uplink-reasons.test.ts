import { readdirSync, readFileSync } from 'node:fs';
import { expect } from 'chai';
import { connectProblem, disconnectProblem } from '../../../src/uplinks/mqtt/problems.js';
import { outcomeOf } from '../../../src/uplinks/mqtt/outcomes.js';
import { type Language, LANGUAGES, loadLanguage } from '../../../src/web/text/text.js';
import { UPLINKS_SENTENCES } from '../../../src/web/text/sentences/uplinks.js';
import { translateServerText } from '../../../src/web/text/translate-server-text.js';

const root = new URL('../../../src/', import.meta.url);
const OTHERS = Object.keys(LANGUAGES).filter((name): name is Exclude<Language, 'en'> => name !== 'en');
/** Fewer words are a value, a name or a part of a sentence that is checked as a whole. */
const MIN_WORDS = 3;
/** What they send to users of the broker, and not to the page. */
const NOT_OF_PAGE = /^mqtt\/(?:commands|home-assistant)\.js$/;
const NOT_SHOWN: readonly (string | RegExp)[] = [
  // A line of the application log.
  'no connection to the broker',
  // Texts of the library that are recognized.
  "does not support 'tls",
  'unexpected response from server',
  // Commands stay as they are.
  /^(?:run )?nats stream (?:add|edit)$/,
];

/** The texts of the sinks in the compiled code; a value splits a text. */
function textsIn(code: string): string[] {
  const own = code.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*(?:\/\/|import ).*$/gm, '');
  const literals = own.matchAll(/'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\]|\\.)*)`/g);
  return [...literals].flatMap(([, a, b, c]) => (a ?? b ?? c ?? '').split(/\$\{(?:[^{}]|\{[^{}]*\})*\}/));
}

/** Without what joins it to a value, and as the page gets it. */
const plain = (text: string): string =>
  text
    .replaceAll('\\`', '`')
    .replace('reset NAME', 'reset {name}')
    .replace(/^[^\p{L}`]+|[^\p{L}\p{N}`).]+$/gu, '');
const wordsIn = (text: string): number => text.split(/\s+/).filter((word) => /\p{L}/u.test(word)).length;
const isShown = (text: string): boolean =>
  wordsIn(text) >= MIN_WORDS && NOT_SHOWN.every((one) => (typeof one === 'string' ? one !== text : !one.test(text)));

describe('the reasons of uplinks', () => {
  before(async () => {
    for (const language of OTHERS) await loadLanguage(language);
  });

  it('each text of a sink is part of a sentence that all languages have', () => {
    const files = readdirSync(new URL('uplinks/', root), { recursive: true, encoding: 'utf8' });
    const missing = files
      .filter((name) => name.endsWith('.js') && !NOT_OF_PAGE.test(name))
      .flatMap((name) => textsIn(readFileSync(new URL(`uplinks/${name}`, root), 'utf8')))
      .map(plain)
      .filter(isShown)
      .filter((text) => !UPLINKS_SENTENCES.some((sentence) => sentence.includes(text)));
    expect(missing).to.deep.equal([]);
  });

  it('each reason code of a broker is translated as a whole', () => {
    const problems = Array.from({ length: 256 }, (_, code) => [
      connectProblem({ code }, 'broker.example:1883').reason,
      disconnectProblem({ code }, 'broker.example:1883').reason,
    ]).flat();
    const refusals = [0x80, 0x83, 0x87, 0x90, 0x97, 0x99].flatMap((code) =>
      [undefined, 'depot'].map((user) => {
        const result = outcomeOf({ kind: 'acknowledged', code, reason: undefined }, 'a/b', { uplink: 'center', user });
        return result.outcome === 'refused' ? result.reason : '';
      }),
    );
    for (const reason of [...problems, ...refusals.filter((text) => text !== '')]) {
      const english = /^broker \S+: (.*?)[:;(]|^(.*?)[:(]/.exec(reason);
      const own = (english?.[1] ?? english?.[2] ?? '').trim();
      expect(wordsIn(own), reason).to.be.at.least(2);
      for (const language of OTHERS) expect(translateServerText(reason, language), language).to.not.include(own);
    }
  });

  const cases = [
    [
      'broker 10.0.0.9:1883: it refuses user or password: set user and password of the uplink to an account of the broker (reason code 0x86)',
      'Broker 10.0.0.9:1883: er lehnt Benutzer oder Passwort ab: Benutzer und Passwort der Weiterleitung auf ein Konto des Brokers setzen (Code 0x86)',
    ],
    [
      'the account may not publish to waypost.abc.live.>: newest locations are not sent; give it this permission',
      'das Konto darf nicht in waypost.abc.live.> schreiben: neueste Positionen werden nicht gesendet; ihm dieses Recht geben',
    ],
    [
      'nats.example:4222 refuses the sign-in of the NKey: set user and password, or nkeySeed, to those of its account',
      'nats.example:4222 lehnt die Anmeldung von dem NKey ab: Benutzer und Passwort oder nkeySeed auf die seines Kontos setzen',
    ],
    [
      'the stream is full (maximum bytes exceeded, error 10077): raise its limits with nats stream edit, or purge it',
      'der Stream ist voll (maximum bytes exceeded, error 10077): seine Grenzen mit nats stream edit erhöhen oder ihn leeren',
    ],
  ] as const;
  for (const [english, german] of cases) {
    it(`“${english}” is translated`, () => {
      expect(translateServerText(english, 'de')).to.equal(german);
    });
  }
});
