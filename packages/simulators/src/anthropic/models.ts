/** The features of each generation of Claude. Only this file depends on the names of models. */

export type Effort = 'low' | 'medium' | 'high' | 'xhigh' | 'max';

export interface Claude {
  /** Without date and variant: what thinking is bound to, together with `bedrock`. */
  readonly id: string;
  readonly window: number;
  /** Who hosts it. This affects ids and thinking, and Bedrock is stricter about roles and blank text (BDR-003, ANT-021). */
  readonly home: 'anthropic' | 'bedrock' | 'vertex';
  /** It is reached over Bedrock's Converse, so its rules on tools apply too (BDR-001, BDR-002, BDR-004, BDR-006). */
  readonly bedrock: boolean;
  /** Kinds of `thinking.type` (ANT-047, ANT-048). */
  readonly thinking: readonly string[];
  readonly thinksByDefault: boolean;
  /** Whether thinking comes back as a signature without text by default. */
  readonly omitsThinking: boolean;
  /** ANT-030. */
  readonly prefill: boolean;
  /** ANT-050. */
  readonly sampling: 'free' | 'one' | 'none';
  /** ANT-052. */
  readonly efforts: readonly Effort[];
  /** ANT-051. */
  readonly effortNeedsThinking: boolean;
  /** ANT-046. */
  readonly forcedChoice: boolean;
  /** ANT-023, ANT-025. */
  readonly laterSystem: 'yes' | 'ignored' | 'no';
  /** Preserved thinking: checks prefix and chain (ANT-054, ANT-055). */
  readonly preservesThinking: boolean;
  /** Other models whose thinking it reads (ANT-056). */
  readonly readsThinkingOf: readonly string[];
  /** Its thinking may be read by any model (ANT-056). */
  readonly thinkingReadableByAll: boolean;
  /** Its thinking is bound to the account (ANT-058). */
  readonly accountBound: boolean;
  /** Refuses when prompt and `max_tokens` do not fit together (ANT-071). */
  readonly countsOutput: boolean;
}

const old: Claude = {
  id: 'claude-3-5-haiku',
  window: 200_000,
  home: 'anthropic',
  bedrock: false,
  thinking: [],
  thinksByDefault: false,
  omitsThinking: false,
  prefill: true,
  sampling: 'free',
  efforts: [],
  effortNeedsThinking: false,
  forcedChoice: true,
  laterSystem: 'no',
  preservesThinking: false,
  readsThinkingOf: [],
  thinkingReadableByAll: false,
  accountBound: false,
  countsOutput: true,
};

/** A model without special rules, for models that are only checked like Claude. */
export const defaultClaude: Claude = old;

const four5: Claude = { ...old, thinking: ['enabled', 'disabled'], sampling: 'one', countsOutput: false };

const four6: Claude = {
  ...four5,
  thinking: ['enabled', 'adaptive', 'disabled'],
  prefill: false,
  efforts: ['low', 'medium', 'high', 'max'],
};

const four7: Claude = {
  ...four6,
  thinking: ['adaptive', 'disabled'],
  omitsThinking: true,
  sampling: 'none',
  efforts: ['low', 'medium', 'high', 'xhigh', 'max'],
};

const five: Claude = { ...four7, window: 1_000_000, thinksByDefault: true, laterSystem: 'yes' };

/** Adaptive thinking is always on: neither `disabled` nor a forced tool choice is accepted. */
const fable: Claude = { ...five, thinking: ['adaptive'], forcedChoice: false };

const preserved: Claude = { ...five, preservesThinking: true };

export const claudes: readonly Claude[] = [
  old,
  { ...four5, id: 'claude-sonnet-4-5' },
  { ...four5, id: 'claude-opus-4-5', efforts: ['low', 'medium', 'high'] },
  { ...four5, id: 'claude-haiku-4-5' },
  { ...four6, id: 'claude-opus-4-6' },
  { ...four6, id: 'claude-sonnet-4-6' },
  { ...four7, id: 'claude-opus-4-7' },
  { ...four7, id: 'claude-opus-4-8', laterSystem: 'yes' },
  { ...five, id: 'claude-sonnet-5', laterSystem: 'ignored' },
  { ...five, id: 'claude-opus-5', effortNeedsThinking: true },
  { ...fable, id: 'claude-mythos-preview' },
  { ...fable, id: 'claude-fable-5' },
  { ...fable, id: 'claude-mythos-5' },
  { ...fable, id: 'claude-mythos-5-1' }, // records what preserved thinking needs, but does not check it
  {
    ...fable,
    id: 'claude-fable-5-1',
    preservesThinking: true,
    readsThinkingOf: ['claude-opus-5', 'claude-opus-5-5'],
  },
  // The migration guide for Opus 5.5: the changes of Fable 5.1.
  { ...fable, id: 'claude-opus-5-5', preservesThinking: true },
  // The migration guide for Sonnet 5.5: no `disabled`, no forced choice of tools.
  {
    ...preserved,
    id: 'claude-sonnet-5-5',
    thinking: ['adaptive', 'between_tools'],
    forcedChoice: false,
    accountBound: true,
  },
  // The model card of Haiku 5.5: thinking can be turned off, and effort is capped at `high` then.
  {
    ...preserved,
    id: 'claude-haiku-5-5',
    laterSystem: 'no',
    effortNeedsThinking: true,
    accountBound: true,
    thinkingReadableByAll: true,
  },
  // For overflow tests: like 4.5, with a window that a few sentences fill.
  { ...four5, id: 'claude-tiny', window: 1000 },
];

const flavour = /^(?:(?:us|eu|apac|jp|au|global)\.)?anthropic\./;
const version = /(?:-latest|-\d{8})?(?:-v\d+(?::\d+)?)?$/;

/** `claude-opus-4-5-20251101` is `claude-opus-4-5`; `anthropic.claude-opus-4-5-v1:0` is the same on Bedrock. */
export function findClaude(name: string): Claude | undefined {
  const bedrock = flavour.test(name);
  const id = name.replace(flavour, '').replace(version, '');
  const claude = claudes.find((candidate) => candidate.id === id);
  return claude && bedrock ? { ...hostedOn(claude, 'bedrock'), bedrock } : claude;
}

/** The same model hosted elsewhere. */
export function hostedOn(claude: Claude, home: 'bedrock' | 'vertex'): Claude {
  // Thinking of Opus 5.5 is read by others on Anthropic's own API only.
  return { ...claude, home, readsThinkingOf: claude.readsThinkingOf.filter((other) => other !== 'claude-opus-5-5') };
}

const prefixes: Readonly<Record<Claude['home'], string>> = { anthropic: '', bedrock: 'anthropic.', vertex: 'vertex.' };

/** The model name in a signature: thinking is not read at another host (ANT-040). */
export function boundName({ id, home }: Claude): string {
  return prefixes[home] + id;
}

/** The model named by a signature. */
export function findBound(name: string): Claude | undefined {
  const vertex = name.startsWith(prefixes.vertex);
  const claude = findClaude(vertex ? name.slice(prefixes.vertex.length) : name);
  return claude && vertex ? hostedOn(claude, 'vertex') : claude;
}

const marks: Readonly<Record<Claude['home'], string>> = { anthropic: '', bedrock: 'bdrk_', vertex: 'vrtx_' };

/** `toolu_01`, `toolu_bdrk_01`, `toolu_vrtx_01` (VTX-009). */
export function idPrefix(kind: 'msg' | 'toolu' | 'srvtoolu', { home }: Claude): string {
  return `${kind}_${marks[home]}01`;
}
