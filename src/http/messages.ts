import { defineErrors } from '../messages/define.js';

/** What the server refuses before a service is asked. */
export const requestErrors = defineErrors('request', {
  query: ['validation_failed', 'query: {problem}'],
  metricsPrivilege: ['forbidden', 'requires privilege metrics: the metrics are of the whole gateway'],
  restricted: ['forbidden', 'restricted users cannot use this call: it concerns the whole gateway'],
  restrictedClock: ['forbidden', 'restricted users cannot accept the clock of the gateway'],
  display: ['forbidden', 'a display reads devices, locations, alerts and events, nothing else'],
  noPath: ['not_found', 'no such path'],
  noFile: ['not_found', 'file {path} not found'],
  methodNotAllowed: ['method_not_allowed', 'method {method} not allowed'],
  internal: ['internal', 'internal error: see the gateway log under the request id'],
  answerBudget: [
    'store_unavailable',
    'the gateway holds too many large answers that are not read yet: ask again later, or for less',
  ],
  rangeMissing: ['validation_failed', '{field} is required'],
  rangeBytes: ['range_not_satisfiable', 'the archive has {bytes} bytes'],
  recordKinds: ['validation_failed', '{field} must be one or more of {kinds}, separated by commas'],
  csvOnly: ['validation_failed', '/separator, /decimal and /bom are for format=csv: leave them out, or set it'],
  csvDecimal: ['validation_failed', '{field}=comma requires separator=semicolon or separator=tab'],
});

/** What is wrong with the header Host. */
export const hostErrors = defineErrors('host', {
  missing: ['validation_failed', 'the header Host is missing: HTTP/1.1 needs it, with the address of the gateway'],
  twice: ['validation_failed', 'the header Host occurs more than once: send it once, with the address of the gateway'],
  unknown: [
    'unknown_host',
    'Host: {host} is not a name of this gateway: use the address of the gateway, or add the name to http.hosts in its configuration',
  ],
  unreadable: [
    'unknown_host',
    'Host: the name is not a name of this gateway: use the address of the gateway, or add the name to http.hosts in its configuration',
  ],
});

/** Why a body is not read. */
export const bodyErrors = defineErrors('body', {
  budget: [
    'store_unavailable',
    'the gateway is reading too many large bodies: send it again later, or in smaller parts',
  ],
  tooLarge: ['payload_too_large', 'the body is too large: at most {limit} bytes'],
  noType: ['unsupported_media_type', 'the header Content-Type is missing: the body must be {detail} in UTF-8'],
  wrongType: ['unsupported_media_type', 'the header Content-Type is {name}: the body must be {detail} in UTF-8'],
  bytesType: ['unsupported_media_type', 'the body must be {type}, not compressed'],
  compressed: ['unsupported_media_type', 'the body of this call must not be compressed: omit Content-Encoding'],
  encoding: ['unsupported_media_type', '{detail}'],
  noLength: ['validation_failed', 'the body must have a Content-Length'],
  unreadable: ['validation_failed', 'the body cannot be read: {detail}'],
  notUtf8: ['validation_failed', 'the body cannot be read: byte {byte} is not UTF-8, so send the text in UTF-8'],
  halfCharacter: ['validation_failed', '{field} has half a character, \\u{half}: send both halves of its pair'],
  nulCharacter: ['validation_failed', '{field} must not have the character U+0000'],
  fieldName: ['validation_failed', 'the body must not have a field {name}'],
  tooDeep: ['validation_failed', 'the body is nested deeper than {levels} levels'],
});

/** Why a token is refused. */
export const tokenErrors = defineErrors('token', {
  missing: ['token_missing', 'the token is missing: send Authorization: Bearer <token of POST /api/Auth/Token>'],
  needed: ['token_missing', 'the call needs a token'],
  ofOtherGateway: ['token_invalid', 'the token is not from this gateway: request a new one'],
  ended: ['token_invalid', 'the token is no longer valid'],
  expired: ['token_expired', 'the token has expired: request a new one'],
  ticketUsed: ['token_invalid', 'the ticket was used or has expired: request a new one with POST /api/events/ticket'],
});

/** Why a file of zones is refused. */
export const zoneFileErrors = defineErrors('zoneFile', {
  notUtf8: ['validation_failed', 'the file is not in UTF-8 (line {line}): save it in UTF-8'],
  severalHomes: ['validation_failed', 'several zones of the file are the home of the depot: at most one can be'],
  archiveDamaged: [
    'validation_failed',
    'the file is a zip archive, as KMZ is, but it is damaged: unzip it and send the file doc.kml',
  ],
  archiveEmpty: [
    'validation_failed',
    'the file is a zip archive, as KMZ is, but it has no file that ends with .kml: unzip it and send the file doc.kml',
  ],
  archiveLocked: [
    'validation_failed',
    'the file is a zip archive, as KMZ is, but it is encrypted or packed in a rare way: unzip it and send the file doc.kml',
  ],
  archiveTooLarge: ['payload_too_large', 'the KML file in the archive is too large: at most {limit} bytes'],
});

/** Why the server cannot listen. */
export const serverErrors = defineErrors('server', {
  portInUse: [
    'conflict',
    'http.port: {address} is in use: stop the program that listens there, or choose another --port',
  ],
  cannotListen: ['conflict', 'http.port: {address} {detail}'],
});
