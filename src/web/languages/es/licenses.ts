import type { Texts } from '../translations.js';

export const licenses: Texts<'licenses'> = {
  total: 'Total',
  used: 'En uso',
  available: 'Libres',
  overUse: 'Por encima del límite',
  bar: 'Licencias en uso',
  rule: 'Cada dispositivo ocupa una licencia hasta que caduca o se elimina.',
  allUsed: 'Todas las licencias están en uso',
  allUsedHint: 'Los dispositivos registrados siguen funcionando; los informes de otros esperan en Desconocidos.',
  overUseHint:
    'Se usan {count} licencias más que el total: sus dispositivos las conservan, pero no se da ninguna nueva.',
  expireDevice: 'Ponga fecha de caducidad a un dispositivo que no haga falta, o elimínelo.',
  raiseTotal: 'Aumente el número de licencias en los ajustes.',
  toDevices: 'Ir a los dispositivos',
  usedBy: 'Usadas por',
  group: 'Grupo',
  active: 'Con licencia',
  expired: 'Caducados',
  noGroup: 'sin grupo',
  severalGroups: 'Un dispositivo que está en varios grupos cuenta en cada uno.',
  restricted: 'Solo se cuentan los dispositivos que ve su cuenta.',
  unused: 'No hay licencias en uso',
  unusedHint: 'Cada dispositivo registrado ocupa una.',
  becomingFree: 'Quedan libres en los próximos {days} días',
  noneFree: 'Ninguna: ningún dispositivo caduca en ese tiempo.',
  next: 'Próximos en caducar',
};
