import type { Language } from './text.js';

export const translateServerText = (text: string, _language: Language): string => text;
