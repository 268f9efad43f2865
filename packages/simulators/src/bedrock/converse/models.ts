/** The models behind Converse and what each of them supports. */
import type { Claude } from '../../anthropic/models.ts';
import type { Violation } from '../../api/api.ts';
import { claudeIds, findHosted } from '../claudes.ts';
import { type NamedModel, needsProfile, unknownModel } from '../model-id.ts';

export interface ConverseModel {
  readonly id: string;
  /** Claude's own validators run after those of Converse (CNV-024). */
  readonly claude?: Claude;
  readonly window: number;
  /** CNV-019. */
  readonly tools: boolean;
  /** `any` and `tool` of toolChoice (CNV-018). */
  readonly choice: boolean;
  /** Text and media next to calls and results (CNV-013). */
  readonly mixes: boolean;
  /** CNV-020. */
  readonly vision: boolean;
  /** Shows its thinking, without a signature. Claude's is handled separately. */
  readonly thinks: boolean;
}

const defaults = { window: 128_000, tools: true, choice: false, mixes: false, vision: false, thinks: false } as const;

const others: readonly ConverseModel[] = [
  { ...defaults, id: 'amazon.nova-pro-v1:0', window: 300_000, choice: true, mixes: true, vision: true },
  { ...defaults, id: 'meta.llama3-3-70b-instruct-v1:0' },
  { ...defaults, id: 'mistral.mistral-large-2407-v1:0' },
  { ...defaults, id: 'openai.gpt-oss-120b-1:0', mixes: true, thinks: true },
  { ...defaults, id: 'amazon.titan-text-express-v1', window: 8000, tools: false },
  { ...defaults, id: 'amazon.nova-tiny-v1:0', window: 200, choice: true, mixes: true },
];

const ofClaude = { tools: true, choice: true, mixes: true, vision: true, thinks: false } as const;

/** Requires an inference profile (BDR-014). */
const profiled: readonly string[] = ['meta.llama3-3-70b-instruct-v1:0'];

export const modelIds: readonly string[] = [
  ...claudeIds,
  ...others.map(({ id }) => (profiled.includes(id) ? `us.${id}` : id)),
];

export function findModel(named: NamedModel): ConverseModel | Violation {
  const other = others.find(({ id }) => id === named.id);
  if (other) return profiled.includes(other.id) && !named.profiled ? needsProfile(named) : other;
  const claude = findHosted(named);
  if ('rule' in claude) return named.id.startsWith('anthropic.') ? claude : unknownModel();
  return { ...ofClaude, id: named.id, claude, window: claude.window };
}
