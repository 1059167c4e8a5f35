import { alertRuleSchema } from '../alert-rules/alert-rule.js';
import { accessKeySchema } from '../accounts/access-key.js';
import { displaySchema } from '../accounts/display.js';
import { sessionSchema } from '../accounts/session.js';
import { userSchema } from '../accounts/user.js';
import { idSchema } from '../common.js';
import { CHANNEL_NAMES, channelFieldNames, channelFields, QUOTA_CHANNELS } from '../channels.js';
import { COMMAND_STATES } from '../commands/command.js';
import { groupSchema } from '../devices/group.js';
import { sourceSchema } from '../devices/device.js';
import { isWebhookName } from '../messages/webhook-name.js';
import { isWebhookUrl } from '../messages/webhook-url.js';
import { MESSAGE_STATES, messageSchema } from '../messages/message.js';
import { notificationRuleSchema } from '../messages/notification-rule.js';
import { isPortPath } from '../ports/port-path.js';
import { provisioningSchema } from '../provisioning/provisioning.js';
import { receiptSchema, unitRowSchema, UNIT_WORK_FIELDS } from '../provisioning/receipt.js';
import { templateSchema } from '../provisioning/template.js';
import { depotDeviceSchema } from '../records/depot-device.js';
import { depotSchema } from '../records/depot.js';
import { locationSchema } from '../records/location.js';
import { UPLINK_TYPES } from '../uplinks/uplink-settings.js';
import { zoneSchema } from '../zones/zone.js';
import {
  allOf,
  exactly,
  fieldsOf,
  flagForm,
  formBy,
  gatewayMessageForm,
  idForm,
  instantForm,
  listOf,
  nullOr,
  numberForm,
  recordOf,
  textForm,
  timeForm,
  tupleOf,
  eitherOf,
  wholeForm,
  type StoredForm,
} from './form.js';
import { formOfSchema } from './form-of-schema.js';

/** The entities of the log and the state, each by the schema of the API where it is the same. */

export const userForm = formOfSchema(userSchema, ['lastLogin']);
export const groupForm = formOfSchema(groupSchema);
export const zoneForm = formOfSchema(zoneSchema);
export const alertRuleForm = formOfSchema(alertRuleSchema);
export const depotForm = formOfSchema(depotSchema);
/** A rule lacks the list of a channel that did not exist yet. */
export const notificationForm = formOfSchema(notificationRuleSchema, channelFieldNames('recipientsField'));
export const templateForm = formOfSchema(templateSchema);
export const receiptForm = formOfSchema(receiptSchema);

const workSchemas = Object.fromEntries(UNIT_WORK_FIELDS.map((name) => [name, receiptSchema.properties[name]]));
export const unitWorkForm = formOfSchema({ type: 'object', required: UNIT_WORK_FIELDS, properties: workSchemas });

/** A later version may know other types of authors. */
export const authorForm = fieldsOf(
  { type: textForm },
  {
    ...{ id: textForm, name: textForm, via: textForm, key: textForm, address: textForm },
    ...{ account: textForm, command: textForm, uplink: textForm },
  },
);

export const provisioningForm = allOf(
  formOfSchema(provisioningSchema, ['ended', 'ports', 'results', 'unitsLeft']),
  fieldsOf(
    { paths: listOf(textForm), units: nullOr(listOf(formOfSchema(unitRowSchema))), hadSecrets: flagForm },
    { author: authorForm },
  ),
);

export const displayForm = allOf(formOfSchema(displaySchema), fieldsOf({ digest: textForm }));
export const accessKeyForm = allOf(
  formOfSchema({ ...accessKeySchema, properties: { ...accessKeySchema.properties, createdBy: idSchema } }),
  fieldsOf({ userId: idForm, digest: textForm }),
);
export const sessionForm = allOf(
  formOfSchema(sessionSchema, ['current']),
  fieldsOf({ userId: idForm, keyId: nullOr(textForm), passwordId: textForm }),
);

const limitForm = nullOr(wholeForm);
export const deviceForm = fieldsOf(
  {
    ...{ id: idForm, name: textForm, description: textForm, min: textForm, tags: recordOf(textForm) },
    ...{ expires: nullOr(instantForm), registeredBy: nullOr(idForm) },
  },
  channelFields('limitField', () => limitForm),
);

export const portForm = fieldsOf({
  path: formBy('the path of a port', (path) => typeof path === 'string' && isPortPath(path)),
  protocol: textForm,
  enabled: flagForm,
});

/** The name is part of the name of a secret. */
const nameForm = formBy('letters, digits, _ and -', (name) => typeof name === 'string' && isWebhookName(name));
export const webhookForm = fieldsOf({
  name: nameForm,
  url: formBy('an http or https address', (url) => typeof url === 'string' && isWebhookUrl(url)),
  enabled: flagForm,
});
/** Whatever reads the definitions checks the rest, by the schema of the type. */
export const uplinkForm = fieldsOf({ name: nameForm, type: exactly(...UPLINK_TYPES), url: textForm });

const locationFields = locationSchema.properties;
const positionForm = formOfSchema({
  ...{ type: 'object', required: locationSchema.required },
  properties: Object.fromEntries(locationSchema.required.map((name) => [name, locationFields[name]])),
});
/** Numbers by their type alone: trackers report values that the API would not take. */
const otherFields: ReadonlyMap<string, StoredForm | undefined> = new Map(
  Object.entries(locationFields)
    .filter(([name]) => !locationSchema.required.some((one) => one === name))
    .map(([name, schema]) => {
      const isNumber = 'type' in schema && (schema.type === 'number' || schema.type === 'integer');
      return [name, isNumber ? undefined : formOfSchema(schema)];
    }),
);

/** Written out: the log has hundreds of times as many locations as anything else. */
export const locationForm: StoredForm = (value) => {
  const wrong = positionForm(value);
  if (wrong !== undefined) return wrong;
  const fields = value as Readonly<Record<string, unknown>>;
  for (const name in fields) {
    const field = fields[name];
    // Most fields are finite numbers, as the form of nearly all of them wants it.
    const isNumber = typeof field === 'number' && Number.isFinite(field);
    const form = otherFields.get(name);
    if (isNumber && form === undefined) continue;
    const misfit = form === undefined ? (otherFields.has(name) ? numberForm(field) : undefined) : form(field);
    if (misfit !== undefined) return `/${name}${misfit}`;
  }
  return undefined;
};
export const sourceForm = formOfSchema(sourceSchema);
export const sequenceForm = fieldsOf({ epoch: textForm, seq: wholeForm });
export const channelForm = exactly(...CHANNEL_NAMES);
export const telemetryForm = recordOf(eitherOf(numberForm, textForm));
export const describedDeviceForm = allOf(
  formOfSchema(depotDeviceSchema, ['id']),
  fieldsOf({ deviceId: idForm, depot: idForm }),
);

/** ms since boot */
const sinceBootForm = numberForm;
export const stampForm = fieldsOf({ at: instantForm, boot: textForm, up: sinceBootForm });

/** s; a longer time would end beyond the calendar */
const MAX_TTL_S = 1e9;
const ttlForm = formBy(`s from 0 to ${MAX_TTL_S}`, (ttl) => typeof ttl === 'number' && ttl >= 0 && ttl <= MAX_TTL_S);

const newMessageFields = {
  ...{ deviceId: idForm, channel: channelForm, to: textForm, text: textForm, units: wholeForm, ttl: ttlForm },
  cause: formOfSchema(messageSchema.properties.cause),
};
export const newMessageForm = fieldsOf(newMessageFields, { subject: textForm, suppressed: textForm });
export const messageForm = fieldsOf(
  {
    ...newMessageFields,
    ...{ id: idForm, state: exactly(...MESSAGE_STATES), reason: nullOr(textForm), attempts: wholeForm },
    ...{ date: nullOr(textForm), queued: stampForm, settled: nullOr(stampForm), references: listOf(textForm) },
    deliveries: formOfSchema(messageSchema.properties.deliveries),
  },
  { subject: textForm, alertId: idForm, untrusted: exactly(true), isCommand: exactly(true) },
);

const newCommandFields = {
  ...{ deviceId: idForm, command: textForm, format: exactly('Text', 'Hex', 'Base64'), user: idForm },
  ...{ key: textForm, ttl: ttlForm },
};
export const newCommandForm = fieldsOf(newCommandFields);
export const commandForm = fieldsOf(
  {
    ...newCommandFields,
    ...{ id: idForm, sms: flagForm, state: exactly(...COMMAND_STATES), result: nullOr(textForm) },
    ...{ port: nullOr(textForm), protocol: nullOr(textForm), queued: stampForm },
    ...{ sent: nullOr(stampForm), settled: nullOr(stampForm) },
  },
  { untrusted: exactly(true), resultData: gatewayMessageForm },
);

export const ruleStateForm = fieldsOf(
  { at: timeForm, level: textForm, revision: textForm },
  {
    next: fieldsOf({ level: textForm, since: timeForm }),
    zone: textForm,
    anchor: tupleOf(numberForm, numberForm),
    reference: numberForm,
  },
);

export const seriesForm = fieldsOf({
  ...{ rule: textForm, deviceId: idForm, alert: textForm },
  ...{ raised: timeForm, told: timeForm, quietMinutes: numberForm },
});

export const dailyUsageForm = fieldsOf(
  { date: textForm },
  {
    ...Object.fromEntries(QUOTA_CHANNELS.map((channel) => [channel, numberForm])),
    notified: recordOf(exactly(80, 100)),
  },
);

export const rangeForm: StoredForm = tupleOf(wholeForm, wholeForm);
export const deadRangeForm: StoredForm = tupleOf(wholeForm, wholeForm, wholeForm);
