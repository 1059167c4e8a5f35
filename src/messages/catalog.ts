// Written by `npm run texts`: every module of messages.
import '../domain/accounts/messages.js';
import '../domain/clock/messages.js';
import '../domain/messages.js';
import '../domain/provisioning/messages.js';
import '../domain/zones/messages.js';
import '../http/messages.js';
import '../schema/messages.js';
import '../services/accounts/messages.js';
import '../services/alert-rules/messages.js';
import '../services/devices/messages.js';
import '../services/files/messages.js';
import '../services/history/messages.js';
import '../services/messages.js';
import '../services/system/messages.js';
import '../store/messages.js';
import '../tls/messages.js';

export { allRows } from './rows.js';
