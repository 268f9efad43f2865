/** What the scripted model says about itself and about what can be tried. */

export const offlineNotice =
  'Offline: a scripted model behind simulated providers on this machine. No key is needed, and nothing leaves your machine.';

export function helpText(name: string): string {
  return `I am a scripted model behind a simulated **${name}**. I do not say much, but the tools are real, and they work on this folder. Try:

- \`look around\`: five calls at once, side by side
- \`list\`, \`read README.md\`, \`search TODO\`: one tool each
- \`fix the test\`: a small project in a temporary folder has a failing test; I read, edit and run it, and you are asked first
- \`/model\`: another provider family; then \`add a test\` or \`what do you remember?\`: the conversation continues there
- \`run ls\`: a command; you are asked first
- \`explain\`: a long answer that streams; press Esc in the middle of it, and what was said so far is kept
- \`/mode plan\`, then \`plan\`: a plan that you approve, change or refuse; \`background sleep 60\`, then \`/jobs\`
- \`skill <name>\`, \`task <what>\`: a skill of yours, a subagent; your own commands, agents and hooks work here, too

Type while tools run to steer, and \`/help\` for everything else.`;
}

export const explanation: string = `## Why a conversation survives a change of model

Every provider has its own rules for what a conversation may look like. Break one, and the request is refused with an error, often for good: the broken history is sent again with every message that follows.

The rule that is broken most often is simple: **every call needs its result.** Cancel five calls after two of them have ended, and three have none.

| provider | what it does then |
|---|---|
| Anthropic | refuses: a call without its result in the very next message |
| OpenAI | refuses: no output for a function call |
| Gemini | refuses: not as many responses as calls |
| Mistral | refuses: an unanswered call |

So nothing is repaired when it breaks. Instead:

1. What happened to each call is written down when it happens.
2. The next request is built from that, in the form of the model that gets it: its ids, its roles, its order.
3. A call that was stopped is closed with the true reason, so the next model knows what it can rely on.
4. Thinking is sent back only to the model that can open its seal; it is kept for the way back.

\`\`\`ts
const session = await createSession(codingAgent({ route: { provider: 'anthropic' } }));
await session.send('Read the five largest files.').ended;
session.switchTo({ provider: 'mistral' });
await session.send('Now compare them.').ended; // the five results are there
\`\`\`

Try it: \`look around\`, then Esc, then \`/model\`, then \`what do you remember?\``;

/** A text on one line, cut at 60 characters. */
export function shortLine(text: string): string {
  const line = text.replaceAll(/\s+/gu, ' ');
  return line.length > longestLine ? `${line.slice(0, longestLine - 1).toWellFormed()}…` : line;
}

const longestLine = 60;
