/** What the next model will not get, in a sentence behind another one. '' when nothing is lost. */
import type { SwitchLoss } from '@interlock/runtime';

export function describeLosses(losses: readonly SwitchLoss[]): string {
  return losses.map((loss) => ` ${sentence(loss)}`).join('');
}

function sentence(loss: SwitchLoss): string {
  switch (loss.kind) {
    case 'smaller-window':
      return `It holds ${loss.window} tokens and the conversation is about ${loss.tokens}: it will be made shorter first.`;
    case 'media':
      return `It does not see ${loss.count === 1 ? 'a picture or document' : `${loss.count} pictures or documents`} of this conversation; placeholders are sent.`;
    case 'native-tools':
      return 'It is not made for tools: they are described in the text.';
    case 'thinking':
      return `It does not get earlier thinking (${loss.count}); that is kept, and used again after a switch back.`;
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
      return loss.count === 1 ? 'a picture or document' : `${loss.count} pictures or documents`;
    case 'native-tools':
      return 'tools of its own';
    case 'thinking':
      return 'earlier thinking';
  }
}
