import { defineErrors, defineMessages, invalid } from '../messages/define.js';

/** What is wrong with a file or a disk. */
export const ioMessages = defineMessages('io', {
  described: '{problem}: {detail}',
  other: '{detail}',
  full: 'the disk is full',
  fullQuota: 'the disk is full (quota)',
  fullUnnamedQuota: 'the disk is full (quota, EDQUOT)',
  readOnly: 'the disk is read-only, as a worn card becomes',
  failing: 'the disk is failing',
  fileTooLarge: 'a file of this size does not fit on this disk',
  absent: 'no such file or folder',
  partIsFile: 'a part of the path is a file',
  isFolder: 'it is a folder',
  exists: 'it is there already',
  mayNotUse: 'this user may not use it',
  mayNotChange: 'this user may not change it',
  nameTooLong: 'the name is too long',
  notSupported: 'its file system does not support this',
  notRegular: 'it is not a regular file',
  diskGone: 'its disk is gone',
  tooManyOpen: 'too many files are open',
});

/** What to do about it. */
export const remedyMessages = defineMessages('ioRemedy', {
  makeRoom: 'free space on it, or choose another one',
  replaceDisk: 'save the data with waypost backup to another disk, and replace it',
  replaceOrMount: 'save the data with waypost backup to another disk, and replace it; mount any other disk for writing',
  format: 'format the disk with ext4 or exFAT',
  checkOrCreate: 'check the path, or create its folder',
  checkPath: 'check the path',
  nameFile: 'name a file',
  otherPath: 'choose another path',
  otherUser: 'run the command as its owner, or choose another path',
  shorterName: 'choose a shorter one',
  usualDisk: 'choose a folder on a disk with a usual file system, such as ext4',
  attach: 'attach it again',
  mount: 'mount it again',
  raiseLimit: 'raise the limit of open files (LimitNOFILE=, ulimit -n)',
});

const unavailable = <const Sentence extends string>(sentence: Sentence) => ['store_unavailable', sentence] as const;

/** A file call that failed. */
export const ioErrors = defineErrors('io', {
  ofFile: unavailable('{path}: {problem}: {remedy} ({detail})'),
  ofFolder: unavailable('the data folder {path}: {problem}: {remedy} ({detail})'),
  ofNoPath: unavailable('{problem}: {remedy} ({detail})'),
  otherOfFile: unavailable('{path}: {detail}'),
  otherOfFolder: unavailable('the data folder {path}: {detail}'),
  otherOfNoPath: unavailable('{detail}'),
});

/** Why the store cannot be written to. */
export const storeMessages = defineMessages('store', {
  folderGone: 'the data folder {path} is gone: mount its disk again, or restore a backup; then restart the gateway',
  noRoom: 'the disk is full: {free, number} kB are free, and the gateway keeps {kept, number} kB to delete old history',
  logGone: '{path} was in use before, but its log is gone: restore a backup',
  irregular: '{path} is not a regular file: move it away and start again',
  unreadable: '{path} cannot be read ({problem}), and no readable state.json covers its entries: restore a backup',
  startsLate:
    '{path} starts with entry {entry}, and no readable state.json covers the entries before it: restore a backup',
  stateTooLarge:
    '{path} has {size} MiB, more than the {limit} MiB that fit into the memory of the gateway: stop the gateway and run: waypost check --repair',
  logTooLarge:
    'the state in {path} has {size} MiB, more than the {limit} MiB that fit into the memory of the gateway: stop the gateway and run: waypost check --repair',
  noEntry: 'no entry in {path} can be read ({files}): restore a backup',
});

/** What the store refuses. */
export const storeErrors = defineErrors('store', {
  closed: unavailable('the store is closed'),
  tooSlow: unavailable('the disk is too slow: try again'),
  cannotWrite: unavailable('the store cannot write at present: try again'),
  gone: unavailable('the data folder is gone'),
  cannotRead: unavailable('the store cannot be read at present ({problem}): try again'),
  droppedInBackup: unavailable('store.retention dropped history during the backup: try again'),
  droppedInRead: ['conflict', 'the gateway dropped old history (store.retention) during the read: try again'],
  keysMissing: unavailable('{path} is missing: restart the gateway, which makes a new one'),
  keysDamaged: unavailable('{path} is damaged ({detail}): restart the gateway, which makes a new one'),
  tooManySecrets: ['limit_reached', 'at most {limit} secrets of webhooks and uplinks: remove some first'],
  secretTooLong: ['limit_reached', '{name} must have at most {limit} characters'],
});

/** What is lost of the store. */
export const lossMessages = defineMessages('loss', {
  entry: 'entry {entry}',
  entries: 'entries {from} to {to}',
  entriesFrom: 'entries from {from} on',
  entryMissing: 'entry {entry} is missing',
  entriesMissing: 'entries {from} to {to} are missing',
  damaged: '{file}: bytes {from} to {to} are damaged',
  damagedSaved: '{file}: bytes {from} to {to} are damaged, saved as {copy}',
  damagedNotSaved: '{file}: bytes {from} to {to} are damaged, and could not be saved',
  unreadable: '{file} cannot be read ({problem}): {lost} until it can',
  misfit: '{file}: entry {entry} is not used: {detail}',
  misfitOfKind: '{file}: entry {entry} ({name}) is not used: {detail}',
  misfits: '{first}; nor are {others} others of this file',
  value: '{path}: {name} is not used: {detail}',
  values: '{first}; nor are {others} other values',
  ignored: 'is ignored: its {entries} are also in {file}',
  misnamed: 'has the name of another segment: it has the {entries}',
  misplaced: '{file} {problem}; stop the gateway and run: waypost check --repair',
  foreign: '{file} is ignored: the gateway did not write it; stop the gateway and run: waypost check --only store',
  valuesKept: '{values}; the file is kept as {name}',
  valuesNotKept: '{values}; the file could not be kept ({detail})',
  snapshotSaved: '{path} is damaged ({detail}) and was saved as {name}',
  snapshotInPlace: '{path} is damaged ({detail}) and could not be renamed ({reply})',
  keysNotAside:
    '{file} is damaged and could not be set aside ({detail}): every user has to sign in again after each start',
  keysSaved: '{file} was damaged, saved as {copy}: every user has to sign in again',
  secretsLost: '{file} was damaged: set these again if they had a secret: {keys}; then remove {copies}',
  yard: 'the picture of the yard is left out: {problem}',
  yardFileMissing: 'its file is missing',
  yardUnknown: '{file} does not describe one',
  yardDiffers: 'it is not the one that {file} describes',
});

/** Why a backup is not restored. */
export const restoreErrors = defineErrors('restore', {
  notBackup: invalid('{path} cannot be restored: it is not a Waypost backup'),
  cut: invalid('{path} cannot be restored: it is cut: copy it again, or restore another backup'),
  damaged: invalid('{path} cannot be restored: it is damaged: copy it again, or restore another backup'),
  otherVersion: invalid('{path} cannot be restored: it has version {version}, this Waypost reads version 1'),
  foreignFile: invalid('{path} cannot be restored: {name} is not a file of a store'),
  noRoom: invalid('{path} cannot be restored: the disk has too little free space for its content'),
  unreadable: invalid('{path} cannot be restored: {problem}'),
  noStore: invalid('{path} has no usable store: {detail}; restore another backup'),
  noGateway: invalid('{path} has no gateway or no user: it is not the backup of a gateway'),
  wrongPassphrase: ['invalid_credentials', 'wrong passphrase for {path}'],
  invalidFormat: invalid('{path}: its format is {format}, expected 1 to {limit}'),
  laterFormat: [
    'conflict',
    '{path} has a store of format {format}, this Waypost supports up to {limit}: restore it with the version that wrote it, or a later one',
  ],
  interrupted: ['conflict', 'the restore was interrupted {times} times: use waypost restore'],
});

export const restoreMessages = defineMessages('restore', { theBackup: 'the backup' });
