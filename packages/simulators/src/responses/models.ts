/** The models behind this endpoint, and what depends on their generation. Models of other makers behave differently (`Maker`). */

/**
 * Who runs the endpoint a model is asked at. `openai` itself; `mantle`: Bedrock's (OAR-013, BDR-005); `zen`: a gateway that binds
 * reasoning to its caller (OAR-014); `copilot`: item ids belong to a connection (OAR-028); `deepseek` (DSK-008); `oss`: gpt-oss on
 * a self-hosted server; `vllm`: an old one (OAR-025).
 */
export type Maker = 'openai' | 'mantle' | 'zen' | 'copilot' | 'deepseek' | 'oss' | 'vllm';

export interface ResponsesModel {
  readonly id: string;
  readonly maker: Maker;
  /** Tokens a request may have; counted as four characters each. */
  readonly window: number;
  /** `default`: unless effort is `none`; `asked`: only with an effort other than `none`. */
  readonly reasons: 'always' | 'default' | 'asked' | 'never';
  /** Efforts that this generation does not support, in addition to those that `reasons` excludes. */
  readonly noEffort: readonly string[];
  /** Whether its messages are labelled commentary or final_answer (OAR-024). */
  readonly phases: boolean;
}

type Traits = Partial<Omit<ResponsesModel, 'id'>>;

const model = (id: string, traits: Traits): ResponsesModel => ({
  id,
  maker: 'openai',
  window: 400_000,
  reasons: 'always',
  noEffort: [],
  phases: false,
  ...traits,
});

const latest = { reasons: 'default', phases: true } as const;

export const models: readonly ResponsesModel[] = [
  model('gpt-4o', { reasons: 'never', window: 128_000 }),
  model('gpt-4o-mini', { reasons: 'never', window: 128_000 }),
  model('gpt-4.1', { reasons: 'never', window: 1_047_576 }),
  model('gpt-4.1-mini', { reasons: 'never', window: 1_047_576 }),
  model('gpt-4.1-nano', { reasons: 'never', window: 1_047_576 }),
  model('gpt-5', {}),
  model('gpt-5-mini', {}),
  model('gpt-5-nano', {}),
  model('gpt-5.1', { reasons: 'asked' }),
  model('gpt-5.2', { reasons: 'asked' }),
  model('gpt-5.3-codex', { phases: true }),
  model('gpt-5.4', { reasons: 'asked', phases: true }),
  model('gpt-5.4-mini', { reasons: 'asked', phases: true }),
  model('gpt-5.4-nano', { reasons: 'asked', phases: true }),
  model('gpt-5.5', latest),
  model('gpt-5.6-terra', { ...latest, noEffort: ['minimal'] }),
  model('gpt-5.6-terra-pro', { ...latest, reasons: 'always', noEffort: ['minimal'] }),
  model('o3', { window: 200_000 }),
  model('o3-mini', { window: 200_000 }),
  model('o4-mini', { window: 200_000 }),
  model('gpt-tiny', { reasons: 'never', window: 1_000 }),
  model('gpt-oss-120b', { maker: 'oss', window: 131_072 }),
  model('vllm-gpt-oss-120b', { maker: 'vllm', window: 131_072 }),
  model('mantle-gpt-5.5', { ...latest, maker: 'mantle' }),
  model('zen-gpt-5.5', { ...latest, maker: 'zen' }),
  model('copilot-gpt-5.4', { ...latest, maker: 'copilot' }),
  model('copilot-gpt-5.5', { ...latest, maker: 'copilot' }),
  model('deepseek-v4-flash', { maker: 'deepseek', reasons: 'default' }),
  model('deepseek-v4-pro', { maker: 'deepseek', reasons: 'default' }),
];

export function findModel(id: unknown): ResponsesModel | undefined {
  return models.find((each) => each.id === id) ?? models.find((each) => each.id === undated(id));
}

/** `gpt-4o-2024-08-06` is a snapshot of `gpt-4o`. */
function undated(id: unknown): string {
  return typeof id === 'string' ? id.replace(/-\d{4}-\d{2}-\d{2}$/, '') : '';
}

/** Shows its thinking as reasoning_text and accepts it in that form (OAR-015); nothing is encrypted. */
export function showsReasoningText({ maker }: ResponsesModel): boolean {
  return maker === 'oss' || maker === 'vllm' || maker === 'deepseek';
}

/** Whether the model thinks with this effort. */
export function thinksAt({ reasons }: ResponsesModel, effort: unknown): boolean {
  if (reasons === 'always' || reasons === 'never') return reasons === 'always';
  if (typeof effort !== 'string') return reasons === 'default';
  return effort !== 'none';
}
