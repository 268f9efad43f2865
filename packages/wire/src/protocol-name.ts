/** The wire protocols we speak. Many providers share one; a provider may offer several. */
export type ProtocolName = 'openai-chat' | 'openai-responses' | 'anthropic-messages' | 'gemini' | 'ollama-chat';

export const protocolNames: readonly ProtocolName[] = [
  'openai-chat',
  'openai-responses',
  'anthropic-messages',
  'gemini',
  'ollama-chat',
];
