/** The models of the Moonshot simulator: which ids they were trained on, and when they think. */
import { objectOf } from '../../../api/json.ts';
import type { ChatModel } from '../../profile.ts';

export interface KimiModel extends ChatModel {
  /** K2 numbers its calls through the whole conversation (KIM-001, KIM-002), K3 through each turn (KIM-004). */
  readonly family: 'k2' | 'k3';
  /** `default`: unless it is turned off. */
  readonly thinking: 'never' | 'always' | 'default';
  /** Sampling cannot be changed (KIM-011). */
  readonly fixed: boolean;
  /** Thinking of earlier turns is dropped unless `thinking.keep` is `all` (KIM-008). */
  readonly forgets: boolean;
}

export const kimiModels: readonly KimiModel[] = [
  { id: 'kimi-k2-0905', window: 262_144, family: 'k2', thinking: 'never', fixed: false, forgets: false },
  { id: 'kimi-k2-thinking', window: 262_144, family: 'k2', thinking: 'always', fixed: false, forgets: false },
  { id: 'kimi-k2.5', window: 262_144, family: 'k2', thinking: 'default', fixed: true, forgets: false },
  { id: 'kimi-k2.6', window: 262_144, family: 'k2', thinking: 'default', fixed: true, forgets: true },
  { id: 'kimi-k2.7-code', window: 262_144, family: 'k2', thinking: 'always', fixed: true, forgets: false },
  { id: 'kimi-k3', window: 1_048_576, family: 'k3', thinking: 'always', fixed: true, forgets: false },
  { id: 'kimi-k3.1-pro', window: 1_048_576, family: 'k3', thinking: 'always', fixed: true, forgets: false },
  // Its window is small enough for a test to fill.
  { id: 'kimi-tiny-window', window: 64, family: 'k2', thinking: 'never', fixed: false, forgets: false },
];

const fallback: KimiModel = { id: '', window: 0, family: 'k2', thinking: 'never', fixed: false, forgets: false };

export function kimiModel(id: unknown): KimiModel {
  return kimiModels.find((model) => model.id === id) ?? fallback;
}

export function kimiThinks(body: Readonly<Record<string, unknown>>): boolean {
  const { thinking } = kimiModel(body['model']);
  return thinking === 'always' || (thinking === 'default' && objectOf(body['thinking'])['type'] !== 'disabled');
}
