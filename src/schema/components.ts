import { alertInputSchema, alertSchema, deviceAlertSchema } from './alert.js';
import {
  deviceChangeSchema,
  deviceInputSchema,
  deviceSchema,
  limitsInputSchema,
  limitsSchema,
  usageSchema,
} from './device.js';
import { groupInputSchema, groupSchema } from './group.js';
import { licensesSchema } from './licenses.js';
import { locationInputSchema, locationSchema } from './location.js';
import { messageInputSchema, messageSchema } from './message.js';
import { notificationInputSchema, notificationSchema } from './notification.js';
import { jsonPatchSchema } from './patch.js';
import { portLineSchema } from './port-line.js';
import { portSchema } from './port.js';
import { adoptionInputSchema, unknownDeviceSchema } from './unknown-device.js';
import { userInputSchema, userSchema } from './user.js';

/** Shapes that have a name of their own in the documentation. */
export const components = {
  Alert: alertSchema,
  AlertInput: alertInputSchema,
  DeviceAlert: deviceAlertSchema,
  Device: deviceSchema,
  DeviceInput: deviceInputSchema,
  DeviceChange: deviceChangeSchema,
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
  Notification: notificationSchema,
  NotificationInput: notificationInputSchema,
  Port: portSchema,
  PortLine: portLineSchema,
  UnknownDevice: unknownDeviceSchema,
  AdoptionInput: adoptionInputSchema,
  Usage: usageSchema,
  User: userSchema,
  UserInput: userInputSchema,
} as const;
