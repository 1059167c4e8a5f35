/** One alert rule: input that makes it fire, input that does not, and when. Values are in the notation of promtool. */
export type RuleCase = {
  readonly alert: string;
  /** by series without the labels of the target: values that make it fire, and healthy values, one a minute */
  readonly series: Readonly<Record<string, readonly [firing: string, healthy: string]>>;
  /** still silent at this minute; omitted: the rule fires at once */
  readonly silentAt?: number;
  readonly firesAt: number;
  /** of the alert, besides those of the target and the severity */
  readonly labels?: Readonly<Record<string, string>>;
  readonly summary: string;
};

const PORT = 'path="/dev/ttyUSB0"';
const path = '/dev/ttyUSB0';
const UPLINK = 'uplink="center"';
const uplink = 'center';

/** The series of an uplink that is switched off: it raises no alert, whatever its values are. */
const withoutAlert = (suffix: string, values: string): RuleCase['series'] => ({
  [`waypost_uplink_${suffix}{uplink="disabled"}`]: [values, values],
  'waypost_uplink_enabled{uplink="disabled"}': ['0x1600', '0x1600'],
});

export const RULE_CASES: readonly RuleCase[] = [
  {
    alert: 'WaypostDown',
    series: { up: ['0x60', '1x60'] },
    ...{ silentAt: 4, firesAt: 5 },
    summary: 'The gateway depot:8080 cannot be scraped.',
  },
  {
    alert: 'WaypostRestarting',
    series: { process_start_time_seconds: ['1000 1001 1002 1003 1004x60', '1000 1001 1001 1002x60'] },
    firesAt: 10,
    summary: 'The gateway depot:8080 started 4 times in an hour.',
  },
  {
    alert: 'WaypostStoreReadOnly',
    series: { waypost_store_writable: ['0x60', '1x60'] },
    ...{ silentAt: 0, firesAt: 1 },
    summary: 'The gateway depot:8080 cannot store records.',
  },
  {
    alert: 'WaypostStoreLosses',
    series: { waypost_store_losses: ['2x60', '0x60'] },
    firesAt: 1,
    summary: 'The gateway depot:8080 found 2 losses in its store.',
  },
  {
    alert: 'WaypostDiskAlmostFull',
    series: { waypost_disk_free_bytes: ['5x60', '11x60'], waypost_disk_size_bytes: ['100x60', '100x60'] },
    ...{ silentAt: 14, firesAt: 15 },
    summary: 'The disk of the gateway depot:8080 has 5% free.',
  },
  {
    alert: 'WaypostClockUntrusted',
    series: { waypost_clock_trusted: ['0x60', '1x60'] },
    ...{ silentAt: 14, firesAt: 15 },
    summary: 'The clock of the gateway depot:8080 is not trusted.',
  },
  {
    alert: 'WaypostPortClosed',
    series: {
      [`waypost_serial_port_state{${PORT},state="absent"}`]: ['1x60', '0x60'],
      [`waypost_serial_port_state{${PORT},state="error"}`]: ['0x60', '0x60'],
      [`waypost_serial_port_state{${PORT},state="open"}`]: ['0x60', '1x60'],
    },
    ...{ silentAt: 9, firesAt: 10 },
    labels: { path },
    summary: 'The port /dev/ttyUSB0 of the gateway depot:8080 is not open.',
  },
  {
    alert: 'WaypostPortSilent',
    series: {
      [`waypost_serial_port_received_bytes_total{${PORT}}`]: ['500x120', '500+1x120'],
      [`waypost_serial_port_state{${PORT},state="open"}`]: ['1x120', '1x120'],
      [`waypost_serial_port_state{${PORT},state="error"}`]: ['0x120', '0x120'],
    },
    ...{ silentAt: 30, firesAt: 40 },
    labels: { path },
    summary: 'The port /dev/ttyUSB0 of the gateway depot:8080 is open and receives nothing.',
  },
  {
    alert: 'WaypostPortNoise',
    series: {
      [`waypost_serial_port_discarded_bytes_total{${PORT}}`]: ['0+75x60', '0+1x60'],
      [`waypost_serial_port_received_bytes_total{${PORT}}`]: ['0+100x60', '0+100x60'],
    },
    ...{ silentAt: 14, firesAt: 20 },
    labels: { path },
    summary: 'Of the bytes of the port /dev/ttyUSB0 of depot:8080, 75% belong to no frame.',
  },
  {
    alert: 'WaypostNoRecords',
    series: { waypost_store_records_total: ['7x180', '7+0x60 8+0x60 9+0x60'] },
    ...{ silentAt: 59, firesAt: 65 },
    summary: 'The gateway depot:8080 stored no location and no alert in the last hour.',
  },
  {
    alert: 'WaypostDeviceSilent',
    series: {
      'waypost_alert_rule_alerts_total{type="silent"}': ['0x20 1x60', '3x90'],
      'waypost_alert_rule_alerts_total{type="speed"}': ['0+1x90', '0+1x90'],
    },
    ...{ silentAt: 20, firesAt: 22 },
    labels: { type: 'silent' },
    summary: 'A device of the gateway depot:8080 has no reports or no fixes (silent).',
  },
  {
    alert: 'WaypostUnacknowledgedAlerts',
    series: { waypost_unacknowledged_alerts: ['2x60', '2x3 0x60'] },
    ...{ silentAt: 4, firesAt: 5 },
    summary: 'The gateway depot:8080 has 2 alerts that need a person, such as an SOS.',
  },
  {
    alert: 'WaypostChannelUnavailable',
    series: {
      'waypost_channel_ready{channel="sms"}': ['0x60', '0x60'],
      'waypost_messages{channel="sms",state="queued"}': ['3x60', '0x60'],
      'waypost_messages{channel="sms",state="sent"}': ['9x60', '9x60'],
    },
    ...{ silentAt: 14, firesAt: 15 },
    labels: { channel: 'sms' },
    summary: 'The gateway depot:8080 cannot send messages by sms, and messages are queued.',
  },
  {
    alert: 'WaypostMessagesFailed',
    series: {
      'waypost_messages{channel="email",state="failed"}': ['0x20 1x60', '1x90'],
      'waypost_messages{channel="email",state="sent"}': ['0+1x90', '0+1x90'],
    },
    ...{ silentAt: 20, firesAt: 22 },
    labels: { channel: 'email', state: 'failed' },
    summary: 'Messages of the gateway depot:8080 by email were not sent (failed).',
  },
  {
    alert: 'WaypostMessagesSuppressed',
    series: {
      'waypost_messages_suppressed_total{reason="outbox_full"}': ['0x20 1x60', '1x90'],
      'waypost_messages_suppressed_total{reason="repeat"}': ['0+1x90', '0+1x90'],
    },
    ...{ silentAt: 20, firesAt: 22 },
    labels: { reason: 'outbox_full' },
    summary: 'The gateway depot:8080 suppressed messages (outbox_full).',
  },
  {
    alert: 'WaypostListenerOverloaded',
    series: {
      'waypost_listener_refused_total{path="tcp:5027",reason="queue_full"}': ['0x20 1x60', '1x90'],
      'waypost_listener_refused_total{path="tcp:5027",reason="no_data"}': ['0+1x90', '0+1x90'],
    },
    ...{ silentAt: 20, firesAt: 22 },
    labels: { path: 'tcp:5027', reason: 'queue_full' },
    summary: 'The listener tcp:5027 of the gateway depot:8080 refuses data (queue_full).',
  },
  {
    alert: 'WaypostQuarantineFull',
    series: { waypost_quarantine_dropped_records_total: ['0x20 1x60', '5x90'] },
    ...{ silentAt: 20, firesAt: 22 },
    summary: 'The gateway depot:8080 drops records of trackers that are not registered.',
  },
  {
    alert: 'WaypostUplinkStopped',
    series: { [`waypost_uplink_stopped{${UPLINK}}`]: ['1x60', '1x3 0x60'] },
    ...{ silentAt: 4, firesAt: 5 },
    labels: { uplink },
    summary: 'The uplink center of the gateway depot:8080 waits for the decision of a person.',
  },
  {
    alert: 'WaypostUplinkDisconnected',
    series: {
      [`waypost_uplink_connected{${UPLINK}}`]: ['0x90', '0x40 1 0x50'],
      [`waypost_uplink_enabled{${UPLINK}}`]: ['1x90', '1x90'],
      [`waypost_uplink_stopped{${UPLINK}}`]: ['0x90', '0x90'],
      ...withoutAlert('connected', '0x90'),
      // It has an alert of its own.
      'waypost_uplink_connected{uplink="stopped"}': ['0x90', '0x90'],
      'waypost_uplink_enabled{uplink="stopped"}': ['1x90', '1x90'],
      'waypost_uplink_stopped{uplink="stopped"}': ['1x90', '1x90'],
    },
    ...{ silentAt: 59, firesAt: 60 },
    labels: { uplink },
    summary: 'The uplink center of the gateway depot:8080 is not connected.',
  },
  {
    alert: 'WaypostUplinkBehind',
    series: {
      [`waypost_uplink_oldest_timestamp_seconds{${UPLINK}}`]: ['0x1600', '0x1499 NaN NaN'],
      [`waypost_uplink_enabled{${UPLINK}}`]: ['1x1600', '1x1600'],
      ...withoutAlert('oldest_timestamp_seconds', '0x1600'),
    },
    ...{ silentAt: 1_500, firesAt: 1_501 },
    labels: { uplink },
    summary: 'A record has waited for the uplink center of the gateway depot:8080 for 1d 1h 1m 0s.',
  },
  {
    alert: 'WaypostUplinkDeadLetters',
    series: {
      [`waypost_uplink_dead_letters{${UPLINK}}`]: ['0x20 1x60', '1x20 0x60'],
      [`waypost_uplink_enabled{${UPLINK}}`]: ['1x90', '1x90'],
      ...withoutAlert('dead_letters', '3x90'),
    },
    ...{ silentAt: 20, firesAt: 22 },
    labels: { uplink },
    summary: 'The far side of the uplink center of the gateway depot:8080 refuses records.',
  },
  {
    alert: 'WaypostUplinkDropped',
    series: {
      [`waypost_uplink_dropped_entries{${UPLINK}}`]: ['0x20 7x60', '7x20 0x60'],
      [`waypost_uplink_enabled{${UPLINK}}`]: ['1x90', '1x90'],
      ...withoutAlert('dropped_entries', '3x90'),
    },
    ...{ silentAt: 20, firesAt: 22 },
    labels: { uplink },
    summary: 'At the gateway depot:8080, 7 entries were gone before the uplink center forwarded them.',
  },
  {
    alert: 'WaypostLicensesUsed',
    series: { waypost_licenses_used: ['10x90', '9x90'], waypost_licenses: ['10x90', '10x90'] },
    ...{ silentAt: 59, firesAt: 60 },
    summary: 'All licenses of the gateway depot:8080 are used.',
  },
  {
    alert: 'WaypostSignInFailures',
    series: { waypost_sign_in_failures_total: ['0+2x60', '0+1x60'] },
    ...{ silentAt: 5, firesAt: 20 },
    summary: 'The gateway depot:8080 refused more than 20 sign-ins in 15 minutes.',
  },
  {
    alert: 'WaypostServerErrors',
    series: {
      'waypost_http_request_duration_seconds_count{method="GET",route="/a",status="500"}': ['0+1x60', '0x60'],
      'waypost_http_request_duration_seconds_count{method="GET",route="/a",status="404"}': ['0+9x60', '0+9x60'],
    },
    ...{ silentAt: 3, firesAt: 15 },
    summary: 'The gateway depot:8080 answered more than 5 requests with an error of its own in 15 minutes.',
  },
];
