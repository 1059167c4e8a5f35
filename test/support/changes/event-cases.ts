import { commandOf } from '../channels/commands.js';
import { messageOf } from '../channels/messages.js';
import { provisioningOf } from '../provisioning/provisioning.js';
import { named, SECRET, type ChangeCase } from './change-case.js';

const BUS = named('bus', 'Bus 7');

/** Settings, and what happened once. */
export const EVENT_CASES: readonly ChangeCase[] = [
  {
    change: { kind: 'setting', v: { key: 'licenses.total', value: 50 } },
    shown: {
      ...{ kind: 'setting', action: 'changed', subject: named('licenses.total') },
      ...{ before: { value: null }, after: { value: 50 } },
    },
  },
  {
    change: { kind: 'setting-removed', v: { key: 'licenses.total' } },
    was: { key: 'licenses.total', value: 50 },
    shown: {
      ...{ kind: 'setting', action: 'changed', subject: named('licenses.total') },
      ...{ before: { value: 50 }, after: { value: null } },
    },
  },
  {
    change: {
      kind: 'configuration',
      v: {
        values: {
          'http.port': 8081,
          'http.hosts': [`https://a.example/${SECRET}`],
          'some.url': `https://b.example/${SECRET}`,
          uplinks: [{ url: SECRET, apiKey: true }],
          'some.long': { sha256: SECRET },
        },
        removed: ['timeZone'],
      },
    },
    shown: {
      ...{ kind: 'configuration', action: 'changed', subject: null },
      after: {
        ...{ 'http.port': 8081, 'http.hosts': ['https://a.example'], 'some.url': 'https://b.example', timeZone: null },
      },
      secrets: ['http.hosts', 'some.url', 'uplinks', 'some.long'],
    },
  },
  {
    change: { kind: 'secrets-set', v: { of: 'uplink', name: 'center', secrets: ['apiKey'] } },
    shown: { kind: 'uplink', action: 'changed', subject: named('center'), secrets: ['apiKey'] },
  },
  {
    change: { kind: 'log-level', v: { level: 'debug' } },
    shown: { kind: 'gateway', action: 'changed', subject: null, after: { level: 'debug' } },
  },
  {
    change: { kind: 'started', v: { version: '1.1.0', clean: false } },
    shown: { kind: 'gateway', action: 'started', subject: null, after: { version: '1.1.0', clean: false } },
  },
  {
    change: { kind: 'clock', v: { quality: 'saved', accepted: { by: 'id-of-admin' } } },
    shown: { kind: 'gateway', action: 'changed', subject: null, after: { clock: 'accepted' } },
  },
  {
    change: { kind: 'file-taken', v: { what: 'backup' } },
    shown: { kind: 'backup', action: 'taken', subject: null, after: { what: 'backup' } },
  },
  {
    change: { kind: 'file-changed', v: { what: 'map', action: 'removed' } },
    shown: { kind: 'gateway', action: 'changed', subject: null, after: { what: 'map', inUse: false } },
  },
  {
    change: { kind: 'command', v: commandOf('bus') },
    shown: { kind: 'command', action: 'sent', subject: BUS, after: { command: 'engine_stop', format: 'Text' } },
  },
  {
    change: {
      kind: 'command-message',
      v: { command: commandOf('bus'), message: messageOf('bus', { to: SECRET, text: SECRET }) },
    },
    shown: {
      ...{ kind: 'command', action: 'sent', subject: BUS },
      after: { command: 'engine_stop', format: 'Text', sms: true },
    },
  },
  {
    change: { kind: 'command-settled', v: { id: '5', state: 'canceled', result: SECRET } },
    shown: { kind: 'command', action: 'changed', subject: named('5'), after: { state: 'canceled' } },
  },
  {
    change: { kind: 'message', v: messageOf('bus', { to: SECRET, subject: SECRET, text: SECRET }) },
    shown: {
      ...{ kind: 'message', action: 'sent', subject: BUS },
      ...{ after: { channel: 'email' }, secrets: ['to', 'subject', 'text'] },
    },
  },
  {
    change: {
      kind: 'message-settled',
      v: { id: '5', state: 'suppressed', reason: 'canceled', counted: 0, references: [SECRET] },
    },
    shown: { kind: 'message', action: 'changed', subject: named('5'), after: { state: 'suppressed' } },
  },
  {
    change: { kind: 'provisioning', v: provisioningOf() },
    shown: {
      ...{ kind: 'provisioning', action: 'started', subject: named('bench', 'Vans') },
      after: { paths: ['/dev/waypost-absent'], until: '2099-01-01T00:00:00.000Z' },
    },
  },
  {
    change: { kind: 'provisioning-ended', v: { id: 'bench', reason: 'ended by admin' } },
    shown: { kind: 'provisioning', action: 'changed', subject: named('bench'), after: { ended: 'ended by admin' } },
  },
];
