import { defineText } from '../../text/text.js';

export const unknownText = defineText('unknown', {
  device: 'Id',
  lastSeen: 'Last seen',
  since: 'Since',
  source: 'Source',
  records: 'Records',
  dropped: '{count, number} dropped (buffer full)',
  position: 'Last position',
  http: 'HTTP',
  adopt: 'Adopt',
  adoptOf: 'Adopt {id}',
  adoptHint: 'It becomes a device with its records and takes a license.',
  adopted: 'Adopted {id}; records: {count}.',
  show: 'Show device',
  name: 'Name',
  forget: 'Forget',
  forgetOf: 'Forget {id}',
  confirmForget: 'Forget {id}? Its next report lists it again.',
  cancel: 'Cancel',
  empty: 'No unknown devices',
  emptyHint: 'Trackers that are not registered appear here automatically.',
});
