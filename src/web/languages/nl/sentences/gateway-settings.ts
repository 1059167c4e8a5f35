import type { Sentences } from '../../translations.js';

export const gatewaySettings: Sentences<'gatewaySettings'> = {
  'an IANA time zone, like Europe/Madrid': 'een IANA-tijdzone, zoals Europe/Madrid',
  'a mail address, like depot@example.com': 'een e-mailadres, zoals depot@example.com',
  'a device like /dev/ttyUSB0, or tcp://host:port with a port of 1 to 65535 (an IPv6 address in brackets: tcp://[fd00::7]:4001)':
    'een apparaat zoals /dev/ttyUSB0, of tcp://host:port met een poort van 1 tot 65535 (een IPv6-adres tussen haken: tcp://[fd00::7]:4001)',
  'is set by the configuration: change it there, or remove it there':
    'is vastgelegd door de configuratie: wijzig of verwijder het daar',
  '{field} is set by the configuration: change it there, or remove it there':
    '{field} is vastgelegd door de configuratie: wijzig of verwijder het daar',
  'belongs to {secret}, which the configuration sets: {fix}': 'hoort bij {secret}, dat de configuratie vastlegt: {fix}',
  'change {key} there too': 'wijzig daar ook {key}',
  'is the port {port}, which trackers use: {fix}': 'is de poort {port}, die trackers gebruiken: {fix}',
  'remove that port, or name the port of the modem': 'verwijder die poort of geef de poort van het modem op',
  '/to must be {rule}': '/to is ongeldig, verwacht: {rule}',
  'channel {channel} is not configured: set {key}': 'kanaal {channel} is niet ingesteld: stel {key} in',
  'a test message is being sent: wait for its result': 'er wordt een testbericht verzonden: wacht op het resultaat',
  '{count} test messages were sent within 10 minutes: try again in {seconds} s':
    '{count} testberichten zijn binnen 10 minuten verzonden: probeer het opnieuw over {seconds} s',
  'no result within {seconds} s': 'geen resultaat binnen {seconds} s',
  '{owner} has used up its share of the log for changes that are not records: try again in {seconds} s; store.retention.bytes and store.retention.days set the share':
    '{owner} heeft het eigen deel van het logboek voor wijzigingen die geen records zijn, verbruikt: probeer het opnieuw over {seconds} s; store.retention.bytes en store.retention.days bepalen dat deel',
};
