import type { Attack } from '../attack.js';
import { deviceLists } from './device-lists.js';
import { endlessNumbers } from './endless-numbers.js';
import { endlessPackets } from './endless-packets.js';
import { expiredDevices } from './expired-devices.js';
import { filledListener } from './filled-listener.js';
import { guessedKeys } from './guessed-keys.js';
import { halfSentBodies } from './half-sent-bodies.js';
import { headerSpaces } from './header-spaces.js';
import { heldStreams } from './held-streams.js';
import { inventedAlerts } from './invented-alerts.js';
import { inventedIds } from './invented-ids.js';
import { largeEdits } from './large-edits.js';
import { pipelinedRequests } from './pipelined-requests.js';
import { postedMessages } from './posted-messages.js';
import { queuedEdits } from './queued-edits.js';
import { rangeReads } from './range-reads.js';
import { slowRequests } from './slow-requests.js';
import { spacesInKml } from './spaces-in-kml.js';
import { spoofedRecords } from './spoofed-records.js';
import { switchedProtocols } from './switched-protocols.js';
import { unreadAnswers } from './unread-answers.js';
import { zoneImports } from './zone-imports.js';

/** Every attack, by name. A new one is a file and a row. */
export const ATTACKS = {
  'half-sent-bodies': halfSentBodies,
  'unread-answers': unreadAnswers,
  'pipelined-requests': pipelinedRequests,
  'header-spaces': headerSpaces,
  'slow-requests': slowRequests,
  'guessed-keys': guessedKeys,
  'large-edits': largeEdits,
  'queued-edits': queuedEdits,
  'held-streams': heldStreams,
  'range-reads': rangeReads,
  'device-lists': deviceLists,
  'posted-messages': postedMessages,
  'expired-devices': expiredDevices,
  'invented-ids': inventedIds,
  'invented-alerts': inventedAlerts,
  'filled-listener': filledListener,
  'zone-imports': zoneImports,
  'endless-numbers': endlessNumbers,
  'spaces-in-kml': spacesInKml,
  'spoofed-records': spoofedRecords,
  'switched-protocols': switchedProtocols,
  'endless-packets': endlessPackets,
} as const satisfies Readonly<Record<string, Attack>>;

export type AttackName = keyof typeof ATTACKS;
export const ATTACK_NAMES = Object.keys(ATTACKS) as readonly AttackName[];
