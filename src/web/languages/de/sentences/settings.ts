import type { Sentences } from '../../translations.js';

export const settings: Sentences<'settings'> = {
  // meshtastic
  'Long name': 'Langer Name',
  'name of the node; 39 bytes of UTF-8 at most': 'Name des Knotens; höchstens 39 Bytes UTF-8',
  'Short name': 'Kurzer Name',
  'name of the node for small displays; 4 bytes of UTF-8 at most':
    'Name des Knotens für kleine Anzeigen; höchstens 4 Bytes UTF-8',
  'Position interval': 'Positionsintervall',
  'time between sent positions; 0: firmware default': 'Zeit zwischen gesendeten Positionen; 0: Vorgabe der Firmware',
  'Smart position': 'Smarte Position',
  'the node also sends its position after it has moved':
    'der Knoten sendet seine Position auch, nachdem er sich bewegt hat',
  'Fixed position': 'Feste Position',
  'the node does not move: its position is no longer measured':
    'der Knoten bewegt sich nicht: Seine Position wird nicht mehr gemessen',
  'GPS interval': 'GPS-Intervall',
  'time between measured positions; 0: firmware default':
    'Zeit zwischen gemessenen Positionen; 0: Vorgabe der Firmware',
  'Position flags': 'Positionsfelder',
  'optional fields of a position message, one bit each': 'optionale Felder einer Positionsnachricht, je ein Bit',
  'Smart position distance': 'Distanz der smarten Position',
  'distance to move before a position is sent; 0: firmware default':
    'zurückgelegte Strecke, bevor eine Position gesendet wird; 0: Vorgabe der Firmware',
  'Smart position interval': 'Intervall der smarten Position',
  'minimum time between positions sent because the node moved; 0: firmware default':
    'Mindestzeit zwischen Positionen, die wegen einer Bewegung gesendet werden; 0: Vorgabe der Firmware',
  'GPS mode': 'GPS-Modus',
  'whether the GPS receiver is off (0), on (1) or absent (2)':
    'ob der GPS-Empfänger aus (0), ein (1) oder nicht vorhanden (2) ist',
  // queclink
  'Fix interval': 'Messintervall',
  'time between two measured positions': 'Zeit zwischen zwei gemessenen Positionen',
  'Send interval': 'Sendeintervall',
  'time between two reports': 'Zeit zwischen zwei Meldungen',
  'Report mode': 'Meldemodus',
  'when the tracker reports: 0 never, 1 by time, 2 by distance, 3 by mileage, 4 after both time and mileage, 5 by time, network cells only, 6 after time or mileage':
    'wann der Tracker meldet: 0 nie, 1 nach Zeit, 2 nach Distanz, 3 nach Kilometerstand, 4 nach Zeit und Kilometerstand, 5 nach Zeit, nur Funkzellen, 6 nach Zeit oder Kilometerstand',
  'Skip reports without fix': 'Meldungen ohne Position auslassen',
  'without a fix, the tracker reports nothing; otherwise it reports the last known position':
    'ohne Position meldet der Tracker nichts; sonst meldet er die letzte bekannte',
  'Start time': 'Beginn',
  'HHMM, daily start of reporting': 'HHMM, täglicher Beginn der Meldungen',
  'End time': 'Ende',
  'HHMM, daily end of reporting; same as the start time: all day':
    'HHMM, tägliches Ende der Meldungen; gleich dem Beginn: den ganzen Tag',
  Distance: 'Distanz',
  'straight-line distance between two reports, when reporting by distance':
    'Luftlinie zwischen zwei Meldungen, wenn nach Distanz gemeldet wird',
  'Device name': 'Gerätename',
  'name in the reports; printable ASCII without , $ = : and not in the form of a VIN':
    'Name in den Meldungen; druckbares ASCII ohne , $ = : und nicht in der Form einer VIN',
  Acknowledgement: 'Quittung',
  'the tracker keeps each report until it is acknowledged (SACK)':
    'der Tracker behält jede Meldung, bis sie quittiert ist (SACK)',
  '4 to 6 letters or digits; leave empty for the factory password of the model':
    '4 bis 6 Buchstaben oder Ziffern; leer: das Werkspasswort des Modells',
  // ubx
  'Measurement interval': 'Messintervall',
  'time between measurements; the minimum depends on the model':
    'Zeit zwischen Messungen; das Minimum hängt vom Modell ab',
  'NAV-PVT rate on UART1': 'NAV-PVT-Rate an UART1',
  'NAV-PVT is sent on UART1 with every navigation solution (1), every second one (2) and so on; 0: never':
    'NAV-PVT wird an UART1 mit jeder Navigationslösung (1), jeder zweiten (2) usw. gesendet; 0: nie',
  'NAV-PVT rate on USB': 'NAV-PVT-Rate an USB',
  'NAV-PVT is sent on USB with every navigation solution (1), every second one (2) and so on; 0: never':
    'NAV-PVT wird an USB mit jeder Navigationslösung (1), jeder zweiten (2) usw. gesendet; 0: nie',
  'Baud rate': 'Baudrate',
  'speed of UART1': 'Geschwindigkeit von UART1',
  'UBX output': 'UBX-Ausgabe',
  'UART1 sends UBX; it cannot be switched off here, because the gateway could no longer reach the receiver':
    'UART1 sendet UBX; hier nicht abschaltbar, weil das Gateway den Empfänger sonst nicht mehr erreichen könnte',
  'NMEA output': 'NMEA-Ausgabe',
  'whether UART1 sends NMEA 0183': 'ob UART1 NMEA 0183 sendet',
  'RMC rate on UART1': 'RMC-Rate an UART1',
  'RMC is sent on UART1 with every navigation solution (1), every second one (2) and so on; 0: never':
    'RMC wird an UART1 mit jeder Navigationslösung (1), jeder zweiten (2) usw. gesendet; 0: nie',
  // wpt
  'Device id': 'Geräte-Id',
  'id that the tracker reports under': 'Id, unter der sich der Tracker meldet',
  Name: 'Name',
  'name for people, at most 64 bytes of UTF-8, without control characters':
    'Name für Menschen, höchstens 64 Bytes UTF-8, ohne Steuerzeichen',
  Key: 'Schlüssel',
  'key that protects the settings: 128 bits as 32 hexadecimal digits':
    'Schlüssel, der die Einstellungen schützt: 128 Bit als 32 hexadezimale Ziffern',
  'current key of the tracker, if it has one: 32 hexadecimal digits':
    'jetziger Schlüssel des Trackers, falls er einen hat: 32 hexadezimale Ziffern',
  'Interval while stopped': 'Intervall im Stand',
  'time between fixes while the tracker is stopped': 'Zeit zwischen Positionen, während der Tracker steht',
  'Interval while moving': 'Intervall in Fahrt',
  'time between fixes while the tracker is moving': 'Zeit zwischen Positionen, während sich der Tracker bewegt',
  'distance after which a fix is taken early; 0: never':
    'Distanz, nach der eine Position vorzeitig bestimmt wird; 0: nie',
  'Batch size': 'Paketgröße',
  'number of fixes that are collected and sent together':
    'Anzahl der Positionen, die gesammelt und zusammen gesendet werden',
  'speed of the serial port of the tracker': 'Geschwindigkeit des seriellen Ports des Trackers',
  Alerts: 'Alarme',
  'alerts that the tracker raises, as a sum: SOS 1, POWERCUT 2, LOWBAT 4, GEOIN 8, GEOOUT 16, OVERSPEED 32, MOVE 64, TAMPER 128, CUSTOM 256':
    'Alarme, die der Tracker auslöst, als Summe: SOS 1, POWERCUT 2, LOWBAT 4, GEOIN 8, GEOOUT 16, OVERSPEED 32, MOVE 64, TAMPER 128, CUSTOM 256',
  'Status light': 'Statusleuchte',
  'whether the status light is on': 'ob die Statusleuchte leuchtet',
  'Satellite systems': 'Satellitensysteme',
  'satellite systems that the receiver uses, as a sum: GPS 1, GLONASS 2, Galileo 4, BeiDou 8, QZSS 16, NavIC 32':
    'Satellitensysteme, die der Empfänger benutzt, als Summe: GPS 1, GLONASS 2, Galileo 4, BeiDou 8, QZSS 16, NavIC 32',
};
