/** What the next model will not receive, reported before a switch. A switch does not change the history. */
import { type Content, sameOrigin } from '@interlock/transcript';
import { type Destination, isTextFile } from '@interlock/wire';

export type SwitchLoss =
  /** The history may have to be compacted. */
  | { readonly kind: 'smaller-window'; readonly tokens: number; readonly window: number }
  /** Images and other media become placeholders; text files are sent as text. */
  | { readonly kind: 'media'; readonly count: number }
  /** The model does not support tools: they are described in the prompt. */
  | { readonly kind: 'native-tools' }
  /** Earlier thinking is bound to its model; it stays in the history and is used again after switching back. */
  | { readonly kind: 'thinking'; readonly count: number };

export function switchLosses(contents: readonly Content[], to: Destination, tokens: number): readonly SwitchLoss[] {
  const { traits, origin } = to;
  const blocks = contents.flatMap((content) => content.blocks);
  const media = blocks.filter(
    (block) => block.type === 'media' && !isTextFile(block) && !takes(to, block.mimeType),
  ).length;
  const thinking = blocks.filter(
    (block) => block.type === 'thinking' && block.seal !== undefined && !sameOrigin(block.seal, origin),
  ).length;
  return [
    ...(tokens > traits.contextWindow
      ? [{ kind: 'smaller-window', tokens, window: traits.contextWindow } as const]
      : []),
    ...(media > 0 ? [{ kind: 'media', count: media } as const] : []),
    ...(traits.tools === 'prompt' ? [{ kind: 'native-tools' } as const] : []),
    ...(thinking > 0 ? [{ kind: 'thinking', count: thinking } as const] : []),
  ];
}

function takes({ traits }: Destination, mimeType: string): boolean {
  const kind = mimeType === 'application/pdf' ? 'pdf' : mimeType.split('/')[0];
  return traits.media.user.some((taken) => taken === kind);
}
