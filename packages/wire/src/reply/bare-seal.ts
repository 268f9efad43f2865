/** OpenRouter's entries that came after the thinking they belong to. They show nothing, and only Chat has a place for them. */
import type { SealToken } from './events.ts';

export function isBareSeal(text: string, seal: SealToken | undefined): boolean {
  return text === '' && seal?.field === 'reasoning_details';
}
