/** Sentences about what the next model will not get, to append to another one. Empty: nothing is lost. */
import type { SwitchLoss } from '@interlock/runtime';

export function describeLosses(losses: readonly SwitchLoss[]): string {
  return losses.map((loss) => ` ${sentence(loss)}`).join('');
}

function sentence(loss: SwitchLoss): string {
  switch (loss.kind) {
    case 'smaller-window':
      return `Its window holds ${loss.window} tokens and the conversation is about ${loss.tokens}: it will be compacted first.`;
    case 'media':
      return `It cannot see ${loss.count === 1 ? 'an image or document' : `${loss.count} images or documents`} of this conversation; placeholders are sent.`;
    case 'native-tools':
      return 'It does not support tools: they are described in the text.';
    case 'thinking':
      return `It does not get earlier thinking (${loss.count}), which is kept for when you switch back.`;
  }
}

/** The same in a few words, for a list. */
export function nameLosses(losses: readonly SwitchLoss[]): string {
  return losses.length === 0 ? '' : `without ${losses.map(fewWords).join(', ')}`;
}

function fewWords(loss: SwitchLoss): string {
  switch (loss.kind) {
    case 'smaller-window':
      return 'the beginning of this conversation';
    case 'media':
      return loss.count === 1 ? 'an image or document' : `${loss.count} images or documents`;
    case 'native-tools':
      return 'native tools';
    case 'thinking':
      return 'earlier thinking';
  }
}
