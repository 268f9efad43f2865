/** An ordinary request; each test changes only what it is about. */

import { traits } from '../../../src/protocols/ollama-chat/traits.ts';
import type { Outgoing } from '../../../src/protocols/protocol.ts';
import type { SettingName } from '../../../src/traits/settings.ts';
import { overlayTraits, type TraitOverrides } from '../../../src/traits/traits.ts';

export interface OutgoingCase {
  readonly outgoing?: Partial<Omit<Outgoing, 'traits' | 'leaveOut'>>;
  readonly traits?: TraitOverrides;
}

export type LeftOut = readonly [SettingName, string];

export function outgoingOf(given: OutgoingCase): { readonly outgoing: Outgoing; readonly left: readonly LeftOut[] } {
  const left: LeftOut[] = [];
  const outgoing: Outgoing = {
    model: 'qwen3',
    system: '',
    messages: [],
    tools: [],
    settings: {},
    inputTokens: 100,
    ...given.outgoing,
    traits: overlayTraits(traits, given.traits ?? {}),
    leaveOut: (setting, why) => left.push([setting, why]),
  };
  return { outgoing, left };
}
