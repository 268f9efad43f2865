/** The public API of the package. */

export { type CompletionState, completionState } from './canonical/completion.ts';
export type {
  Block,
  CodeBlock,
  Content,
  Executor,
  MediaBlock,
  Metadata,
  Speaker,
  SyntheticReason,
  TextBlock,
  ThinkingBlock,
  ToolCallBlock,
  ToolResponseBlock,
} from './canonical/content.ts';
export { type FaultClass, TranscriptError } from './canonical/errors.ts';
export { providerName } from './canonical/provider-name.ts';
export { type Origin, type Seal, sameOrigin } from './canonical/seal.ts';
export { canonicalSuffix, canonicalToolId, isCanonicalToolId, type ToolCallOccurrence } from './canonical/tool-id.ts';
export { type CheckedContents, checkContents, type Problem } from './check/check.ts';
export { Importer, importContents } from './check/import.ts';
export { type Cut, type CutPoint, compact, cutAt, cutPoints, isSummary } from './compact/cut-points.ts';
export { bytesOf, standardBase64 } from './json/base64.ts';
export { isSameData } from './json/is-same-data.ts';
export { jsonText } from './json/json-text.ts';
export { isJsonObject, type JsonObject, type JsonValue } from './json/json-value.ts';
export { mayRound, parseExactly } from './json/parse-exactly.ts';
export { toJson, type ValueChange } from './json/to-json.ts';
export type { ClosureState, LedgerEntry, LedgerState, Observer } from './ledger/ledger.ts';
export { Ledger, type OpenedCall, type SerializedLedger } from './ledger/ledger.ts';
export { rebuildLedger } from './ledger/rebuild.ts';
export type { DedupeReason, DiagnosticEvent, Diagnostics, PrefixChange } from './render/diagnostics.ts';
export { mediaPlaceholder, rawArgumentsKey, silentFailure, syntheticTexts } from './render/model-texts.ts';
export { defaultPolicy, type PolicyOptions, type RenderPolicy } from './render/policy.ts';
export { render } from './render/render.ts';
export { type IncrementalRendering, Renderer, type Rendering, type RenderOptions } from './render/renderer.ts';
export type {
  AiBlock,
  AiStep,
  Completion,
  HumanStep,
  Interaction,
  RealCompletion,
  RenderedCall,
  SpokenBlock,
  Step,
  StepMetadata,
  SyntheticCompletion,
  SystemStep,
} from './render/step.ts';
export { toContents } from './render/to-contents.ts';
export { isRendered, type RenderedTranscript } from './render/transcript.ts';
export { type Fault, verify } from './render/verify.ts';
