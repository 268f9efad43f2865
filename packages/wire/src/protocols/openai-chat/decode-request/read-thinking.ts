/** An earlier answer's thinking, in whichever field a server has for it. Whose it is, the caller knows. */
import { type JsonObject, jsonText, type Seal, type ThinkingBlock } from '@interlock/transcript';
import { asArray, asText } from '../../../json/json.ts';
import { detailText } from '../reasoning-details.ts';

export function readThinking(message: JsonObject): readonly ThinkingBlock[] {
  const field = asText(message['reasoning_content']) === '' ? 'reasoning' : 'reasoning_content';
  const text = asText(message[field]);
  const details = asArray(message['reasoning_details']);
  if (details.length > 0) {
    const thought = text === '' ? details.map(detailText).join('') : text;
    return [{ type: 'thinking', thought, seal: sealOf('reasoning_details', jsonText(details)) }];
  }
  return text === '' ? [] : [{ type: 'thinking', thought: text, seal: sealOf(field, text) }];
}

export function sealOf(field: string, value: string): Seal {
  return { provider: '', protocol: 'openai-chat', field, value };
}
