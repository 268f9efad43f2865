/** The differences between the generations of OpenAI's models (OAC-005, OAC-006, OAC-014…017). */
import { type JsonObject, textOf } from '../../../api/json.ts';

/** `classic`: GPT-4 and before. `o`: o1 … o4. Otherwise the GPT version as a number: 5, 5.1, … */
export type Generation = 'classic' | 'o' | number;

export function generationOf(model: string): Generation {
  if (/^o\d/.test(model)) return 'o';
  const version = Number(/^gpt-(\d+(?:\.\d+)?)/.exec(model)?.[1]);
  return version >= 5 ? version : 'classic';
}

export function isGpt5(generation: Generation): boolean {
  return typeof generation === 'number';
}

/** Refuses `max_tokens` (OAC-014). */
export function isReasoning(generation: Generation): boolean {
  return generation !== 'classic';
}

/** Whether the model reasons in this request: by default, or because it is requested (OAC-015). */
export function reasons(body: JsonObject): boolean {
  const generation = generationOf(textOf(body['model']));
  const effort = body['reasoning_effort'] ?? undefined;
  if (generation === 'classic') return false;
  if (generation === 'o' || generation < 5.1) return true;
  if (generation < 5.5) return effort !== undefined && effort !== 'none';
  return effort !== 'none';
}

/** Tool names with a dot: since o4-mini and GPT-5 (OAC-005). */
export function allowsDots(model: string): boolean {
  return model.startsWith('o4') || isGpt5(generationOf(model));
}
