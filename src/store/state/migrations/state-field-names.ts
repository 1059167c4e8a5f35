import type { JsonObject, StateMigration } from './migration.js';

type Side = 'previous' | 'present';
/** `of`: the renamed fields of the objects in it: an object by id, or a list of objects by id. */
type RenamedField = Readonly<Record<Side, string>> & { readonly of?: readonly RenamedField[] };

const MESSAGE_FIELDS = [{ previous: 'doubted', present: 'untrusted' }];

const STATE_FIELDS: readonly RenamedField[] = [
  { previous: 'heard', present: 'lastSeen' },
  { previous: 'waiting', present: 'outbox', of: MESSAGE_FIELDS },
  { previous: 'settled', present: 'finishedMessages', of: MESSAGE_FIELDS },
  { previous: 'sent', present: 'sent', of: [{ previous: 'told', present: 'notified' }] },
  { previous: 'doubts', present: 'untrusted' },
  { previous: 'newest', present: 'latestTrustedTime' },
  { previous: 'undated', present: 'undated', of: [{ previous: 'heard', present: 'lastSeen' }] },
];

/** Version 2: the fields of the state have the names that the program uses. */
export const stateFieldNames: StateMigration = {
  state: (state) => renameFields(state, STATE_FIELDS, 'previous', 'present'),
  back: (state) => renameFields(state, STATE_FIELDS, 'present', 'previous'),
};

function renameFields(object: JsonObject, fields: readonly RenamedField[], from: Side, to: Side): JsonObject {
  const renamed = Object.entries(object).map(([name, value]): [string, unknown] => {
    const field = fields.find((one) => one[from] === name);
    if (field === undefined) return [name, value];
    const { of: inner } = field;
    return [field[to], inner === undefined ? value : mapObjects(value, (one) => renameFields(one, inner, from, to))];
  });
  return Object.fromEntries(renamed);
}

/** Applies `convert` to every object that `byId` holds, alone or in a list. */
const mapObjects = (byId: unknown, convert: (object: JsonObject) => JsonObject): JsonObject =>
  Object.fromEntries(
    Object.entries(byId as Readonly<Record<string, JsonObject | readonly JsonObject[]>>).map(([id, value]) => [
      id,
      isList(value) ? value.map(convert) : convert(value),
    ]),
  );

const isList = (value: JsonObject | readonly JsonObject[]): value is readonly JsonObject[] => Array.isArray(value);
