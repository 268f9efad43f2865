/** The statements of the design of canonical tool ids, and where each is proved. */
import type { Statement } from './statement.ts';

export const toolIds: readonly Statement[] = [
  {
    section: '04 goal',
    says: 'One id form for all providers, deterministic and safe from collisions',
    by: 'REQ-915-014',
  },
  {
    section: '04 goal',
    says: 'Normalized once on the way in, mapped only on the way out',
    by: 'packages/wire/test/exchange/read-response.test.ts :: REQ-915-014 calls get unique canonical ids, even if the provider repeats one, and the caller’s tool names',
  },
  {
    section: '04 format',
    says: 'hist_tool_ and a base64url hash',
    by: 'packages/transcript/test/canonical/tool-id.test.ts :: REQ-915-014 the id is hist_tool_ and 24 base64url characters of the specified SHA-256',
  },
  {
    section: '04 format',
    says: 'Only characters that Anthropic takes',
    by: 'packages/transcript/test/property/validity.test.ts :: REQ-915-006 REQ-915-007: call ids are canonical and unique, and each call has exactly one completion',
  },
  {
    section: '04 format',
    says: '24 to 32 characters of our own; up to 36 of others, who write UUIDs',
    by: 'packages/wire/test/prepare/long-results.test.ts :: REQ-915-014 keeps a canonical id that contains a UUID and writes it as %s accepts it',
  },
  {
    section: '04 function',
    says: 'Made of provider, raw id, tool name, turn key and index',
    by: 'packages/transcript/test/canonical/tool-id.test.ts :: every part of an occurrence distinguishes calls',
  },
  {
    section: '04 turn keys',
    says: 'A stable key per turn is stored in the metadata',
    by: 'packages/transcript/test/property/import.test.ts :: REQ-915-014: ids and turns are the same after storing and loading, before import and after it',
  },
  {
    section: '04 turn keys',
    says: 'Keys survive replay and switches',
    by: 'packages/transcript/test/property/import.test.ts :: REQ-915-014: ids and turns are the same after a cut at any cut point',
  },
  {
    section: '04 turn keys',
    says: 'Positions in the history are not used',
    by: 'packages/transcript/test/property/import.test.ts :: ids do not depend on what comes later',
  },
  {
    section: '04 ingestion',
    says: 'Calls and responses are canonicalized on the way in',
    by: 'packages/transcript/test/property/import.test.ts :: an imported history renders to the same steps',
  },
  {
    section: '04 ingestion',
    says: 'Only canonical ids are stored',
    by: 'packages/transcript/test/property/import.test.ts :: imports a valid history unchanged',
  },
  {
    section: '04 ingestion',
    says: 'The raw id is kept beside it',
    by: 'packages/transcript/test/check/import.test.ts :: the raw id is kept beside the canonical one',
  },
  {
    section: '04 scheduler',
    says: 'The scheduler sees canonical ids only',
    by: 'packages/runtime/test/scheduler/properties.test.ts :: REQ-915-031 REQ-915-034 ends with exactly one completion per call, conflicts in call order, the rest in parallel',
  },
  { section: '04 output', says: 'Canonical to provider only; nothing has to be converted back', by: 'decision 0008' },
  { section: '04 output', says: 'OpenAI: prefix exchanged', by: 'REQ-915-018' },
  { section: '04 output', says: 'Responses: call_id is written like it', by: 'REQ-915-018' },
  { section: '04 output', says: 'Anthropic: prefix exchanged', by: 'REQ-915-019' },
  { section: '04 output', says: 'Kimi: by the order of calls in the request', by: 'REQ-915-020' },
  {
    section: '04 output',
    says: 'Mistral: a table, with collisions handled',
    by: 'packages/wire/test/tools/tool-ids.test.ts :: REQ-915-016 distinct canonical ids never share a projected id, even if they differ only in form',
  },
  { section: '04 determinism', says: 'The same parts give the same id', by: 'REQ-915-010' },
  {
    section: '04 determinism',
    says: 'Collisions at Mistral are found and resolved',
    by: 'packages/wire/test/tools/tool-ids.test.ts :: MIS-001 keeps an id that is already nine alphanumerics; its second owner gets another',
  },
  { section: '04 missing', says: 'A call without an id gets a stable one', by: 'REQ-915-022' },
  {
    section: '04 missing',
    says: 'A missing name is a stable placeholder, and the index tells calls apart',
    by: 'packages/transcript/test/canonical/tool-id.test.ts :: every part of an occurrence distinguishes calls',
  },
  {
    section: '04 missing',
    says: 'Responses without ids are matched by name and position',
    by: 'packages/transcript/test/property/matching.test.ts :: REQ-915-022: calls that share an id or have none get results by name first, then by order',
  },
  { section: '04 missing', says: '… as decision 21 says', by: 'decision 0021' },
  {
    section: '04 legacy',
    says: 'Canonical ids stay as they are',
    by: 'packages/transcript/test/property/import.test.ts :: importing twice returns the same objects',
  },
  {
    section: '04 legacy',
    says: 'Other ids are canonicalized once, with their results',
    by: 'packages/transcript/test/pairing/matching-results.test.ts :: after import',
  },
  {
    section: '04 integration',
    says: 'No clock and no chance in an id',
    by: 'test/architecture.test.ts :: pure packages use no clock, randomness, process, network, locale or console',
  },
  {
    section: '04 tests',
    says: 'Kimi to Anthropic: safe ids',
    by: 'packages/wire/test/tools/tool-ids.test.ts :: REQ-915-014 a Kimi history keeps its canonical ids on the way to Anthropic and back to Mistral',
  },
  { section: '04 tests', says: 'Responses: call and output have the same id', by: 'REQ-915-017' },
  {
    section: '04 tests',
    says: 'Replay and compression leave ids as they are',
    by: 'packages/transcript/test/property/import.test.ts :: REQ-915-014: ids and turns are the same after a cut at any cut point',
  },
];
