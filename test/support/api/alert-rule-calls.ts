import { toGeojson } from '../../../src/domain/zones/geojson.js';
import { zoneOf } from '../store/zones.js';
import type { Answer } from './client.js';
import { isRestricted, type Rule } from './scope.js';
import { webhookInput } from './file-calls.js';

/** The calls of zones and alert rules: everybody sees the zones on the map; what they raise concerns all devices. */

const CHANGES: Rule = { needs: 'messages', may: (user) => !isRestricted(user) };
const RULE_CHANGES: Rule = { needs: 'messages', sees: (user) => !isRestricted(user) };

export const ALERT_RULE_ACCESS: Readonly<Record<string, Rule>> = {
  'GET /api/zones': {},
  'GET /api/zones/:zoneId': {},
  'GET /api/zones/:zoneId/devices': {},
  'GET /api/zoneVisits': {},
  'POST /api/zones': CHANGES,
  'POST /api/zones/import': CHANGES,
  'PUT /api/zones/:zoneId': CHANGES,
  'PATCH /api/zones/:zoneId': CHANGES,
  'DELETE /api/zones/:zoneId': CHANGES,
  'GET /api/webhooks': CHANGES,
  'GET /api/alertRules': { needs: 'messages' },
  'POST /api/alertRules': CHANGES,
  'POST /api/alertRules/preview': CHANGES,
  'GET /api/alertRules/:alertRuleId': RULE_CHANGES,
  'PUT /api/alertRules/:alertRuleId': RULE_CHANGES,
  'PATCH /api/alertRules/:alertRuleId': RULE_CHANGES,
  'DELETE /api/alertRules/:alertRuleId': RULE_CHANGES,
};

let count = 0;
const fresh = (): string => `named-${(count += 1)}`;

const zoneInput = (): object => ({ name: fresh(), shape: { type: 'circle', center: [5, 52], radius: 100 } });
const alertRuleInput = (): object => ({ name: fresh(), all: true, type: 'speed', limit: 25 });

export const ALERT_RULE_BODIES: Readonly<Record<string, () => object>> = {
  'POST /api/zones': zoneInput,
  'POST /api/zones/import': () => toGeojson([zoneOf(fresh())]),
  'PUT /api/zones/:zoneId': zoneInput,
  'PATCH /api/zones/:zoneId': () => ({ description: fresh() }),
  'POST /api/alertRules': alertRuleInput,
  'POST /api/alertRules/preview': () => ({ all: true, type: 'battery' }),
  'PUT /api/alertRules/:alertRuleId': alertRuleInput,
  'PATCH /api/alertRules/:alertRuleId': () => ({ limit: 10 }),
};

type Call = (method: string, path: string, body: object) => Promise<{ readonly body: Answer }>;

/** The path of a call about one zone or alert rule, with a new one of its own. */
export async function withNewEntity(path: string, call: Call): Promise<string> {
  if (path.includes(':zoneId'))
    return path.replace(':zoneId', String((await call('POST', '/api/zones', zoneInput())).body.id));
  if (path.includes(':alertRuleId'))
    return path.replace(':alertRuleId', String((await call('POST', '/api/alertRules', alertRuleInput())).body.id));
  if (!path.includes(':webhookName')) return path;
  await call('PUT', '/api/webhooks/dispatch', webhookInput);
  return path.replace(':webhookName', 'dispatch');
}
