/**
 * The tags of the textual form, and how a text that holds them itself is kept from being read as one: a backslash after
 * its `<`, or one more where there are some already. Taking one away gives back the text, whatever it was.
 */
export const callOpens = '<tool_call>';
export const callCloses = '</tool_call>';

export function escapeTags(text: string): string {
  return text.replace(/<(?=\\*\/?tool_(?:call|result))/g, '<\\');
}

export function unescapeTags(text: string): string {
  return text.replace(/<\\(?=\\*\/?tool_(?:call|result))/g, '<');
}

/** The same in the JSON text of a value, where each backslash is two. */
export function unescapeTagsInJson(json: string): string {
  return json.replace(/<\\\\(?=(?:\\\\)*\/?tool_(?:call|result))/g, '<');
}
