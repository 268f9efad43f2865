/** The statements about edge cases and provider quirks, and where each is proved. */
import type { Statement } from './statement.ts';

export const edgeCases: readonly Statement[] = [
  {
    section: '05 §1.1',
    says: 'Keywords that Gemini refuses are stripped',
    by: 'packages/wire/test/tools/schema/to-dialect.test.ts :: GEM-021…025 for Gemini any schema has only supported keywords, types, values and formats',
  },
  {
    section: '05 §1.1',
    says: 'Defaults are applied on our side',
    by: 'packages/runtime/test/scheduler/create-scheduler.test.ts :: passes arguments with their defaults',
  },
  {
    section: '05 §1.2',
    says: 'A parameter may be called format',
    by: 'packages/wire/test/tools/schema/to-dialect.test.ts :: 05 §1.2 property names stay, whatever they are',
  },
  { section: '05 §1.3', says: 'Empty arguments, as text or object, are an empty object', by: 'REQ-915-038' },
  {
    section: '05 §1.4',
    says: 'Argument pieces are gathered, and parsed at the end only',
    by: 'packages/runtime/test/session/cut.test.ts :: by the output limit, inside the arguments',
  },
  {
    section: '05 §2.1',
    says: 'Anthropic: thinking stands before text and calls',
    by: 'packages/wire/test/exchange/read-response.test.ts :: REQ-915-023 signed thinking goes back only to the model that wrote it, in front of its calls',
  },
  {
    section: '05 §2.1',
    says: 'Signatures of text and thinking are kept',
    by: 'packages/transcript/test/check/import.test.ts :: foreign tokens become seals with the origin of their content',
  },
  {
    section: '05 §2.1',
    says: 'max_tokens is always sent',
    by: 'packages/wire/test/protocols/anthropic-messages/encode-body.test.ts :: ANT-034 max_tokens is always set',
  },
  {
    section: '05 §2.1',
    says: 'Large results are limited: our own when they are written',
    by: 'packages/runtime/test/scheduler/limit-output.test.ts :: is cut at line ends, and says how much is missing and how to get it',
  },
  {
    section: '05 §2.1',
    says: '… and those of others when they are rendered',
    by: 'packages/wire/test/prepare/long-results.test.ts :: 05 §2.1: shortens a result that would fill more than half of the window, and reports it',
  },
  {
    section: '05 §2.2',
    says: 'OpenAI: calls are read from their own form',
    by: 'packages/wire/test/protocols/openai-chat/decode-stream.test.ts :: interleaved by index, with ids and names repeated or empty',
  },
  {
    section: '05 §2.2',
    says: 'Arguments are JSON text there, and parsed',
    by: 'packages/wire/test/exchange/read-response.test.ts :: keeps arguments that are not an object unchanged',
  },
  {
    section: '05 §2.2',
    says: 'o-series: developer messages',
    by: 'packages/wire/test/protocols/openai-chat/encode-body.test.ts :: OAC-016 has the role the model supports',
  },
  {
    section: '05 §2.2',
    says: 'o-series: streaming where it is supported',
    by: 'packages/wire/test/protocols/ollama-chat/encode-body.test.ts :: OLL-001 no stream from a server that cannot stream',
  },
  {
    section: '05 §2.2',
    says: 'o-series: no temperature',
    by: 'packages/wire/test/models.test.ts :: sends temperature and top_p only if the model accepts them (ANT-050, OAC-015, KIM-011)',
  },
  {
    section: '05 §2.2',
    says: 'o-series: the other field for the length of an answer',
    by: 'packages/wire/test/models.test.ts :: the limit is the longest answer the model can write (o-series and GPT-5 reject max_tokens: OAC-014)',
  },
  {
    section: '05 §2.3',
    says: 'Gemini: turns alternate; neighbours are merged, because empty turns are refused',
    by: 'packages/wire/test/shape/shaper.test.ts :: merges neighbours with the same role',
  },
  { section: '05 §2.3', says: '… a deviation on purpose', by: 'decision 0022' },
  {
    section: '05 §2.3',
    says: 'No additionalProperties, no references, few unions',
    by: 'packages/wire/test/tools/schema/to-dialect.test.ts :: GEM-021…025 for Gemini any schema has only supported keywords, types, values and formats',
  },
  { section: '05 §2.3', says: 'Results are functionResponse parts, a text under output', by: 'decision 0028' },
  {
    section: '05 §2.4',
    says: 'Ollama: available models are checked, with a helpful message',
    by: 'packages/cli/test/agent/ollama-models.test.ts :: Ollama’s models',
  },
  {
    section: '05 §2.4',
    says: 'Its own streaming format is read',
    by: 'packages/wire/test/transport/ndjson.test.ts :: reads back what it writes, whatever the chunks',
  },
  {
    section: '05 §2.4',
    says: 'Models without tools: tools in the prompt',
    by: 'packages/runtime/test/session/tool-forms.test.ts :: a model that rejects tools is asked again with the tools in the prompt, and that is remembered (05 §2.4)',
  },
  {
    section: '05 §2.5',
    says: 'noSystemRole',
    by: 'packages/wire/test/protocols/openai-chat/encode-body.test.ts :: OAC-016 is prepended to the first user message if there is no such role',
  },
  {
    section: '05 §2.5',
    says: 'noStreaming',
    by: 'packages/wire/test/protocols/ollama-chat/encode-body.test.ts :: OLL-001 no stream from a server that cannot stream',
  },
  { section: '05 §2.5', says: 'noToolUse: described in the prompt instead of switched off', by: 'decision 0028' },
  {
    section: '05 §2.5',
    says: 'noTemperature',
    by: 'packages/wire/test/models.test.ts :: sends temperature and top_p only if the model accepts them (ANT-050, OAC-015, KIM-011)',
  },
  {
    section: '05 §2.5',
    says: 'stringifyToolArgs',
    by: 'packages/wire/test/prepare/long-results.test.ts :: 05 §2.5: `stringifyToolArgs`, %s',
  },
  {
    section: '05 §2.5',
    says: 'noStopSequences; what the caller says goes over flags, flags over the model',
    by: 'packages/wire/test/target/resolve-target.test.ts :: precedence: caller, flags, model, provider, protocol',
  },
  {
    section: '05 §3.1',
    says: 'User and model alternate',
    by: 'packages/wire/test/shape/shaper.test.ts :: merges neighbours with the same role',
  },
  { section: '05 §3.1', says: 'Results follow their calls', by: 'REQ-915-008' },
  {
    section: '05 §3.1',
    says: 'The first message is the user’s where that is asked',
    by: 'packages/wire/test/shape/shaper.test.ts :: ANT-020 adds a user message if the model speaks first',
  },
  {
    section: '05 §3.1',
    says: 'What is put in between is a constant sentence, not empty',
    by: 'packages/wire/test/protocols/openai-chat/encode-message.test.ts :: MIS-008 are followed by a bridge if a user message may not follow them',
  },
  {
    section: '05 §3.2',
    says: 'Orphaned results are dropped with a warning; in our sessions they are notes',
    by: 'packages/runtime/test/session/faults.test.ts :: REQ-915-039: shows a result without a call to the model once as a bounded note, and tells the user once',
  },
  {
    section: '05 §3.2',
    says: 'A render alone drops them',
    by: 'packages/transcript/test/render/orphans.test.ts :: REQ-915-028 no orphan result reaches a transcript',
  },
  {
    section: '05 §3.3',
    says: 'Calls without results get a synthetic one, with our own true sentences',
    by: 'REQ-915-011',
  },
  { section: '05 §3.3', says: '… the sentences are others on purpose', by: 'decision 0028' },
  {
    section: '05 §4.1',
    says: 'Several processes on one session: one writer',
    by: 'packages/runtime/test/store/jsonl-store.test.ts :: reading while a writer is in the middle of a line sees complete lines and no damage',
  },
  { section: '05 §4.1', says: '… instead of the last write wins', by: 'decision 0026' },
  {
    section: '05 §4.2',
    says: 'Damaged lines are passed over, with a warning',
    by: 'packages/runtime/test/store/jsonl/damage.test.ts :: 05-edge-cases 4.2 a damaged session file',
  },
  {
    section: '05 §4.3',
    says: 'Session keys do not collide: they are random, and there are no channels',
    by: 'decision 0026',
  },
  { section: '05 §4.4', says: 'Compaction makes sessions smaller', by: 'REQ-915-026' },
  {
    section: '05 §4.4',
    says: 'Single results are shortened before they are stored',
    by: 'packages/runtime/test/session/large-results.test.ts :: the whole output can be read with a tool, as the notice says',
  },
  {
    section: '05 §5.1',
    says: 'Tokens are estimated from characters',
    by: 'packages/runtime/test/context/token-counter.test.ts :: estimates tokens from characters: %s',
  },
  {
    section: '05 §5.1',
    says: 'Counts of the last response are the baseline',
    by: 'packages/runtime/test/context/token-counter.test.ts :: counts only what came after the last usage, and each content once',
  },
  {
    section: '05 §5.2',
    says: 'Overflow is known by its code and words at each provider',
    by: 'packages/wire/test/failure/classify.test.ts :: messages of context overflows',
  },
  {
    section: '05 §5.2',
    says: '… and leads to compaction',
    by: 'packages/runtime/test/session/compaction.test.ts :: makes space after the provider’s own overflow error, and the turn continues',
  },
  {
    section: '05 §5.2',
    says: 'RESOURCE_EXHAUSTED and max_tokens are overflow where the body says so',
    by: 'packages/wire/test/failure/classify.test.ts :: codes that mean an overflow only with certain messages (05 §5.2)',
  },
  {
    section: '05 §5.3',
    says: 'The summary fails: an error, and the history stays',
    by: 'packages/runtime/test/session/compaction.test.ts :: on failure the history stays unchanged',
  },
  {
    section: '05 §5.3',
    says: 'The summary is too long: cut',
    by: 'packages/runtime/test/context/compact-history.test.ts :: truncates a long summary at the end of a line and says so',
  },
  {
    section: '05 §5.3',
    says: 'Everything is recent: nothing to compact',
    by: 'packages/runtime/test/session/compaction.test.ts :: nothing to compact',
  },
  {
    section: '05 §5.3',
    says: 'An empty session after compaction: what was there is kept',
    by: 'packages/runtime/test/context/compact-history.test.ts :: REQ-915-028 on any failure the history stays identical',
  },
  { section: '05 §5.3', says: '… and what stays when the running turn fills the window', by: 'decision 0025' },
  {
    section: '05 §6.1',
    says: 'A token expires in a stream: the partial answer stays, the next turn has a new one',
    by: 'packages/runtime/test/session/failover.test.ts :: a token that expires during a stream: keeps the partial answer, and the next turn has a new token',
  },
  {
    section: '05 §6.2',
    says: 'All profiles cool down: the shortest is waited for',
    by: 'packages/runtime/test/route/turn-router.test.ts :: all exhausted: waits visibly for the shortest; stops if the wait exceeds the limit and says when it will work',
  },
  {
    section: '05 §6.3',
    says: 'Retry-After is respected and is the cooldown',
    by: 'packages/wire/test/failure/retry-hint.test.ts :: the first hint in the order of XCT-008 wins',
  },
  { section: '05 §6.3', says: '… and whose failure an answer is that the API did not write', by: 'decision 0029' },
  {
    section: '05 §7.1',
    says: 'A tool that runs too long is stopped, with an error',
    by: 'packages/runtime/test/process/run-process.test.ts :: stopped at its time limit, with its output so far',
  },
  {
    section: '05 §7.1',
    says: '… at the limit that the user has set',
    by: 'packages/runtime/test/session/time-limits.test.ts :: stops a command at the user’s limit: %s',
  },
  {
    section: '05 §7.1',
    says: '… else at the one that the call asks for',
    by: 'packages/runtime/test/session/time-limits.test.ts :: without a limit it gets the time it asks for',
  },
  { section: '05 §7.2', says: 'A cancelled tool cleans up and keeps what it had said', by: 'REQ-915-034' },
  {
    section: '05 §7.3',
    says: 'Effects happen in the order of the calls',
    by: 'packages/runtime/test/scheduler/properties.test.ts :: REQ-915-031 REQ-915-034 ends with exactly one completion per call, conflicts in call order, the rest in parallel',
  },
  { section: '05 §7.3', says: '… calls that do not touch the same thing run beside each other', by: 'decision 0027' },
  {
    section: '05 §7.4',
    says: 'Agents may start agents, and get their result',
    by: 'packages/runtime/test/subagent/task.test.ts :: a child has its own session, one level deeper, and its answer is the result',
  },
  {
    section: '05 §7.4',
    says: 'Depth is limited',
    by: 'packages/runtime/test/subagent/task.test.ts :: depth: the deepest one has no such tool',
  },
];
