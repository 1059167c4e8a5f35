import type { Texts } from '../translations.js';

export const licenses: Texts<'licenses'> = {
  total: 'Total',
  used: 'Em uso',
  available: 'Livres',
  overUse: 'Acima do limite',
  bar: 'Licenças em uso',
  rule: 'Cada dispositivo ocupa uma licença até expirar ou ser eliminado.',
  allUsed: 'Todas as licenças estão em uso',
  allUsedHint: 'Os dispositivos registados continuam; os relatórios dos novos esperam em Desconhecidos.',
  overUseHint:
    'Estão em uso {count} licenças acima do total: os dispositivos mantêm-nas, mas não se atribui nenhuma nova.',
  expireDevice: 'Dê uma data de expiração a um dispositivo desnecessário, ou elimine-o.',
  raiseTotal: 'Aumente o número de licenças nas definições.',
  toDevices: 'Ir para os dispositivos',
  usedBy: 'Usadas por',
  group: 'Grupo',
  active: 'Com licença',
  expired: 'Expirados',
  noGroup: 'sem grupo',
  severalGroups: 'Um dispositivo em vários grupos conta em cada um deles.',
  restricted: 'Só são contados os dispositivos que a sua conta vê.',
  unused: 'Nenhuma licença está em uso',
  unusedHint: 'Cada dispositivo registado ocupa uma.',
  becomingFree: 'Ficam livres nos próximos {days} dias',
  noneFree: 'Nenhuma: nenhum dispositivo expira nesse prazo.',
  next: 'Próximos a expirar',
};
