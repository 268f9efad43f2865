/** `provider` or `provider/model`. Only the first slash splits: model names may contain slashes. */
import { usageError } from '../io/command-error.ts';

export interface NamedTarget {
  readonly provider: string;
  readonly model?: string;
}

export function parseTarget(text: string): NamedTarget {
  const slash = text.indexOf('/');
  if (slash === -1 && text !== '') return { provider: text };
  const provider = text.slice(0, slash);
  const model = text.slice(slash + 1);
  if (slash < 1 || model === '') {
    throw usageError(`"${text}" is not a target. Write a provider, or a provider and a model: openai, openai/gpt-5.4`);
  }
  return { provider, model };
}
