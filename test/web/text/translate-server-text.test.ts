import { expect } from 'chai';
import { translateServerText } from '../../../src/web/text/translate-server-text.js';

describe('translateServerText', () => {
  const cases = [
    ['the disk is full', 'el disco está lleno'],
    [
      '/dev/ttyUSB0: no such device: plug it in, or correct the path',
      '/dev/ttyUSB0: no existe el dispositivo: conéctelo o corrija la ruta',
    ],
    [
      'tcp://10.0.0.9:4001: the device server closed the connection',
      'tcp://10.0.0.9:4001: el servidor de puertos cerró la conexión',
    ],
    [
      'the SIM requires its PIN; set notifications.sms.pin, 4 to 8 digits',
      'la SIM pide su PIN; ponga notifications.sms.pin, de 4 a 8 cifras',
    ],
    [
      '/dev/ttyS0: in use by cat (pid 7, user root) (Cannot lock port): close that program',
      '/dev/ttyS0: en uso por cat (pid 7, user root): cierre ese programa',
    ],
    ['smtp:25 is unreachable: connect ECONNREFUSED', 'smtp:25 no está accesible: connect ECONNREFUSED'],
    ['Send interval', 'Intervalo de envío'],
    ['/dev/a was lost: plug the tracker in again', '/dev/a se perdió: vuelva a conectar el localizador'],
    [
      '1.jsonl: bytes 0 to 9 are damaged, saved as 1.corrupt-2',
      '1.jsonl: los bytes 0 a 9 están dañados, copiados en 1.corrupt-2',
    ],
  ] as const;
  for (const [english, spanish] of cases) {
    it(`“${english}” is translated`, () => {
      expect(translateServerText(english, 'es')).to.equal(spanish);
      expect(translateServerText(english, 'en')).to.equal(english);
    });
  }

  it('an unknown text, and a value with special characters, stay as they are', () => {
    expect(translateServerText('something new', 'es')).to.equal('something new');
    expect(translateServerText('/dev/x: something new', 'es')).to.equal('/dev/x: something new');
    expect(translateServerText('device $& {id} not found', 'es')).to.equal('no se encuentra el dispositivo $& {id}');
  });
});
