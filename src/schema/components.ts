import { accessKeySchema } from './accounts/access-key.js';
import { alertRuleInputSchema, alertRuleSchema, unnamedRuleInputSchema } from './alert-rules/alert-rule.js';
import { rulePreviewSchema } from './alert-rules/rule-preview.js';
import { zoneInputSchema, zoneSchema } from './zones/zone.js';
import { alertInputSchema, alertSchema, deviceAlertSchema } from './records/alert.js';
import { changeSchema } from './changes/change.js';
import { commandInputSchema, commandSchema } from './commands/command.js';
import {
  deviceChangeSchema,
  deviceInputSchema,
  deviceSchema,
  limitsInputSchema,
  limitsSchema,
  usageSchema,
} from './devices/device.js';
import { gatewayMessageSchema, messageValueSchema } from './gateway-message.js';
import { groupInputSchema, groupSchema } from './devices/group.js';
import { licensesSchema } from './devices/licenses.js';
import { locationInputSchema, locationSchema } from './records/location.js';
import { stopSchema, tripSchema } from './records/trips.js';
import { messageInputSchema, messageSchema } from './messages/message.js';
import { notificationRuleInputSchema, notificationRuleSchema } from './messages/notification-rule.js';
import { jsonPatchSchema } from './patch.js';
import { portLineSchema } from './ports/port-line.js';
import { connectionSchema } from './ports/listener.js';
import { portSchema } from './ports/port.js';
import { adoptionInputSchema, unknownDeviceSchema } from './devices/unknown-device.js';
import { deadLetterSchema, uplinkSchema } from './uplinks/uplink.js';
import { uplinkInputSchema } from './uplinks/uplink-input.js';
import { userInputSchema, userSchema } from './accounts/user.js';

/** The schemas that the OpenAPI document lists by name. */
export const components = {
  AccessKey: accessKeySchema,
  Alert: alertSchema,
  AlertInput: alertInputSchema,
  DeviceAlert: deviceAlertSchema,
  AlertRule: alertRuleSchema,
  AlertRuleInput: alertRuleInputSchema,
  UnnamedRuleInput: unnamedRuleInputSchema,
  AlertRulePreview: rulePreviewSchema,
  Change: changeSchema,
  Command: commandSchema,
  CommandInput: commandInputSchema,
  Connection: connectionSchema,
  Device: deviceSchema,
  DeviceInput: deviceInputSchema,
  DeviceChange: deviceChangeSchema,
  GatewayMessage: gatewayMessageSchema,
  Group: groupSchema,
  GroupInput: groupInputSchema,
  JsonPatch: jsonPatchSchema,
  Licenses: licensesSchema,
  Limits: limitsSchema,
  LimitsInput: limitsInputSchema,
  Location: locationSchema,
  LocationInput: locationInputSchema,
  Message: messageSchema,
  MessageInput: messageInputSchema,
  MessageValue: messageValueSchema,
  Notification: notificationRuleSchema,
  NotificationInput: notificationRuleInputSchema,
  Port: portSchema,
  PortLine: portLineSchema,
  Stop: stopSchema,
  Trip: tripSchema,
  UnknownDevice: unknownDeviceSchema,
  AdoptionInput: adoptionInputSchema,
  Uplink: uplinkSchema,
  UplinkInput: uplinkInputSchema,
  DeadLetter: deadLetterSchema,
  Usage: usageSchema,
  User: userSchema,
  UserInput: userInputSchema,
  Zone: zoneSchema,
  ZoneInput: zoneInputSchema,
} as const;
