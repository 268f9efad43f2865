/** Every sentence that the wire writes for a model: constant, non-empty (ANT-027, MIS-013), and true. */

/** The user turn before a conversation that starts with the model (ANT-020, GEM-002). */
export const leadingUser = 'Continue the conversation below.';

/** The user turn after a conversation that ends with the model (ANT-030, GEM-004, MIS-011). */
export const trailingUser = 'Please continue.';

/** The model turn where two user turns, or results and a user turn, must not be adjacent (MIS-008, ANT-024). */
export const bridge = 'Understood.';

/** The result of a tool that finished without output (OAC-009, ANT-031). */
export const noOutput = '(no output)';

/** Reasoning that a target requires on a message it did not write (KIM-006, DSK-001): states that it is not available. */
export const unknownReasoning = '(reasoning not recorded)';

/** A model message of which nothing can be shown to this target. */
export const nothingShown = '(nothing to show)';

/** A system message where the target accepts none: marked, so that it is not mistaken for the user's own words (ANT-023). */
export function systemAsUser(text: string): string {
  return `<system-reminder>\n${text}\n</system-reminder>`;
}

/** Introduces media that came with a tool result and had to be moved out of it (OAC-012, GEM-030). */
export function movedMedia(toolName: string): string {
  return `[From the result of ${toolName}:]`;
}

/** Replaces the moved media in the result. */
export const mediaFollows = '[media follows in the next user message]';

/** A tool that the provider of another target ran: mentioned once, as plain text. */
export function providerToolText(name: string, args: string, result: string): string {
  return `[${name} was run by the model's provider with ${args}]\n${result}`;
}

/** The description of a tool that only the history names (ANT-060). */
export const stubDescription = 'No longer available. Named here because the conversation above has calls to it.';

/** In the system text: the full description of a tool that is too long for its declaration (OAC-006). */
export function wholeDescription(name: string, description: string): string {
  return `The whole description of the tool ${name}:\n${description}`;
}

/** Code in a text: fenced, with its language. The fence is longer if the code contains one. */
export function fencedCode(code: string, language: string | undefined): string {
  const fence = code.includes('```') ? '````' : '```';
  return `${fence}${language ?? ''}\n${code}\n${fence}`;
}

/** A file given as text. */
export function fileText(filename: string | undefined, data: string): string {
  return filename === undefined ? data : `[File ${filename}]\n${data}`;
}

/** The text next to a document where it must not be alone (CNV-022). */
export const attachedDocument = 'The document above is part of this message.';

/** Introduces the tools in the system text, for a model without native tools (OLL-005). */
export const promptToolsIntroduction = '# Tools\n\nYou can call these tools.';

export const noArguments = 'It takes no arguments.';

export function argumentsSchema(json: string): string {
  return `JSON schema of its arguments: ${json}`;
}

/** Ends the system text of such a model. `opens` and `closes` are the tags around a call. */
export function howToCall(opens: string, closes: string): string {
  return `# How to call a tool

Write a block of this form, with the arguments as one JSON object:

${opens}{"name": "the name of the tool", "arguments": {"key": "value"}}${closes}

Write one block for each call, after anything you want to say, and nothing after the last block. Then stop: the results \
come in the next message, each as <tool_result name="the name of the tool">…</tool_result>. Never write a result yourself. \
When no tool is needed, answer without a block.`;
}

/** The only parameter of a free-form tool that is offered as a function, and the rule that it must follow. */
export const wholeInput = 'The whole input of the tool, as plain text.';

export function followsGrammar(syntax: string, definition: string): string {
  return `The input must follow this ${syntax} grammar:\n${definition}`;
}

/** In the description of a parameter: an object whose keys are not known in advance (GEM-023, OAC-020). */
export const objectAsTextNote = 'A JSON object, written as text.';

/** In the description of a parameter, where the dialect has no keyword for its only values. */
export function onlyValueNote(value: boolean): string {
  return `Always ${value}.`;
}

export function valuesNote(values: readonly number[]): string {
  return `One of ${values.join(', ')}.`;
}

/** Replaces arguments of a call that are nested too deeply to be parsed. */
export function cutArguments(start: string, levels: number): string {
  return `${start}… (cut: nested more than ${levels} levels deep)`;
}
