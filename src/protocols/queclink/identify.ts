import { fault, said, type Dialogue, type Unit } from '../provision.js';
import type { Orders } from './orders.js';
import { passwordForm, usualPasswords } from './passwords.js';
import type { Report } from './report.js';

/**
 * ms to hear of which model it is, whose password is then the first to be tried. With that password twice and the other
 * usual ones once, a tracker that says nothing takes less than a minute.
 */
const listenMs = 5_000;

const blanks = ['', '', '', '', ''] as const;
const versionForm = /^[\dA-F]{4,6}$/i;

export type Identity = {
  readonly identify: () => Dialogue<Unit>;
  /** whom orders go to, and the password it obeys; it is asked only once */
  readonly known: () => Dialogue<{ readonly password: string; readonly from: string }>;
};

/** Who GTVER says it is. Some models have fields of their own before the type. */
function readVersion({ message, deviceId, fields }: Report): Unit | undefined {
  const at = fields.findIndex((field, place) => place > 0 && versionForm.test(field));
  if (message !== 'VER' || at < 0) return undefined;
  return { hardwareId: deviceId, deviceId, model: fields[at - 1] ?? '', firmware: fields[at] ?? '' };
}

/** `given`: the password, which is tried alone; those that such trackers come with are when left out. */
export function createIdentity(orders: Orders, given: string | undefined): Identity {
  let password: string | undefined;
  let unit: Unit | undefined;

  function silence(tried: readonly string[]): string {
    const report = orders.heard();
    const another = `another than ${given === undefined ? `the usual ones (${tried.join(', ')})` : 'the one given'}`;
    return report === undefined
      ? `nothing answers AT+GTRTO: is the tracker on, and is this its speed? Is its password ${another} (give it as \`password\`)?`
      : `the tracker ${report.deviceId} is there and reports, but does not obey AT+GTRTO: its password is ${another}; give it as \`password\``;
  }

  /** The next that was not tried; what is heard meanwhile may tell of a better one. */
  const candidate = (tried: readonly string[]): string | undefined =>
    (given === undefined ? usualPasswords(orders.heard()) : [given]).find((one) => !tried.includes(one));

  function* identify(): Dialogue<Unit> {
    if (given !== undefined && !passwordForm.test(given)) {
      return fault(
        'refused',
        '`password` can not be that of such a tracker: four to six letters or digits are expected',
      );
    }
    if (given === undefined && password === undefined) yield* orders.listen(listenMs);
    const tried: string[] = [];
    for (let next = password ?? candidate(tried); next !== undefined; next = candidate(tried)) {
      const order = { word: 'RTO', password: next, parameters: ['8', ...blanks], answer: readVersion };
      const { obeyed, told } = yield* orders.give({ ...order, tries: tried.length === 0 ? 2 : 1 });
      tried.push(next);
      if (!obeyed) continue;
      password = next;
      unit = told;
      if (told !== undefined) return said(told);
      return fault('garbled', 'AT+GTRTO was obeyed, but no GTVER with type and firmware came: do it again');
    }
    return fault('no_answer', silence(tried));
  }

  return {
    identify,
    *known() {
      const who = unit === undefined ? yield* identify() : said(unit);
      return who.ok ? said({ password: password ?? '', from: who.value.hardwareId }) : who;
    },
  };
}
