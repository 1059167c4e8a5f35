// Written by `npm run texts`: every module of messages.
import '../domain/messages.js';
import '../http/messages.js';
import '../schema/messages.js';
import '../services/messages.js';

export { allRows } from './rows.js';
