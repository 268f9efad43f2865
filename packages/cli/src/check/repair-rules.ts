/** The rule each repair keeps, per protocol: what the provider would have refused. Where no rule is named, nobody does. */
import type { DiagnosticEvent } from '@interlock/transcript';
import type { ProtocolName } from '@interlock/wire';

type RuleOf = Partial<Readonly<Record<ProtocolName, string>>>;

const openCall: RuleOf = {
  'openai-chat': 'OAC-001',
  'openai-responses': 'OAR-001',
  'anthropic-messages': 'ANT-001',
  gemini: 'GEM-001',
  'ollama-chat': 'OLL-004',
};

const orphan: RuleOf = {
  'openai-chat': 'OAC-002',
  'openai-responses': 'OAR-002',
  'anthropic-messages': 'ANT-003',
  gemini: 'GEM-003',
  'ollama-chat': 'OLL-004',
};

/** Responses does not care where a result stands. */
const { 'openai-responses': _, ...misplaced } = openCall;

export const repairRules: Partial<Readonly<Record<DiagnosticEvent['kind'], RuleOf>>> = {
  synthesized: openCall,
  moved: misplaced,
  orphan,
  'paired-by-position': orphan,
  deduplicated: {
    'openai-chat': 'OAC-026',
    'anthropic-messages': 'ANT-004',
    gemini: 'GEM-001',
    'ollama-chat': 'OLL-004',
  },
  identified: { 'openai-responses': 'OAR-007', 'anthropic-messages': 'ANT-005' },
  'arguments-reshaped': { 'anthropic-messages': 'ANT-014', gemini: 'GEM-019', 'ollama-chat': 'OLL-002' },
};
