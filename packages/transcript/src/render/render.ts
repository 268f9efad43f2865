/**
 * Renders canonical contents to a transcript in which every call owns its one completion. Deterministic: the same contents,
 * ledger and policy give the same steps. The passes, in the order of repair (ARCHITECTURE):
 *
 *   read          refuse what is not a history                    passes/read.ts
 *   identify      canonical ids, turns                            ../pairing, ../canonical/tool-id.ts
 *   pair          results to calls, by id, batch, position        ../pairing/pairing.ts
 *   attribute     who really said it                              passes/attribute.ts
 *   call          name and arguments a provider can take          passes/call.ts
 *   complete      move, choose, and only then synthesise          passes/complete.ts
 *   orphans       restore from the ledger, else by policy         passes/orphan.ts
 *   think, say    thinking by policy; text and media made safe    passes/think.ts, passes/say.ts
 *   verify        every promise checked again                      verify.ts
 */
import type { Content } from '../canonical/content.ts';
import { TranscriptError } from '../canonical/errors.ts';
import { Renderer, type Rendering, type RenderOptions } from './renderer.ts';

export function render(contents: readonly Content[], options: RenderOptions = {}): Rendering {
  if (!Array.isArray(contents)) {
    throw new TranscriptError('canonical-corruption', 'A history is an array of contents. Run checkContents() on it.');
  }
  const renderer = new Renderer(options);
  renderer.append(contents);
  const { transcript, diagnostics } = renderer.render();
  return { transcript, diagnostics };
}
