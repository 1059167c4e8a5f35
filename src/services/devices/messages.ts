import { defineErrors } from '../../messages/define.js';

export const deviceErrors = defineErrors('device', {
  notFound: ['not_found', 'device {id} not found'],
  unknownNotFound: ['not_found', 'unknown device {id} not found'],
  idTaken: ['conflict', 'device {id} already exists'],
  notAvailable: [
    'conflict',
    'device {id} cannot be registered: no license is free, or the id is not available to restricted users; an unrestricted user with devices:write sees which',
  ],
  unusableId: ['validation_failed', 'unknown device {id} cannot be registered: discard it'],
  otherId: ['validation_failed', '{field} must be {id}, as in the path'],
  noLicense: ['no_license', 'all {licenses} licenses are in use: let a device expire, or raise licenses.total'],
  restrictedToDevice: ['forbidden', 'you are restricted to device {id} and cannot register others'],
  restrictedToGroup: ['forbidden', 'you are restricted to group {id}, which no longer exists'],
  groupPrivilege: ['forbidden', '{field}: adding the device to a group requires privilege groups:write'],
});
