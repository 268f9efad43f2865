/** Repeats what the user said last. */
import type { Model } from '../api/model.ts';
import { lastUserText } from './conversation.ts';
import { fitAnswer } from './fit-answer.ts';

export const echoModel: Model = (seen) =>
  fitAnswer({ parts: [{ say: lastUserText(seen) || '(nothing)' }], stop: 'end' }, seen.maxTokens);
