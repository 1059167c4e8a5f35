import { failure, success } from '../../errors.js';
import type { Dialogue, TrackerInfo } from '../provision.js';
import type { CommandChannel } from './commands.js';
import { PASSWORD, likelyPasswords } from './passwords.js';
import type { QueclinkReport } from './report.js';

/**
 * ms to hear of which model it is, whose password is then the first to be tried. With that password twice and the other
 * usual ones once, a tracker that says nothing takes less than a minute.
 */
const LISTEN_MS = 5_000;

const BLANKS = ['', '', '', '', ''] as const;
const VERSION = /^[\dA-F]{4,6}$/i;

export type Identification = {
  readonly identify: () => Dialogue<TrackerInfo>;
  /** whom orders go to, and the password it obeys; it is asked only once */
  readonly identified: () => Dialogue<{ readonly password: string; readonly from: string }>;
};

/** Who GTVER says it is. Some models have fields of their own before the type. */
function readVersion({ message, deviceId, fields }: QueclinkReport): TrackerInfo | undefined {
  const at = fields.findIndex((field, index) => index > 0 && VERSION.test(field));
  if (message !== 'VER' || at < 0) return undefined;
  return { hardwareId: deviceId, deviceId, model: fields[at - 1] ?? '', firmware: fields[at] ?? '' };
}

/** `given`: the password, which is tried alone; those that such trackers come with are when left out. */
export function createIdentification(commands: CommandChannel, givenPassword: string | undefined): Identification {
  let password: string | undefined;
  let tracker: TrackerInfo | undefined;

  function describeSilence(tried: readonly string[]): string {
    const report = commands.lastReport();
    const another = `another than ${givenPassword === undefined ? `the usual ones (${tried.join(', ')})` : 'the one given'}`;
    return report === undefined
      ? `nothing answers AT+GTRTO: is the tracker on, and is this its speed? Is its password ${another} (give it as \`password\`)?`
      : `the tracker ${report.deviceId} is there and reports, but does not obey AT+GTRTO: its password is ${another}; give it as \`password\``;
  }

  /** The next that was not tried; what is heard meanwhile may tell of a better one. */
  const nextPassword = (tried: readonly string[]): string | undefined =>
    (givenPassword === undefined ? likelyPasswords(commands.lastReport()) : [givenPassword]).find(
      (one) => !tried.includes(one),
    );

  function* identify(): Dialogue<TrackerInfo> {
    if (givenPassword !== undefined && !PASSWORD.test(givenPassword)) {
      return failure(
        'refused',
        '`password` can not be that of such a tracker: four to six letters or digits are expected',
      );
    }
    if (givenPassword === undefined && password === undefined) yield* commands.listen(LISTEN_MS);
    const tried: string[] = [];
    for (let next = password ?? nextPassword(tried); next !== undefined; next = nextPassword(tried)) {
      const command = { name: 'RTO', password: next, parameters: ['8', ...BLANKS], readResponse: readVersion };
      const { acknowledged, response: trackerInfo } = yield* commands.send({
        ...command,
        maxAttempts: tried.length === 0 ? 2 : 1,
      });
      tried.push(next);
      if (!acknowledged) continue;
      password = next;
      tracker = trackerInfo;
      if (trackerInfo !== undefined) return success(trackerInfo);
      return failure('garbled', 'AT+GTRTO was obeyed, but no GTVER with type and firmware came: do it again');
    }
    return failure('no_answer', describeSilence(tried));
  }

  return {
    identify,
    *identified() {
      const identity = tracker === undefined ? yield* identify() : success(tracker);
      return identity.ok ? success({ password: password ?? '', from: identity.value.hardwareId }) : identity;
    },
  };
}
