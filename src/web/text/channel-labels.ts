import { CHANNELS, type ChannelName } from '../../schema/channels.js';
import { useApp } from '../app-context.js';
import type { Language } from './text.js';

type ViewerLabels = (typeof CHANNELS)[ChannelName]['labels'][Language];

/** The labels of the delivery channels in the viewer's language, as in the middle of a sentence. */
export function useChannelLabels(): (channel: ChannelName) => ViewerLabels {
  const language = useApp().preferences.language.value;
  return (channel) => CHANNELS[channel].labels[language];
}

/** For the start of a sentence. */
export const capitalize = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);
