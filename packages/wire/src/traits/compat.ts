/** Quirks of OpenAI-compatible servers, under the names users know; each is an overlay of traits. */
import type { TraitOverrides } from './traits.ts';

export interface CompatFlags {
  /** The system text goes into the first user message. */
  readonly noSystemRole?: boolean;
  readonly noStreaming?: boolean;
  /** Tools are described in the system text, and calls are read from the answer. */
  readonly noToolUse?: boolean;
  readonly noTemperature?: boolean;
  readonly noStopSequences?: boolean;
  /** Tool arguments as JSON text (the default on Chat), even if a model's traits say `object`; or, when false, as objects. */
  readonly stringifyToolArgs?: boolean;
}

export function traitsOfFlags(flags: CompatFlags): TraitOverrides {
  return {
    ...(flags.noSystemRole ? { systemRole: 'user', laterSystem: 'user-text' } : {}),
    ...(flags.noStreaming ? { streaming: false } : {}),
    ...(flags.noToolUse ? { tools: 'prompt' } : {}),
    ...(flags.noTemperature ? { sampling: 'none' } : {}),
    ...(flags.noStopSequences ? { stop: false } : {}),
    ...(flags.stringifyToolArgs === undefined
      ? {}
      : { toolArguments: flags.stringifyToolArgs ? ('text' as const) : ('object' as const) }),
  };
}
