import type { Texts } from '../translations.js';

export const displays: Texts<'displays'> = {
  lead: 'Um monitor de parede mostra mapa e alertas, não altera nada e mantém a sessão até ser removido aqui.',
  preview: 'Pré-visualizar',
  create: 'Novo monitor',
  createLink: 'Criar o seu link',
  empty: 'Ainda não há monitores de parede',
  emptyHint: 'Crie um e abra o seu link uma vez no navegador do monitor.',
  name: 'Nome',
  namePlaceholder: 'Portão',
  shows: 'Mostra',
  all: 'todos os dispositivos que você vê',
  created: 'Criado',
  lastUsed: 'Último uso',
  actions: 'Ações',
  remove: 'Remover',
  confirmRemove: 'Remover este monitor de parede? A sua sessão termina de imediato.',
  linkOf: 'Link de {name}',
  linkOnce: 'Abra-o uma vez no navegador do monitor. Só é mostrado agora e equivale a uma senha.',
  linkCode: 'Código QR do link de {name}',
};
