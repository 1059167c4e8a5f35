import { defineErrors } from '../../messages/define.js';

/** Why a file is not received. */
export const uploadErrors = defineErrors('upload', {
  notFound: ['not_found', 'no such upload: it may have expired'],
  mapSize: ['validation_failed', '{field} is too large: a map archive has at most {limit} bytes'],
  yardSize: ['validation_failed', '{field} is too large: a picture of the yard has at most {limit} bytes'],
  backupSize: ['validation_failed', '{field} is too large: a backup has at most {limit} bytes'],
  tooMany: ['limit_reached', '{limit} uploads are unfinished: complete or delete one of them first'],
  noRoom: [
    'limit_reached',
    'the disk has too little free space: {left} bytes are left for files, the upload has {size}; 1 GiB and a tenth of the disk stay free',
  ],
  noRoomForPart: ['limit_reached', 'the disk has too little free space: 1 GiB and a tenth of the disk stay free'],
  partIsWritten: ['conflict', 'another part of this upload is being stored: wait for its answer'],
  complete: ['conflict', 'the upload is complete'],
  otherOffset: ['conflict', 'the next part starts at offset {offset}'],
  partEmpty: ['validation_failed', 'the part is empty'],
  partTooLarge: ['payload_too_large', 'the part is too large: at most {limit} bytes'],
  partBeyondEnd: ['validation_failed', 'the part goes beyond the {size} bytes of the upload'],
  otherSum: ['validation_failed', 'the file does not match its SHA-256: send it again'],
  notUsed: ['internal', 'the file could not be put to use: {detail}'],
  isChecked: ['conflict', 'the upload is being checked: wait for its result'],
  notStored: ['store_unavailable', 'the upload was not stored: {detail}'],
  partNotStored: ['store_unavailable', 'the part was not stored: {detail}'],
  wrongMap: ['validation_failed', '{problem}: {remedy}'],
  notPicture: ['validation_failed', 'the file is not a PNG, JPEG or WebP picture: save it in one of these formats'],
  notBackup: ['validation_failed', 'the file is not a Waypost backup: choose a file that Waypost wrote as a backup'],
});

export const yardErrors = defineErrors('yard', {
  noPicture: ['not_found', 'there is no picture of the yard: upload one first'],
  damaged: ['validation_failed', 'the picture is damaged: save it again'],
  tooLarge: [
    'validation_failed',
    'the picture has {width} × {height} pixels: at most {side} on each side and {pixels} in all',
  ],
});

export const downloadErrors = defineErrors('download', {
  backupRuns: ['conflict', 'another backup is being downloaded: wait for its end'],
  noBundle: ['conflict', 'this gateway cannot make a bundle: run waypost bundle'],
  bundleRuns: ['conflict', 'another bundle is being made: wait for its end'],
  noRestore: ['not_found', 'no backup waits to be restored'],
});
