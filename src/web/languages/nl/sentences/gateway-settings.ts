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
  'webhook {name}: {problem}; {remedy}': 'webhook {name}: {problem}; {remedy}',
  'answered with status {status}': 'antwoordde met status {status}',
  'see the log of the receiver': 'zie het log van de ontvanger',
  'no answer within 10 s': 'geen antwoord binnen 10 s',
  'the receiver has to answer before it does its work': 'de ontvanger moet antwoorden voordat hij zijn werk doet',
  'the connection was refused': 'de verbinding werd geweigerd',
  'check its url, and that the receiver runs': 'controleer het adres en of de ontvanger draait',
  'the host name was not found': 'de hostnaam is niet gevonden',
  'check its url and the name server of this machine': 'controleer het adres en de naamserver van deze machine',
  'the host cannot be reached': 'de host is niet bereikbaar',
  'check the network of this machine': 'controleer het netwerk van deze machine',
  'its certificate is not trusted': 'zijn certificaat wordt niet vertrouwd',
  'give the receiver a certificate of a known authority':
    'geef de ontvanger een certificaat van een bekende autoriteit',
  'the connection ended without an answer': 'de verbinding eindigde zonder antwoord',
  'check that the receiver has the same secret and the right time':
    'controleer of de ontvanger hetzelfde geheim en de juiste tijd heeft',
  'check the path in its url': 'controleer het pad in het adres',
  'redirects are not followed: set the url that it leads to':
    'doorverwijzingen worden niet gevolgd: stel het adres in waar ze heen leiden',
  'webhook {name} is in notification rule {rule}: take it out there first':
    'webhook {name} staat in de meldingsregel {rule}: haal hem daar eerst uit',
  'its secret was entered for {receiver}; enter it again':
    'het geheim is ingevoerd voor {receiver}; voer het opnieuw in',
  'webhook {name} has no secret; set it again': 'webhook {name} heeft geen geheim; stel het opnieuw in',
  'webhook {name} not found; add it, or take it out of the notification rule':
    'webhook {name} niet gevonden; voeg hem toe, of haal hem uit de meldingsregel',
  'an http or https address without user, password and fragment, like https://dispatch.example/alerts':
    'een http- of https-adres zonder gebruiker, wachtwoord en fragment, zoals https://dispatch.example/alerts',
};
