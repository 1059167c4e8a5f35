import { expect } from 'chai';
import { authorityOf } from '../../../src/domain/changes/address.js';
import { CHANGE_ROWS } from '../../../src/domain/changes/change-table.js';
import { viewChange, type ChangeContext } from '../../../src/domain/changes/view-change.js';
import type { Author } from '../../../src/schema/accounts/author.js';
import { changeSchema } from '../../../src/schema/changes/change.js';
import type { Change } from '../../../src/schema/entry.js';
import { validatorOf } from '../../../src/schema/validator.js';
import { ADMIN, entryOf, SECRET } from '../../support/changes/change-case.js';
import { ENTITY_CASES } from '../../support/changes/entity-cases.js';
import { EVENT_CASES } from '../../support/changes/event-cases.js';
import { commandOf } from '../../support/channels/commands.js';
import { messageOf } from '../../support/channels/messages.js';
import { userOf } from '../../support/api/users.js';
import { deviceOf } from '../../support/store/records.js';

const CHANGE_CASES = [...ENTITY_CASES, ...EVENT_CASES];

const NAMES: Readonly<Record<string, string>> = { bus: 'Bus 7', 'id-of-reader': 'reader' };
const context: ChangeContext = {
  nameOf: (_collection, id) => NAMES[id],
  userNamed: (name) => (name === 'reader' ? 'id-of-reader' : undefined),
  readsCommands: true,
};
const validate = validatorOf<unknown>({
  ...changeSchema,
  required: changeSchema.required.filter((name) => name !== 'at'),
});

describe('the table of changes', () => {
  for (const { change, was, shown } of CHANGE_CASES) {
    it(`an entry ${change.kind} is the change ${shown.kind} ${shown.action}`, () => {
      const view = viewChange(entryOf(change, { by: ADMIN, ...(was && { was }) }), context);
      expect(view).to.deep.equal({ n: 7, by: ADMIN, before: null, after: null, secrets: [], ...shown });
      expect(validate(structuredClone(view))).to.include({ ok: true });
    });
  }

  it('every kind that is a change has a case', () => {
    const kinds = Object.entries(CHANGE_ROWS).flatMap(([kind, row]) => (row === null ? [] : [kind]));
    expect(CHANGE_CASES.map(({ change }) => change.kind)).to.have.members(kinds);
  });

  it('no change shows a secret, with or without an author, and with unknown members', () => {
    for (const { change, was } of CHANGE_CASES) {
      const v = { ...change.v, hash: SECRET, digest: SECRET, secret: SECRET, apiKey: SECRET };
      for (const by of [ADMIN, undefined]) {
        const entry = entryOf({ ...change, v } as Change, { ...(by && { by }), ...(was && { was }) });
        expect(JSON.stringify(viewChange(entry, context) ?? null), change.kind).not.to.include(SECRET);
      }
    }
  });

  it('what the gateway writes by itself, and entries of later versions, are no changes', () => {
    const none: readonly Change[] = [
      { kind: 'sessions-removed', v: { ids: ['s1'] } },
      { kind: 'message', v: messageOf('bus', { cause: { rule: 'alarm' } }) },
      { kind: 'quarantine-removed', v: { id: 'stranger', reason: 'adopted' } },
      { kind: 'clock', v: { quality: 'ntp' } },
      { kind: 'generation', v: { id: 'abcdefgh' } },
      { kind: 'day', v: { date: '2026-11-21', timeZone: 'UTC' } },
      { kind: 'constructor', v: {} } as unknown as Change,
      { kind: 'of-a-later-version', v: {} } as unknown as Change,
    ];
    for (const change of none) expect(viewChange(entryOf(change), context), change.kind).to.equal(undefined);
  });
});

describe('viewChange', () => {
  it('an entity without previous values is new if it has an author', () => {
    const view = viewChange(entryOf({ kind: 'device', v: deviceOf('bus') }, { by: ADMIN }), context);
    expect(view).to.include({ action: 'created', before: null, after: null });
  });

  it('an entity of which only a secret changed has changed, and shows nothing', () => {
    const view = viewChange(entryOf({ kind: 'device', v: deviceOf('bus') }, { by: ADMIN, was: {} }), context);
    expect(view).to.deep.include({ action: 'changed', before: {}, after: {} });
  });

  it('an entry of an older version has no author, and is new only if its time stamps say so', () => {
    const v = userOf('reader');
    expect(viewChange(entryOf({ kind: 'user', v }), context)).to.include({ action: 'created', by: null });
    const changed = { ...v, modification: '2026-02-01T00:00:00.000Z' };
    expect(viewChange(entryOf({ kind: 'user', v: changed }), context)).to.include({
      ...{ action: 'changed', by: null, before: null, after: null },
    });
    expect(viewChange(entryOf({ kind: 'setting', v: { key: 'timeZone', value: 'UTC' } }), context)).to.deep.include({
      ...{ action: 'changed', by: null, before: null, after: { value: 'UTC' } },
    });
  });

  it('previous values that were too large are not shown', () => {
    const entry = entryOf({ kind: 'device', v: deviceOf('bus') }, { by: ADMIN, was: { tooLarge: true } });
    expect(viewChange(entry, context)).to.include({ action: 'changed', before: null, after: null });
  });

  it('the text of a command is shown only to readers with the privilege', () => {
    const reader = { ...context, readsCommands: false };
    for (const change of [
      { kind: 'command', v: commandOf('bus') },
      { kind: 'command-message', v: { command: commandOf('bus'), message: messageOf('bus') } },
    ] as const) {
      const view = viewChange(entryOf(change, { by: ADMIN }), reader);
      expect(view?.secrets).to.deep.equal(['command']);
      expect(JSON.stringify(view)).not.to.include('engine_stop');
    }
  });

  it('a removed user keeps the name that the entry has: as an author, and as the subject of the removal', () => {
    const by: Author = {
      type: 'user',
      id: 'gone',
      name: 'anna',
      via: 'key',
      key: 'backup script',
      address: '10.0.0.7',
    };
    const view = viewChange(entryOf({ kind: 'login', v: { userId: 'gone' } }, { by }), context);
    expect(view).to.deep.include({ by, subject: { id: 'gone', name: 'anna' } });
    const unknown = viewChange(entryOf({ kind: 'credential-removed', v: { userId: 'gone' } }, { by: ADMIN }), context);
    expect(unknown).to.deep.include({ subject: { id: 'gone', name: 'gone' } });
  });

  it('an author of an unknown form is not shown, and nothing of a wrong entry throws', () => {
    const forged = {
      type: 'user',
      id: 'x',
      name: { evil: true },
      via: 'magic',
      address: '10.0.0.7',
    } as unknown as Author;
    expect(viewChange(entryOf({ kind: 'device', v: deviceOf('bus') }, { by: forged }), context)).to.include({
      by: null,
    });
    for (const kind of Object.keys(CHANGE_ROWS)) {
      for (const v of [null, [], 'text', 5, {}, { id: 5, name: [], key: {}, userId: null, values: [], removed: {} }]) {
        for (const was of [undefined, null, 'text', [], { name: 5 }, { devices: { added: 'x' } }]) {
          const entry = entryOf({ kind, v } as unknown as Change, { by: ADMIN, was: was as never });
          const view = viewChange(entry, context);
          if (view !== undefined)
            expect(validate(structuredClone(view)), `${kind} ${JSON.stringify(v)}`).to.include({ ok: true });
        }
      }
    }
  });
});

describe('authorityOf', () => {
  it('an address is cut to scheme, host and port, without user and password', () => {
    const cases: Readonly<Record<string, string>> = {
      'https://hooks.example/services/T0/B0/x': 'https://hooks.example',
      'https://hooks.example:8443?token=x': 'https://hooks.example:8443',
      'https://hooks.example#x': 'https://hooks.example',
      'mqtts://anna:pass@broker.example:8883': 'mqtts://broker.example:8883',
      'https://a:b@c@host/x': 'https://host',
      'https://[fd00::1]:8080/x': 'https://[fd00::1]:8080',
      'https://host\\x@y': 'https://host',
      'nats://h1,h2:4222,h3': 'nats://h1,h2:4222,h3',
      'no address': '',
    };
    for (const [text, short] of Object.entries(cases)) expect(authorityOf(text), text).to.equal(short);
  });
});
