/** Runs in Bun, with the built packages: sends a request to each simulator named in the argument, and prints the answers. */
import { streamReply, type Target } from '@interlock/wire';

const asked: readonly { readonly name: string; readonly target: Target }[] = JSON.parse(process.argv[2] ?? '[]');
const answers: Record<string, unknown> = {};
for (const { name, target } of asked) {
  const contents = [{ speaker: 'human' as const, blocks: [{ type: 'text' as const, text: 'Hello.' }] }];
  const stream = streamReply({ target, contents });
  let deltas = 0;
  for await (const event of stream) if (event.type === 'text-delta') deltas += 1;
  const { content, stop } = await stream.reply();
  const text = content.blocks.map((block) => (block.type === 'text' ? block.text : '')).join('');
  answers[name] = { text, stop, streamed: deltas > 1 };
}
console.log(JSON.stringify({ bun: process.versions['bun'], answers }));
