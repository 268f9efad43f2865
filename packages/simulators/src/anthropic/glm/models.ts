/** The models behind z.ai's Anthropic-compatible endpoint, described for the checks they share with Claude. */
import type { Claude } from '../models.ts';

const glm: Claude = {
  id: 'glm-4.6',
  window: 200_000,
  home: 'anthropic',
  bedrock: false,
  thinking: ['enabled', 'disabled'],
  thinksByDefault: true,
  omitsThinking: false,
  prefill: false,
  sampling: 'free',
  efforts: ['low', 'high', 'max'],
  effortNeedsThinking: false,
  forcedChoice: false,
  laterSystem: 'no',
  preservesThinking: false,
  readsThinkingOf: [],
  thinkingReadableByAll: false,
  accountBound: false,
  countsOutput: false,
};

export const glms: readonly Claude[] = [
  { ...glm, id: 'glm-4.5-air', window: 131_072 },
  glm,
  { ...glm, id: 'glm-4.6v', window: 131_072 },
  { ...glm, id: 'glm-5' },
  { ...glm, id: 'glm-5.3', window: 1_000_000, thinking: ['enabled'] },
  { ...glm, id: 'glm-tiny', window: 200 },
];

export function findGlm(name: string): Claude | undefined {
  return glms.find(({ id }) => id === name);
}

/** All others read only text. */
export function seesPictures({ id }: Claude): boolean {
  return id.endsWith('v');
}
