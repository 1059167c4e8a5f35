import type { Sentences } from '../../translations.js';

export const settings: Sentences<'settings'> = {
  // meshtastic
  'Long name': 'Nome longo',
  'name of the node; 39 bytes of UTF-8 at most': 'nome do nó; no máximo 39 bytes de UTF-8',
  'Short name': 'Nome curto',
  'name of the node for small displays; 4 bytes of UTF-8 at most':
    'nome do nó para visores pequenos; no máximo 4 bytes de UTF-8',
  'Position interval': 'Intervalo de posição',
  'time between sent positions; 0: firmware default': 'tempo entre posições enviadas; 0: valor do firmware',
  'Smart position': 'Posição inteligente',
  'the node also sends its position after it has moved': 'o nó também envia a sua posição depois de se mover',
  'Fixed position': 'Posição fixa',
  'the node does not move: its position is no longer measured': 'o nó não se move: a sua posição já não é medida',
  'GPS interval': 'Intervalo de GPS',
  'time between measured positions; 0: firmware default': 'tempo entre posições medidas; 0: valor do firmware',
  'Position flags': 'Campos de posição',
  'optional fields of a position message, one bit each': 'campos opcionais de uma mensagem de posição, um bit cada',
  'Smart position distance': 'Distância de posição inteligente',
  'distance to move before a position is sent; 0: firmware default':
    'distância percorrida antes de enviar uma posição; 0: valor do firmware',
  'Smart position interval': 'Intervalo de posição inteligente',
  'minimum time between positions sent because the node moved; 0: firmware default':
    'tempo mínimo entre posições enviadas por movimento; 0: valor do firmware',
  'GPS mode': 'Modo de GPS',
  'whether the GPS receiver is off (0), on (1) or absent (2)':
    'se o recetor GPS está desligado (0), ligado (1) ou ausente (2)',
  // queclink
  'Fix interval': 'Intervalo de medição',
  'time between two measured positions': 'tempo entre duas posições medidas',
  'Send interval': 'Intervalo de envio',
  'time between two reports': 'tempo entre dois relatórios',
  'Report mode': 'Modo de relatório',
  'when the tracker reports: 0 never, 1 by time, 2 by distance, 3 by mileage, 4 after both time and mileage, 5 by time, network cells only, 6 after time or mileage':
    'quando o localizador envia: 0 nunca, 1 por tempo, 2 por distância, 3 por quilometragem, 4 após tempo e quilometragem, 5 por tempo, só células de rede, 6 após tempo ou quilometragem',
  'Skip reports without fix': 'Omitir relatórios sem posição',
  'without a fix, the tracker reports nothing; otherwise it reports the last known position':
    'sem posição, o localizador não envia nada; senão, envia a última posição conhecida',
  'Start time': 'Hora de início',
  'HHMM, daily start of reporting': 'HHMM, início diário dos relatórios',
  'End time': 'Hora de fim',
  'HHMM, daily end of reporting; same as the start time: all day':
    'HHMM, fim diário dos relatórios; igual à hora de início: todo o dia',
  Distance: 'Distância',
  'straight-line distance between two reports, when reporting by distance':
    'distância em linha reta entre dois relatórios, se envia por distância',
  'Device name': 'Nome do dispositivo',
  'name in the reports; printable ASCII without , $ = : and not in the form of a VIN':
    'nome nos relatórios; ASCII imprimível sem , $ = : e sem a forma de um VIN',
  Acknowledgement: 'Confirmação',
  'the tracker keeps each report until it is acknowledged (SACK)':
    'o localizador guarda cada relatório até ser confirmado (SACK)',
  '4 to 6 letters or digits; leave empty for the factory password of the model':
    '4 a 6 letras ou algarismos; vazio: a senha de fábrica do modelo',
  // ubx
  'Measurement interval': 'Intervalo de medição',
  'time between measurements; the minimum depends on the model': 'tempo entre medições; o mínimo depende do modelo',
  'NAV-PVT rate on UART1': 'Frequência de NAV-PVT em UART1',
  'NAV-PVT is sent on UART1 with every navigation solution (1), every second one (2) and so on; 0: never':
    'NAV-PVT é enviado por UART1 com cada solução de navegação (1), uma em cada duas (2), etc.; 0: nunca',
  'NAV-PVT rate on USB': 'Frequência de NAV-PVT em USB',
  'NAV-PVT is sent on USB with every navigation solution (1), every second one (2) and so on; 0: never':
    'NAV-PVT é enviado por USB com cada solução de navegação (1), uma em cada duas (2), etc.; 0: nunca',
  'Baud rate': 'Velocidade',
  'speed of UART1': 'velocidade de UART1',
  'UBX output': 'Saída UBX',
  'UART1 sends UBX; it cannot be switched off here, because the gateway could no longer reach the receiver':
    'UART1 envia UBX; não se pode desligar aqui, porque o gateway deixaria de alcançar o recetor',
  'NMEA output': 'Saída NMEA',
  'whether UART1 sends NMEA 0183': 'se UART1 envia NMEA 0183',
  'RMC rate on UART1': 'Frequência de RMC em UART1',
  'RMC is sent on UART1 with every navigation solution (1), every second one (2) and so on; 0: never':
    'RMC é enviado por UART1 com cada solução de navegação (1), uma em cada duas (2), etc.; 0: nunca',
  // wpt
  'Device id': 'Id do dispositivo',
  'id that the tracker reports under': 'id com que o localizador envia',
  Name: 'Nome',
  'name for people, at most 64 bytes of UTF-8, without control characters':
    'nome para pessoas, no máximo 64 bytes de UTF-8, sem caracteres de controlo',
  Key: 'Chave',
  'key that protects the settings: 128 bits as 32 hexadecimal digits':
    'chave que protege as definições: 128 bits em 32 algarismos hexadecimais',
  'current key of the tracker, if it has one: 32 hexadecimal digits':
    'chave atual do localizador, se tiver: 32 algarismos hexadecimais',
  'Interval while stopped': 'Intervalo parado',
  'time between fixes while the tracker is stopped': 'tempo entre posições com o localizador parado',
  'Interval while moving': 'Intervalo em movimento',
  'time between fixes while the tracker is moving': 'tempo entre posições com o localizador em movimento',
  'distance after which a fix is taken early; 0: never': 'distância após a qual uma posição é antecipada; 0: nunca',
  'Batch size': 'Tamanho do lote',
  'number of fixes that are collected and sent together': 'número de posições reunidas e enviadas em conjunto',
  'speed of the serial port of the tracker': 'velocidade da porta série do localizador',
  Alerts: 'Alertas',
  'alerts that the tracker raises, as a sum: SOS 1, POWERCUT 2, LOWBAT 4, GEOIN 8, GEOOUT 16, OVERSPEED 32, MOVE 64, TAMPER 128, CUSTOM 256':
    'alertas que o localizador emite, como soma: SOS 1, POWERCUT 2, LOWBAT 4, GEOIN 8, GEOOUT 16, OVERSPEED 32, MOVE 64, TAMPER 128, CUSTOM 256',
  'Status light': 'Luz de estado',
  'whether the status light is on': 'se a luz de estado está ligada',
  'Satellite systems': 'Sistemas de satélites',
  'satellite systems that the receiver uses, as a sum: GPS 1, GLONASS 2, Galileo 4, BeiDou 8, QZSS 16, NavIC 32':
    'sistemas de satélites que o recetor usa, como soma: GPS 1, GLONASS 2, Galileo 4, BeiDou 8, QZSS 16, NavIC 32',
};
