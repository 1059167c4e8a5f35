import type { Sentences } from '../../translations.js';

export const alertRules: Sentences<'alertRules'> = {
  'zone {name} already exists': 'a zona {name} já existe',
  '{place} must not cross or touch itself: edges {one} and {other} do':
    '{place} não pode cruzar-se nem tocar-se: os lados {one} e {other} fazem-no',
  '{place} repeats the position before it: remove one': '{place} repete a posição anterior: remova uma',
  '{place} is missing: a point needs one, in m': 'falta {place}: um ponto precisa de um valor, em m',
  '{place} is missing: a line needs one, in m': 'falta {place}: uma linha precisa de um valor, em m',
  'alert rule {name} already exists': 'a regra de alerta {name} já existe',
  'alert rule {id} not found': 'regra de alerta {id} não encontrada',
  'zone {id} not found': 'zona {id} não encontrada',
  'alert rules name the zone ({names}): change or remove them first':
    'há regras de alerta que nomeiam a zona ({names}): altere-as ou elimine-as primeiro',
  'requires privilege messages and a user not restricted to a group or device':
    'requer a permissão messages e um utilizador não restrito a um grupo ou dispositivo',
  '/devices, /groups and /all exclude each other: use one of them': '/devices, /groups e /all excluem-se: use um deles',
  '/devices is missing: name devices or groups, or set all to true':
    'falta /devices: nomeie dispositivos ou grupos, ou ponha all a true',
  'limit of {count} {things} reached ({used} in use): remove one first':
    'limite de {count} {things} atingido ({used} em uso): elimine primeiro algum',
  'limit of {bytes} bytes for all {things} reached ({used} in use, {added} more asked for): shorten or remove some first':
    'limite de {bytes} bytes para o conjunto ({things}) atingido ({used} em uso, mais {added} pedidos): encurte ou elimine primeiro alguns',
  'alert rules': 'regras de alerta',
  zones: 'zonas',
};
