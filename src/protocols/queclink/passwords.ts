import type { Report } from './report.js';

export const passwordForm = /^[A-Za-z\d]{4,6}$/;

/** Their password is their model in lower case. */
const usual = ['gl300', 'gv200', 'gv300', 'gmt100', 'gl200', 'gl500'] as const;
const modelForm = /^g[a-z]{1,2}\d{2,3}[a-z]{0,2}$/;

/** Models by what their protocol version begins with. */
const models: Readonly<Record<string, string>> = {
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

/** Passwords that a tracker may have come with, best first: what its report tells of its model, then all usual ones. */
export function usualPasswords(heard: Report | undefined): readonly string[] {
  const named = [heard?.name.toLowerCase(), models[heard?.version.slice(0, 2) ?? '']];
  const learned = named.filter((name): name is string => passwordForm.test(name ?? '') && modelForm.test(name ?? ''));
  return [...new Set([...learned, ...usual])];
}
