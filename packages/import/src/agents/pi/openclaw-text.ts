/**
 * Extracts the text that the user typed from a message that came to OpenClaw through a channel. OpenClaw surrounds the text with
 * its own events, the sender and the time, for the model to see.
 */
const event = /^System: \[/;
const surrounded = /\(untrusted metadata\):|\[message_id: |^\s*\[[^\]\n]* \d{4}-\d\d-\d\d /;

export function openclawText(text: string): string {
  if (!event.test(text) && !surrounded.test(text)) return text;
  const typed = withoutEvents(text)
    .replaceAll(/(?:Conversation info|Sender) \(untrusted metadata\):\s*```json\n[\s\S]*?\n```\s*/g, '')
    // `[WhatsApp +1… Mon 2026-02-16 21:02 EST] `, at the beginning of a message or of one that was queued.
    .replaceAll(
      /(^\s*|^Queued #\d+\n\s*)\[[^\]\n]*\b(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun) \d{4}-\d\d-\d\d \d\d:\d\d[^\]\n]*\] ?/gm,
      '$1',
    )
    .replaceAll(/^\[message_id: [^\]\n]+\]\n?/gm, '')
    .trim();
  return typed === '' ? text : typed;
}

/** Events come first, each up to an empty line; before a description of the sender everything is one. */
function withoutEvents(text: string): string {
  if (!event.test(text)) return text;
  const [first = '', ...others] = text.split('\n\n');
  const sender = text.search(/(?:Conversation info|Sender) \(untrusted metadata\):/);
  const rest = sender === -1 ? others.join('\n\n') : text.slice(sender);
  const shown = /^System: \[[^\]]*\] .*? from [^:\n]+: ([\s\S]+)$/.exec(first)?.[1] ?? '';
  // A message that could not be read further is only in the event.
  return shown === '' || rest.includes(shown.slice(0, 40)) ? rest : `${shown}\n\n${rest}`;
}
