/** The models this simulator serves: one for every generation and route the rulebook distinguishes. */

export interface GeminiModel {
  readonly id: string;
  readonly generation: number;
  /** `developer`: Google AI Studio. `vertex`: its own texts. `claude`: Claude behind Google's API (GEM-016). */
  readonly route: 'developer' | 'vertex' | 'claude';
  /** Tokens a request may have; counted as four characters each. */
  readonly window: number;
  readonly output: number;
  /** Previews that answered 200 to two model contents in a row (GEM-002). */
  readonly lenient: boolean;
  /** Limits of thinkingBudget, and whether 0 turns thinking off (GEM-031). */
  readonly budget: { readonly least: number; readonly most: number; readonly off: boolean };
}

const pro = { least: 128, most: 32_768, off: false } as const;
const flash = { least: 0, most: 24_576, off: true } as const;
const known = { window: 1_048_576, output: 65_536, route: 'developer', lenient: false, budget: pro } as const;

export const models: readonly GeminiModel[] = [
  { ...known, id: 'gemini-2.0-flash', generation: 2, budget: flash },
  { ...known, id: 'gemini-2.5-pro', generation: 2.5 },
  { ...known, id: 'gemini-2.5-flash', generation: 2.5, budget: flash },
  { ...known, id: 'gemini-2.5-flash-lite', generation: 2.5, budget: flash },
  { ...known, id: 'gemini-3-pro-preview', generation: 3, lenient: true },
  { ...known, id: 'gemini-3-flash-preview', generation: 3, budget: flash },
  { ...known, id: 'gemini-3-pro-image-preview', generation: 3 },
  { ...known, id: 'gemini-3.1-pro', generation: 3.1 },
  { ...known, id: 'gemini-3.1-pro-preview', generation: 3.1, lenient: true },
  { ...known, id: 'gemini-3.7-flash', generation: 3.7, budget: flash },
  { ...known, id: 'gemini-3.8-pro', generation: 3.8 },
  { ...known, id: 'gemini-4-argon', generation: 4 },
  { ...known, id: 'claude-via-google', generation: 0, route: 'claude', window: 200_000 },
  { ...known, id: 'gemini-tiny', generation: 2.5, window: 256, budget: flash },
];

/**
 * Finds unlisted models by their names: `gemini-3.5-flash-lite-preview-09`, `gemini-3.1-pro-preview-customtools` and similar. An unlisted
 * generation behaves like the last one before it.
 */
export function findModel(models: readonly GeminiModel[], id: string): GeminiModel | undefined {
  const listed = models.find((model) => model.id === id);
  const [, generation, kind] = /^gemini-(\d+(?:\.\d+)?)-(pro|flash)(?:-[a-z0-9.-]+)?$/.exec(id) ?? [];
  const like = models.findLast(
    (model) => model.generation > 0 && model.generation <= Number(generation) && model.window === known.window,
  );
  if (listed || like === undefined) return listed;
  return { ...like, id, generation: Number(generation), lenient: false, budget: kind === 'pro' ? pro : flash };
}

/** Gemini 3 and later: signatures are required, thinkingLevel exists. */
export function isGemini3OrLater({ generation, route }: GeminiModel): boolean {
  return route !== 'claude' && generation >= 3;
}
