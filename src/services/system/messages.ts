import { defineErrors, defineMessages } from '../../messages/define.js';

/** The share of a user or port in the log is used up. */
export const logShareErrors = defineErrors('logShare', {
  ofUser: [
    'rate_limited',
    'this user has used up its share of the log for changes that are not records: try again in {seconds} s; store.retention.bytes and store.retention.days set the share',
  ],
  ofPort: [
    'rate_limited',
    'port {path} has used up its share of the log for changes that are not records: try again in {seconds} s; store.retention.bytes and store.retention.days set the share',
  ],
});

export const mapArchiveErrors = defineErrors('mapArchive', {
  absent: ['not_found', 'no map archive'],
  unreadable: ['not_found', 'no map archive: {detail}'],
});

/** What is wrong with an archive of map tiles, and what to do. `path`: the file, or `theFile`. */
export const archiveMessages = defineMessages('mapArchive', {
  theFile: 'the file',
  notFile: '{path} is not a file',
  notRead: '{path} cannot be read: {detail}',
  notArchive: '{path} is not a PMTiles archive',
  otherVersion: '{path} is PMTiles version {version} instead of 3',
  cutOff: '{path} has {bytes} bytes instead of {needed}',
  otherTiles: '{path} has tiles of type {type}',
  otherCompression: '{path} is compressed with another format than gzip',
  damaged: '{path} has invalid zooms {from} to {to}',
  putThere: 'put the archive or a link to it there',
  giveToOwner: '{command}',
  makeOne: 'make one with pmtiles extract or pmtiles convert',
  convert: 'run pmtiles convert OLD NEW',
  copyAgain: 'copy it again',
  useTiles: 'use an archive with {kinds} tiles',
  useGzip: 'make it with gzip',
  makeAgain: 'make it again',
});
