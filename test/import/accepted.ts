/** Checks that imported sessions continue at every provider: the next request is accepted and contains every imported text and result once. */
import { currentContents, readSession } from '@interlock/import';
import type { Content } from '@interlock/transcript';
import type { Story } from '../../packages/import/test/property/story.ts';
import type { Writer } from '../../packages/import/test/property/writer.ts';
import type { Agent } from '../conformance/agent.ts';
import { complaint, lostMarks } from '../conformance/seen-marks.ts';
import type { Station } from '../conformance/stations.ts';

/** What was wrong, in words; empty if the sessions continue everywhere. */
export async function complaintsAbout(
  story: Story,
  writer: Writer,
  agent: Agent,
  stations: readonly Station[],
): Promise<readonly string[]> {
  const { lines } = writer.write(story);
  const session = await readSession({ bytes: [Buffer.from(lines.join('\n'))] }, { agent: writer.agent });
  return complaintsAboutContents(writer.agent, currentContents(session), agent, stations);
}

/** The same for contents that have been read already, from any agent. */
export async function complaintsAboutContents(
  name: string,
  imported: readonly Content[],
  agent: Agent,
  stations: readonly Station[],
): Promise<readonly string[]> {
  const next: Content = { speaker: 'human', blocks: [{ type: 'text', text: 'Go on.' }] };
  const contents = [...imported, next];
  const wrong: string[] = [];
  for (const station of stations) {
    const before = station.simulator.log.length;
    await agent.ask(station, contents, {}).catch((error: unknown) => wrong.push(`${station.name}: ${String(error)}`));
    for (const request of station.simulator.log.slice(before)) {
      const said = complaint(request) ?? lostMarks(request, withoutThoughts(contents));
      if (said !== undefined) wrong.push(`${name} at ${station.name}: ${said}`);
    }
  }
  return wrong;
}

/** Thoughts are not shown to other models. */
function withoutThoughts(contents: readonly Content[]): readonly Content[] {
  return contents.map((content) => ({ ...content, blocks: content.blocks.filter(({ type }) => type !== 'thinking') }));
}
