/** Refusals of alert rules and of changes of zones. */
export const ALERT_RULES_SENTENCES = [
  'zone {name} already exists',
  '{place} must not cross or touch itself: edges {one} and {other} do',
  '{place} repeats the position before it: remove one',
  '{place} is missing: a point needs one, in m',
  '{place} is missing: a line needs one, in m',
  'alert rule {name} already exists',
  'alert rule {id} not found',
  'zone {id} not found',
  'alert rules name the zone ({names}): change or remove them first',
  'requires privilege messages and a user not restricted to a group or device',
  '/devices, /groups and /all exclude each other: use one of them',
  '/devices is missing: name devices or groups, or set all to true',
  'limit of {count} {things} reached ({used} in use): remove one first',
  'limit of {bytes} bytes for all {things} reached ({used} in use, {added} more asked for): shorten or remove some first',
  'alert rules',
  'zones',
] as const;
