import type { ChangeKind, ChangeView } from '../../../schema/changes/change.js';
import { linkTo } from '../../routing/match.js';
import { createTranslate, type Language } from '../../text/text.js';
import { changesText } from './changes.text.js';
import { fieldLabel, settingLabel } from './field-labels.js';
import { fieldValue, listText, type ValueWords } from './field-value.js';

/** Every change of these kinds hides the same fields. */
const ALWAYS_HIDDEN: readonly ChangeKind[] = ['message', 'command', 'key'];

/** `admin, 192.168.1.20` */
export function describeAuthor(by: ChangeView['by'], language: Language): string {
  const t = createTranslate(changesText, language);
  if (by === null) return t('byNobody');
  switch (by.type) {
    case 'user':
      return `${by.key === undefined ? by.name : t('withKey', { name: by.name, key: by.key })}, ${by.address}`;
    case 'display':
      return `${t('byDisplayOf', { name: by.name })}, ${by.address}`;
    case 'command':
      return t('byCommandOf', { account: by.account, command: by.command });
    case 'configuration':
      return t('byConfiguration');
    case 'uplink':
    case 'center':
      return [t('byUplinkOf', { uplink: by.uplink }), by.name, by.address].filter((text) => text !== '').join(', ');
  }
}

/** The name of what was changed; a setting has the words of its form. */
export function subjectName({ kind, subject }: Pick<ChangeView, 'kind' | 'subject'>, language: Language): string {
  if (subject === null) return '';
  if (kind !== 'setting') return subject.name;
  return settingLabel(subject.id, language) ?? subject.name;
}

/** What was done: `created`, or each field with its value before and after. */
export function describeDetails(change: ChangeView, words: ValueWords): readonly string[] {
  const { kind, action, before, after } = change;
  const t = createTranslate(changesText, words.language);
  const fields = describeFields(change, words);
  if (kind === 'sign-in' && action === 'removed') return [t('ended'), ...fields];
  if (action !== 'changed') return [t(action), ...fields];
  if (fields.length > 0) return fields;
  return [t('changed'), ...(before === null && after === null ? [t('notKept')] : [])];
}

function describeFields(change: ChangeView, words: ValueWords): readonly string[] {
  const { kind, before, after, secrets } = change;
  const t = createTranslate(changesText, words.language);
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  const hidden = ALWAYS_HIDDEN.includes(kind) ? [] : secrets.filter((name) => !names.includes(name));
  return [
    ...names.flatMap((name) => describeField(change, name, words)),
    ...hidden.map((name) => t('hidden', { field: fieldLabel(kind, name, words.language) })),
  ];
}

function describeField(
  { kind, before, after, secrets }: ChangeView,
  name: string,
  words: ValueWords,
): readonly string[] {
  const t = createTranslate(changesText, words.language);
  const field = fieldLabel(kind, name, words.language);
  const [was, is] = [before?.[name], after?.[name]];
  if (Array.isArray(was) && Array.isArray(is)) {
    return [
      ...(is.length > 0 ? [t('added', { field, names: listText(name, is, words) })] : []),
      ...(was.length > 0 ? [t('removedFrom', { field, names: listText(name, was, words) })] : []),
    ];
  }
  const text = (value: unknown): string => fieldValue(kind, name, value, words);
  // Of an address, only the host is shown.
  const isPartly = secrets.includes(name) && before !== null && text(was) === text(is);
  if (isPartly) return [t('partly', { field, value: text(is) })];
  // A setting is its value.
  if (kind === 'setting') return [before === null ? text(is) : `${text(was)} → ${text(is)}`];
  return [
    before === null
      ? t('isNow', { field, value: text(is) })
      : t('became', { field, before: text(was), after: text(is) }),
  ];
}

const PAGES: Readonly<Partial<Record<ChangeKind, (id: string) => string>>> = {
  device: (id) => linkTo('/devices/:id', { id }),
  command: (id) => linkTo('/devices/:id', { id }),
  message: (id) => linkTo('/devices/:id', { id }),
  user: (id) => linkTo('/users/:id', { id }),
  key: (id) => linkTo('/users/:id', { id }),
  'sign-in': (id) => linkTo('/users/:id', { id }),
  group: (id) => linkTo('/groups/:id', { id }),
  zone: (id) => linkTo('/zones/:id', { id }),
  alertRule: (id) => linkTo('/alert-rules/:id', { id }),
  notification: (id) => linkTo('/rules/:id', { id }),
  template: (id) => linkTo('/templates/:id', { id }),
};

/** The page of what was changed; undefined: it has none, or is gone. */
export const subjectPage = ({ kind, action, subject }: ChangeView): string | undefined =>
  subject === null || action === 'removed' ? undefined : PAGES[kind]?.(subject.id);
