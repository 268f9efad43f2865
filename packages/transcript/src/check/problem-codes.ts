/**
 * Every problem `checkContents` can report: its stable code, severity, message and fix. An error means the input cannot be read
 * as a history; a warning means it can, but something in it is unusual. In a message `{value}` is the offending value,
 * shortened, and `{field}` the last name in the path.
 */

export type Severity = 'error' | 'warning';

export interface ProblemKind {
  /** Only `more-problems` has the severity of the worst problem it summarises. */
  readonly severity: Severity | 'worst-of-rest';
  readonly message: string;
  /** One imperative sentence. */
  readonly fix: string;
}

export const PROBLEM_KINDS = {
  // Errors: the format is not that of a history.
  /** Reading it throws: a getter or a proxy. */
  unreadable: {
    severity: 'error',
    message: 'This value cannot be read: reading it throws.',
    fix: 'Pass plain data, as JSON.parse returns it.',
  },
  'not-an-array': {
    severity: 'error',
    message: 'The history is {value}, not an array.',
    fix: 'Pass an array of contents, each with a `speaker` and `blocks`.',
  },
  /** A fake length, or more items than any JSON text can hold. */
  'length-invalid': {
    severity: 'error',
    message: 'The length of this array is {value}.',
    fix: 'Pass a plain array of at most 33,554,432 items.',
  },
  'entry-not-object': {
    severity: 'error',
    message: 'This entry is {value}, not an object.',
    fix: 'Replace the entry with an object with a `speaker` and `blocks`, or remove it.',
  },
  'speaker-missing': {
    severity: 'error',
    message: 'This entry has no `speaker`.',
    fix: 'Set `speaker` to "human", "ai", "tool" or "system".',
  },
  'speaker-unknown': {
    severity: 'error',
    message: 'Unknown speaker: {value}.',
    fix: 'Set `speaker` to "human", "ai", "tool" or "system".',
  },
  'blocks-not-array': {
    severity: 'error',
    message: 'The blocks are {value}, not an array.',
    fix: 'Make `blocks` an array of blocks, each with a `type`.',
  },
  'block-not-object': {
    severity: 'error',
    message: 'This block is {value}, not an object.',
    fix: 'Replace the block with an object with a `type`, or remove it.',
  },
  'type-missing': {
    severity: 'error',
    message: 'This block has no `type`.',
    fix: 'Set `type` to "text", "thinking", "tool_call", "tool_response", "media" or "code".',
  },
  'type-unknown': {
    severity: 'error',
    message: 'Unknown block type: {value}.',
    fix: 'Set `type` to "text", "thinking", "tool_call", "tool_response", "media" or "code".',
  },

  // Warnings about one field.
  'blocks-missing': {
    severity: 'warning',
    message: 'This entry has no `blocks`.',
    fix: 'Give the entry its blocks, or remove it.',
  },
  'blocks-empty': {
    severity: 'warning',
    message: 'This entry has no blocks: the array is empty.',
    fix: 'Give the entry its blocks, or remove it.',
  },
  /** On a content, a block or a seal; metadata may hold anything. */
  'unknown-field': {
    severity: 'warning',
    message: 'The field {value} has no meaning here and will be ignored.',
    fix: 'Remove the field, or move it to the metadata of the content.',
  },
  /** `text`, `thought`, `code`. */
  'text-not-string': {
    severity: 'warning',
    message: '`{field}` is {value}, not a string.',
    fix: 'Write `{field}` as a string, or remove the block.',
  },
  /** An optional string: `rawId`, `caption`, `metadata.model`, `seal.item` and the like. */
  'field-not-string': {
    severity: 'warning',
    message: '`{field}` is {value}, not a string.',
    fix: 'Write `{field}` as a string, or omit it.',
  },
  'parameters-missing': {
    severity: 'warning',
    message: 'The call has no `parameters`.',
    fix: 'Set `parameters` to the arguments of the call, {} if it takes none.',
  },
  'parameters-not-object': {
    severity: 'warning',
    message: 'The parameters of the call are {value}, not an object.',
    fix: 'Set `parameters` to an object of arguments, parsed if it is JSON text.',
  },
  /** `id` of a call, `callId` of a response. */
  'id-missing': {
    severity: 'warning',
    message: '`{field}` is missing, so call and result can be paired by position only.',
    fix: 'Set `{field}` to the id that the call and its result share.',
  },
  'id-empty': {
    severity: 'warning',
    message: '`{field}` is empty, so call and result can be paired by position only.',
    fix: 'Set `{field}` to the id that the call and its result share.',
  },
  'id-not-string': {
    severity: 'warning',
    message: '`{field}` is {value}, not a string.',
    fix: 'Write `{field}` as a string, in the call and in its result.',
  },
  /** `name` of a call, `toolName` of a response. */
  'name-missing': {
    severity: 'warning',
    message: '`{field}` is missing.',
    fix: 'Set `{field}` to the name of the tool.',
  },
  'name-empty': {
    severity: 'warning',
    message: '`{field}` is empty.',
    fix: 'Set `{field}` to the name of the tool.',
  },
  'name-not-string': {
    severity: 'warning',
    message: '`{field}` is {value}, not a string.',
    fix: 'Set `{field}` to the name of the tool.',
  },
  'executor-unknown': {
    severity: 'warning',
    message: 'Unknown executor: {value}.',
    fix: 'Set `executor` to "client" or "provider", or omit it.',
  },
  'error-not-string': {
    severity: 'warning',
    message: 'The error is {value}, not a string.',
    fix: 'Write `error` as a string, or omit it if the tool did not fail.',
  },
  'is-complete-not-boolean': {
    severity: 'warning',
    message: '`isComplete` is {value}, not true or false.',
    fix: 'Set `isComplete` to true or false, or omit it.',
  },
  'synthetic-unknown': {
    severity: 'warning',
    message: 'Unknown reason of a synthetic result: {value}.',
    fix: 'Set `synthetic` to "cancelled", "interrupted", "timeout", "denied" or "lost", or omit it.',
  },
  'media-without-data': {
    severity: 'warning',
    message: 'The media block is empty: `data` is {value}.',
    fix: 'Set `data` to the base64, the URL or the text of the media, or remove the block.',
  },
  'media-without-mime-type': {
    severity: 'warning',
    message: 'The media block has no media type: `mimeType` is {value}.',
    fix: 'Set `mimeType` to the media type, such as "image/png".',
  },
  'media-encoding-unknown': {
    severity: 'warning',
    message: 'Unknown media encoding: {value}.',
    fix: 'Set `encoding` to "base64", "url" or "text".',
  },
  'metadata-not-object': {
    severity: 'warning',
    message: 'The metadata is {value}, not an object.',
    fix: 'Make `metadata` an object, or omit it.',
  },
  'timestamp-not-number': {
    severity: 'warning',
    message: 'The timestamp is {value}, not a number.',
    fix: 'Write `timestamp` in milliseconds since 1970, or omit it.',
  },
  'free-form-invalid': {
    severity: 'warning',
    message: '`freeForm` is {value}, not true.',
    fix: 'Omit `freeForm`, or set it to true.',
  },
  'inserted-invalid': {
    severity: 'warning',
    message: '`inserted` is {value}, not true.',
    fix: 'Omit `inserted`, or set it to true.',
  },
  'prefix-cut-invalid': {
    severity: 'warning',
    message: '`prefixCut` is {value}, not a count of contents.',
    fix: 'Set `prefixCut` to a whole number, 0 or more, or omit it.',
  },
  'seal-not-object': {
    severity: 'warning',
    message: 'The seal is {value}, not an object.',
    fix: 'Make `seal` an object with `provider` and `value`, or omit it.',
  },
  'seal-incomplete': {
    severity: 'warning',
    message: 'The seal cannot be replayed: its `{field}` is {value}, not a string.',
    fix: 'Give the seal its `provider` and `value`, or remove it.',
  },

  // Warnings about a misplaced block.
  'call-outside-ai': {
    severity: 'warning',
    message: 'A tool call is in an entry whose speaker is {value}.',
    fix: 'Move the call to an entry whose speaker is "ai".',
  },
  'response-outside-tool': {
    severity: 'warning',
    message: 'A tool response is in an entry whose speaker is {value}.',
    fix: 'Move the response to an entry whose speaker is "tool".',
  },
  'thinking-outside-ai': {
    severity: 'warning',
    message: 'Thinking is in an entry whose speaker is {value}.',
    fix: 'Move the thinking to an entry whose speaker is "ai", or remove it.',
  },
  'response-pending': {
    severity: 'warning',
    message: 'The response is still pending: it has no result and no error, and is not complete.',
    fix: 'Give the response its `result` or `error`, or set `isComplete` to true.',
  },

  // Warnings about the whole history, by id; not checked when there is an error.
  'call-without-result': {
    severity: 'warning',
    message: 'The call {value} has no result.',
    fix: 'Add the result of the call, or let the renderer close it with a synthetic one.',
  },
  'duplicate-call-id': {
    severity: 'warning',
    message: 'The id {value} belongs to an earlier call too.',
    fix: 'Give each call a unique id, and its result the same id.',
  },
  'result-without-call': {
    severity: 'warning',
    message: 'No call in this history has the id {value}.',
    fix: 'Restore the call this result belongs to, or choose an orphan policy for it.',
  },
  'duplicate-result': {
    severity: 'warning',
    message: 'Every call with the id {value} already has a result.',
    fix: 'Keep one result for each call and remove the others.',
  },

  // Always last: the list is full.
  'more-problems': {
    severity: 'worst-of-rest',
    message: 'The list is full; problems left out: {value}.',
    fix: 'Fix the problems above and check again.',
  },
} as const;

export type ProblemCode = keyof typeof PROBLEM_KINDS;

/** The codes that describe a single finding. */
export type FindingCode = Exclude<ProblemCode, 'more-problems'>;
