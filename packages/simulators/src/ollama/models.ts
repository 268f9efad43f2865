/** The models that have been pulled to this machine. */

export interface OllamaModel {
  readonly id: string;
  /** Tokens a request may have; counted as four characters each. */
  readonly window: number;
  readonly tools: boolean;
  readonly vision: boolean;
  /** `levels`: it always thinks; only how much can be chosen. */
  readonly thinking: 'no' | 'switch' | 'levels';
}

const textOnly = { window: 131_072, tools: false, vision: false, thinking: 'no' } as const;

export const models: readonly OllamaModel[] = [
  { ...textOnly, id: 'qwen3', window: 40_960, tools: true, thinking: 'switch' },
  { ...textOnly, id: 'llama3.2', tools: true },
  { ...textOnly, id: 'llava', window: 32_768, vision: true },
  { ...textOnly, id: 'llama3', window: 8_192 },
  { ...textOnly, id: 'gpt-oss', tools: true, thinking: 'levels' },
  { ...textOnly, id: 'tiny', window: 256, tools: true },
];

const registry = 'registry.ollama.ai/library/';

/** `qwen3`, `qwen3:latest`, `registry.ollama.ai/library/qwen3:latest`. */
export function findModel(name: string): OllamaModel | undefined {
  const short = name.startsWith(registry) ? name.slice(registry.length) : name;
  return models.find(({ id }) => short === id || short === `${id}:latest`);
}

export function fullName({ id }: OllamaModel): string {
  return `${registry}${id}:latest`;
}

export function capabilitiesOf({ tools, vision, thinking }: OllamaModel): readonly string[] {
  return [
    'completion',
    ...(tools ? ['tools'] : []),
    ...(vision ? ['vision'] : []),
    ...(thinking === 'no' ? [] : ['thinking']),
  ];
}
