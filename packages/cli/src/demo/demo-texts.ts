/** Texts of the scripted model: about itself, and what to try. */

export const offlineNotice =
  'Offline: a scripted model behind simulated providers on this machine. No key is needed, and nothing leaves your machine.';

export function helpText(name: string): string {
  return `I am a scripted model behind a simulated **${name}**. I cannot say much, but the tools are real, and they work on this folder. Try:

- \`look around\`: five calls at once, side by side
- \`list\`, \`read README.md\`, \`search TODO\`: one tool each
- \`fix the test\`: a small project in a temporary folder has a failing test; I read, edit and run it, and you are asked first
- \`/model\`: another provider family; then \`add a test\` or \`what do you remember?\`: the conversation continues there
- \`run ls\`: a command; you are asked first
- \`explain\`: a long answer that streams; press Esc in the middle, and the text so far is kept
- \`/mode plan\`, then \`plan\`: a plan that you approve, change or refuse; \`background sleep 60\`, then \`/jobs\`
- \`skill <name>\`, \`task <what>\`: a skill of yours, a subagent; your own commands, agents and hooks work here, too

Type while tools run to steer, and \`/help\` for everything else.`;
}

/** For clients of the gateway: their commands and tools are not ours. */
export function clientHelpText(name: string): string {
  return `I am a scripted model behind a simulated **${name}**, and you reached me through Interlock's gateway. I cannot say much. Try:

- \`look around\`: three commands at once, if you give me a tool that runs commands
- \`what do you remember?\`: what came along of the conversation; ask another model the same
- \`explain\`: a long answer that streams

\`GET /v1/models\` lists the models.`;
}

export const explanation: string = `## Why a conversation survives a change of model

Every provider has its own rules for what a conversation may look like. Break one, and the request is refused, often permanently: the broken history is sent again with every later message.

The rule that is broken most often is simple: **every call needs its result.** Cancel five calls after two of them have ended, and three have none.

| provider | what it does then |
|---|---|
| Anthropic | refuses: a call without a result in the next message |
| OpenAI | refuses: no output for a function call |
| Gemini | refuses: fewer responses than calls |
| Mistral | refuses: an unanswered call |

So nothing is repaired when it breaks. Instead:

1. What happens to each call is recorded as it happens.
2. The next request is built from that record, with the ids, roles and order that its model expects.
3. A call that was stopped is closed with the true reason, so the next model knows what it can rely on.
4. Thinking is sent back only to the model that can verify its signature; it is kept for when you switch back.

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
  return line.length > maxLength ? `${line.slice(0, maxLength - 1).toWellFormed()}…` : line;
}

const maxLength = 60;
