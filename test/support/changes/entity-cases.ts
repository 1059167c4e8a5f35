import type { Change } from '../../../src/schema/entry.js';
import { userOf } from '../api/users.js';
import { ruleOf } from '../channels/messages.js';
import { templateOf } from '../provisioning/provisioning.js';
import { deviceOf } from '../store/records.js';
import { alertRuleOf, zoneOf } from '../store/zones.js';
import { named, SECRET, type ChangeCase } from './change-case.js';

const READER = named('id-of-reader', 'reader');
const hashed = { userId: 'id-of-reader', hash: SECRET };
const rest = { name: 'center', type: 'rest', enabled: true, url: `https://center.example:8443/${SECRET}` } as const;
const hook = { name: 'hook', enabled: true, url: `https://hooks.example/services/${SECRET}?token=${SECRET}` };
const display = {
  ...{ id: 'gate', name: 'Gate', group: null, deviceId: null, digest: SECRET },
  ...{ creation: '2026-01-01T00:00:00.000Z', lastUsed: null },
};
const depot: Extract<Change, { kind: 'depot' }>['v'] = {
  ...{ id: 'dp1', gateway: 'g1', name: 'North', userId: 'id-of-reader', group: null },
  unknownDevices: 'refuse',
  ...{ acknowledges: true, creation: '2026-01-01T00:00:00.000Z', lastModified: '2026-01-02T00:00:00.000Z' },
};
const group = {
  ...{ id: 'north', name: 'North', description: '', devices: ['bus', 'van'] },
  ...{ creation: '2026-01-01T00:00:00.000Z', lastModified: '2026-01-02T00:00:00.000Z' },
};

/** Entities, and what belongs to a user. */
export const ENTITY_CASES: readonly ChangeCase[] = [
  {
    change: { kind: 'user', v: userOf('reader', { privileges: ['admin'] }) },
    was: { privileges: { added: ['admin'], removed: ['messages'] }, disabled: true },
    shown: {
      ...{ kind: 'user', action: 'changed', subject: READER },
      ...{ before: { privileges: ['messages'], disabled: true }, after: { privileges: ['admin'], disabled: false } },
    },
  },
  {
    change: { kind: 'user-removed', v: { id: 'gone' } },
    was: { id: 'gone', name: 'anna', email: 'anna@example.org' },
    shown: { kind: 'user', action: 'removed', subject: named('gone', 'anna') },
  },
  {
    change: { kind: 'quota-granted', v: { userId: 'id-of-reader', by: 'id-of-admin' } },
    shown: { kind: 'user', action: 'changed', subject: READER, after: { quotaGrantedBy: 'id-of-admin' } },
  },
  {
    change: { kind: 'credential', v: { ...hashed, keyId: SECRET } },
    shown: { kind: 'key', action: 'created', subject: READER, secrets: ['apiKey'] },
  },
  {
    change: { kind: 'credential-removed', v: { userId: 'id-of-reader' } },
    shown: { kind: 'key', action: 'removed', subject: READER, secrets: ['apiKey'] },
  },
  {
    change: { kind: 'password', v: hashed },
    shown: { kind: 'sign-in', action: 'changed', subject: READER, secrets: ['password'] },
  },
  {
    change: { kind: 'sign-in-password', v: { ...hashed, passwordId: SECRET } },
    shown: { kind: 'sign-in', action: 'changed', subject: READER, secrets: ['password'] },
  },
  {
    change: {
      kind: 'sign-in-link',
      v: { userId: 'id-of-reader', digest: SECRET, expires: '2026-11-22T08:00:00.000Z' },
    },
    shown: { kind: 'sign-in', action: 'created', subject: READER, secrets: ['link'] },
  },
  {
    change: { kind: 'login', v: { userId: 'id-of-admin' } },
    shown: { kind: 'sign-in', action: 'signedIn', subject: named('id-of-admin', 'admin') },
  },
  {
    change: {
      kind: 'sign-in-refused',
      v: {
        ...{ name: 'reader', network: '203.0.113.9', count: 12, via: 'password' },
        ...{ from: '2026-11-21T07:50:00.000Z', to: '2026-11-21T07:59:00.000Z' },
      },
    },
    shown: {
      ...{ kind: 'sign-in', action: 'refused', subject: READER },
      after: {
        ...{ name: 'reader', network: '203.0.113.9', count: 12, via: 'password' },
        ...{ from: '2026-11-21T07:50:00.000Z', to: '2026-11-21T07:59:00.000Z' },
      },
    },
  },
  {
    change: {
      kind: 'access-key',
      v: {
        ...{ id: 'k1', userId: 'id-of-reader', name: 'Wall', privileges: ['metrics'], expires: null, digest: SECRET },
        ...{ created: '2026-01-01T00:00:00.000Z', createdBy: 'id-of-admin', lastUsed: null, address: null },
      },
    },
    shown: {
      ...{ kind: 'key', action: 'created', subject: READER, secrets: ['accessKey'] },
      after: { name: 'Wall', privileges: ['metrics'], expires: null },
    },
  },
  {
    change: { kind: 'access-key-removed', v: { id: 'k1', userId: 'id-of-reader', name: 'Wall' } },
    shown: { kind: 'key', action: 'removed', subject: READER, before: { name: 'Wall' }, secrets: ['accessKey'] },
  },
  {
    change: { kind: 'signed-out', v: { userId: 'id-of-reader', passwordId: SECRET } },
    shown: { kind: 'sign-in', action: 'removed', subject: READER },
  },
  {
    change: { kind: 'sessions-removed', v: { ids: ['s1', 's2'] } },
    shown: { kind: 'sign-in', action: 'removed', subject: null },
  },
  {
    change: { kind: 'display', v: display },
    shown: { kind: 'display', action: 'created', subject: named('gate', 'Gate') },
  },
  {
    change: { kind: 'display-removed', v: { id: 'gate' } },
    shown: { kind: 'display', action: 'removed', subject: named('gate') },
  },
  {
    change: { kind: 'device', v: { ...deviceOf('bus'), name: 'Bus 8' } },
    was: { name: 'Bus 7' },
    shown: {
      ...{ kind: 'device', action: 'changed', subject: named('bus', 'Bus 8') },
      ...{ before: { name: 'Bus 7' }, after: { name: 'Bus 8' } },
    },
  },
  {
    change: { kind: 'device-removed', v: { id: 'bus' } },
    was: { id: 'bus', name: 'Bus 6' },
    shown: { kind: 'device', action: 'removed', subject: named('bus', 'Bus 6') },
  },
  {
    change: { kind: 'quarantine-removed', v: { id: 'stranger', reason: 'discarded' } },
    shown: { kind: 'device', action: 'changed', subject: named('stranger'), after: { quarantine: 'discarded' } },
  },
  {
    change: { kind: 'group', v: group },
    was: { devices: { added: ['van'], removed: [] }, lastModified: '2026-01-01T00:00:00.000Z' },
    shown: {
      ...{ kind: 'group', action: 'changed', subject: named('north', 'North') },
      ...{ before: { devices: [] }, after: { devices: ['van'] } },
    },
  },
  {
    change: { kind: 'group-removed', v: { id: 'north' } },
    shown: { kind: 'group', action: 'removed', subject: named('north') },
  },
  {
    change: { kind: 'depot', v: depot },
    was: { acknowledges: false },
    shown: {
      ...{ kind: 'depot', action: 'changed', subject: named('dp1', 'North') },
      ...{ before: { acknowledges: false }, after: { acknowledges: true } },
    },
  },
  {
    change: { kind: 'depot-removed', v: { id: 'dp1' } },
    shown: { kind: 'depot', action: 'removed', subject: named('dp1') },
  },
  {
    change: { kind: 'zone', v: zoneOf('yard', { color: '#1f77b4' }) },
    was: { color: null },
    shown: {
      ...{ kind: 'zone', action: 'changed', subject: named('yard') },
      ...{ before: { color: null }, after: { color: '#1f77b4' } },
    },
  },
  {
    change: { kind: 'zone-removed', v: { id: 'yard' } },
    was: { name: 'Yard' },
    shown: { kind: 'zone', action: 'removed', subject: named('yard', 'Yard') },
  },
  {
    change: { kind: 'alert-rule', v: { ...alertRuleOf('fast'), name: 'Fast' } },
    was: { limit: 20 },
    shown: {
      ...{ kind: 'alertRule', action: 'changed', subject: named('fast', 'Fast') },
      ...{ before: { limit: 20 }, after: { limit: 25 } },
    },
  },
  {
    change: { kind: 'alert-rule-removed', v: { id: 'fast' } },
    shown: { kind: 'alertRule', action: 'removed', subject: named('fast') },
  },
  {
    change: { kind: 'notification', v: ruleOf('alarm') },
    was: { alerts: ['SOSButton'] },
    shown: {
      ...{ kind: 'notification', action: 'changed', subject: named('alarm') },
      ...{ before: { alerts: ['SOSButton'] }, after: { alerts: 'all' } },
    },
  },
  {
    change: { kind: 'notification-removed', v: { id: 'alarm' } },
    shown: { kind: 'notification', action: 'removed', subject: named('alarm') },
  },
  {
    change: { kind: 'template', v: templateOf() },
    shown: { kind: 'template', action: 'created', subject: named('vans', 'Vans') },
  },
  {
    change: { kind: 'template-removed', v: { id: 'vans' } },
    shown: { kind: 'template', action: 'removed', subject: named('vans') },
  },
  {
    change: { kind: 'port', v: { path: '/dev/ttyUSB0', protocol: 'auto', enabled: true, name: 'socket 3' } },
    was: { enabled: false },
    shown: {
      ...{ kind: 'port', action: 'changed', subject: named('/dev/ttyUSB0', 'socket 3') },
      ...{ before: { enabled: false }, after: { enabled: true } },
    },
  },
  {
    change: { kind: 'port-removed', v: { path: '/dev/ttyUSB0' } },
    shown: { kind: 'port', action: 'removed', subject: named('/dev/ttyUSB0') },
  },
  {
    change: { kind: 'webhook', v: hook },
    was: { url: `http://user:${SECRET}@old.example:8080/${SECRET}`, secret: SECRET },
    shown: {
      ...{ kind: 'webhook', action: 'changed', subject: named('hook') },
      ...{
        before: { url: 'http://old.example:8080' },
        after: { url: 'https://hooks.example' },
        secrets: ['url', 'secret'],
      },
    },
  },
  {
    change: { kind: 'webhook-removed', v: { name: 'hook' } },
    was: hook,
    shown: { kind: 'webhook', action: 'removed', subject: named('hook') },
  },
  {
    change: { kind: 'uplink', v: rest },
    was: { url: `https://center.example:8443/${SECRET}`, apiKey: SECRET, tls: { key: SECRET }, enabled: false },
    shown: {
      ...{ kind: 'uplink', action: 'changed', subject: named('center') },
      before: { url: 'https://center.example:8443', enabled: false },
      after: { url: 'https://center.example:8443', enabled: true },
      secrets: ['url', 'apiKey', 'tls'],
    },
  },
  {
    change: { kind: 'uplink-removed', v: { name: 'center' } },
    was: { ...rest, apiKey: SECRET },
    shown: { kind: 'uplink', action: 'removed', subject: named('center') },
  },
  {
    change: {
      kind: 'uplink-begun',
      v: { name: 'center', address: `rest ${rest.url}`, after: { alerts: 5, history: 5 } },
    },
    shown: {
      ...{ kind: 'uplink', action: 'changed', subject: named('center') },
      after: { after: { alerts: 5, history: 5 } },
    },
  },
  {
    change: { kind: 'uplink-forgotten', v: { name: 'center' } },
    shown: { kind: 'uplink', action: 'changed', subject: named('center'), after: { after: null } },
  },
  {
    change: { kind: 'generation', v: { id: 'abcdefgh' } },
    shown: { kind: 'gateway', action: 'changed', subject: null, after: { generation: 'abcdefgh' } },
  },
  {
    change: { kind: 'generation-from', v: { id: 'abcdefgh', from: 5 } },
    shown: { kind: 'gateway', action: 'changed', subject: null, after: { generation: 'abcdefgh', from: 5 } },
  },
];
