/** A block as lines. No empty line before or after it: the caller adds them. A block may have no lines yet. */
import type { Block, Drawing } from '../screen.ts';
import { viewNotice } from './view-notice.ts';
import { viewAsked } from './view-question.ts';
import { viewText } from './view-text.ts';
import { viewThinking } from './view-thinking.ts';
import { viewTools } from './view-tools.ts';
import { viewUser } from './view-user.ts';

export function viewBlock(block: Block, drawing: Drawing): readonly string[] {
  switch (block.kind) {
    case 'user':
      return viewUser(block, drawing);
    case 'text':
      return viewText(block, drawing);
    case 'thinking':
      return viewThinking(block, drawing);
    case 'tools':
      return viewTools(block, drawing);
    case 'asked':
      return viewAsked(block, drawing);
    case 'notice':
      return viewNotice(block, drawing);
  }
}
