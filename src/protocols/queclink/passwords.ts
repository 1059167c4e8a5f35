import type { QueclinkReport } from './report.js';

export const PASSWORD = /^[A-Za-z\d]{4,6}$/;

/** The factory password is the model in lower case. */
const FACTORY_PASSWORDS = ['gl300', 'gv200', 'gv300', 'gmt100', 'gl200', 'gl500'] as const;
const MODEL = /^g[a-z]{1,2}\d{2,3}[a-z]{0,2}$/;

/** Models by the first two characters of the protocol version. */
const MODELS_BY_VERSION: Readonly<Record<string, string>> = {
  '02': 'gl200',
  '04': 'gv200',
  '06': 'gv300',
  '08': 'gmt100',
  '1A': 'gl300',
  '25': 'gv300',
  '35': 'gv200',
  '36': 'gv500',
  '40': 'gl500',
};

/** Factory passwords to try, best first: that of the model in its report, then all others. */
export function likelyPasswords(lastReport: QueclinkReport | undefined): readonly string[] {
  const named = [lastReport?.name.toLowerCase(), MODELS_BY_VERSION[lastReport?.version.slice(0, 2) ?? '']];
  const learned = named.filter((name): name is string => PASSWORD.test(name ?? '') && MODEL.test(name ?? ''));
  return [...new Set([...learned, ...FACTORY_PASSWORDS])];
}
