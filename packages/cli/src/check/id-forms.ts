/** The ids a target takes, for telling which ids of a history it would refuse as they are. */
import type { Destination } from '@interlock/wire';

export interface IdForm {
  readonly pattern: RegExp;
  readonly rule: string;
}

/** Undefined where any id is taken, or none has a place. */
export function idFormOf({ traits, protocol }: Destination): IdForm | undefined {
  switch (traits.toolIds) {
    case 'anthropic':
      return { pattern: /^[a-zA-Z0-9_-]+$/, rule: 'ANT-006' };
    case 'mistral':
      return { pattern: /^[a-zA-Z0-9]{9}$/, rule: 'MIS-001' };
    case 'kimi':
      return { pattern: /^functions\..+:\d+$/, rule: 'KIM-001' };
    case 'openai':
      return protocol === 'openai-responses'
        ? { pattern: /^.{1,64}$/s, rule: 'OAR-003' }
        : { pattern: /^.{1,40}$/s, rule: 'OAC-003' };
    case 'none':
      return undefined;
  }
}
