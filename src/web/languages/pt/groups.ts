import type { Texts } from '../translations.js';

export const groups: Texts<'groups'> = {
  create: 'Novo grupo',
  all: 'Todos os grupos',
  created: '{name} criado.',
  name: 'Nome',
  description: 'Descrição',
  devices: 'Dispositivos',
  changed: 'Alterado',
  group: 'Grupo',
  noGroup: 'nenhum',
  empty: 'Ainda não há grupos',
  emptyHint: 'Um grupo reúne dispositivos para utilizadores e regras de notificação.',
  emptyReader: 'A sua conta não vê nenhum grupo.',
  noDevices: 'O grupo não tem dispositivos.',
  more: 'e mais {count}',
  confirmRemove:
    'Eliminar o grupo {name}? Os seus dispositivos mantêm-se; as regras de notificação e de alerta perdem o grupo.',
};
