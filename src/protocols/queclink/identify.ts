import { success } from '../../errors.js';
import type { Dialogue, ProvisioningFailure, TrackerInfo } from '../provision.js';
import type { CommandChannel } from './commands.js';
import { queclinkErrors } from './messages.js';
import { PASSWORD, likelyPasswords } from './passwords.js';
import type { QueclinkReport } from './report.js';

/**
 * ms to wait for a report that shows the model, whose password is then tried first. Trying that password twice and the
 * other factory passwords once takes less than a minute with a silent tracker.
 */
const LISTEN_MS = 5_000;

const BLANKS = ['', '', '', '', ''] as const;
const VERSION = /^[\dA-F]{4,6}$/i;

export type Identification = {
  readonly identify: () => Dialogue<TrackerInfo>;
  /** the tracker that commands go to, and its password; identifies it only once */
  readonly identified: () => Dialogue<{ readonly password: string; readonly from: string }>;
};

/** The identity in GTVER. Some models have extra fields before the type. */
function readVersion({ message, deviceId, fields }: QueclinkReport): TrackerInfo | undefined {
  const at = fields.findIndex((field, index) => index > 0 && VERSION.test(field));
  if (message !== 'VER' || at < 0) return undefined;
  return { hardwareId: deviceId, deviceId, model: fields[at - 1] ?? '', firmware: fields[at] ?? '' };
}

/** `givenPassword`: the only one that is tried; left out: the factory passwords. */
export function createIdentification(commands: CommandChannel, givenPassword: string | undefined): Identification {
  let password: string | undefined;
  let tracker: TrackerInfo | undefined;

  function noAnswer(passwords: readonly string[]): ProvisioningFailure {
    const tracker = commands.lastReport()?.deviceId;
    const { silent, silentToFactory, otherPassword, noFactoryPassword } = queclinkErrors;
    if (givenPassword !== undefined) return tracker === undefined ? silent() : otherPassword({ tracker });
    return tracker === undefined ? silentToFactory({ passwords }) : noFactoryPassword({ tracker, passwords });
  }

  /** The next password to try; a report received meanwhile may show the model. */
  const nextPassword = (tried: readonly string[]): string | undefined =>
    (givenPassword === undefined ? likelyPasswords(commands.lastReport()) : [givenPassword]).find(
      (candidate) => !tried.includes(candidate),
    );

  function* identify(): Dialogue<TrackerInfo> {
    if (givenPassword !== undefined && !PASSWORD.test(givenPassword)) {
      return queclinkErrors.passwordForm();
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
      return queclinkErrors.noVersion();
    }
    return noAnswer(tried);
  }

  return {
    identify,
    *identified() {
      const identity = tracker === undefined ? yield* identify() : success(tracker);
      return identity.ok ? success({ password: password ?? '', from: identity.value.hardwareId }) : identity;
    },
  };
}
