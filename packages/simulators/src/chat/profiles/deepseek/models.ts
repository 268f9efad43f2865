/** The models of the DeepSeek simulator by era: when they think, and what must be sent back to them. */
import { objectOf } from '../../../api/json.ts';
import type { ChatModel } from '../../profile.ts';

export interface DeepseekModel extends ChatModel {
  /**
   * All require thinking back with calls (DSK-001, DSK-002). `reasoner` also refuses what R1 refused: thinking sent
   * back with an answer (DSK-003).
   */
  readonly era: 'reasoner' | 'v3' | 'v4';
  readonly thinking: 'always' | 'asked' | 'default';
}

/**
 * `deepseek-chat` is not among them: it has been retired (DSK-009). `deepseek-reasoner` has been served by R1 and by
 * its successors, so it refuses what either of them refuses.
 */
export const deepseekModels: readonly DeepseekModel[] = [
  { id: 'deepseek-reasoner', window: 65_536, era: 'reasoner', thinking: 'always' },
  { id: 'deepseek-v3.2', window: 131_072, era: 'v3', thinking: 'asked' },
  { id: 'deepseek-v4-flash', window: 1_048_576, era: 'v4', thinking: 'default' },
  { id: 'deepseek-v4-pro', window: 1_048_576, era: 'v4', thinking: 'default' },
  // Its window is small enough for a test to fill.
  { id: 'deepseek-tiny-window', window: 64, era: 'v4', thinking: 'default' },
];

const fallback: DeepseekModel = { id: '', window: 0, era: 'v4', thinking: 'default' };

export function deepseekModel(id: unknown): DeepseekModel {
  return deepseekModels.find((model) => model.id === id) ?? fallback;
}

export function deepseekThinks(body: Readonly<Record<string, unknown>>): boolean {
  const { thinking } = deepseekModel(body['model']);
  const type = objectOf(body['thinking'])['type'];
  if (thinking === 'asked') return type === 'enabled';
  return thinking === 'always' || type !== 'disabled';
}
