/** The public API of the package. */

import './transport/oldest-node.ts';

export type { EntryReadings } from './decode-request/entry-readings.ts';
export type { ReadRequest } from './decode-request/read-request.ts';
export { faultOfAnswer } from './exchange/answer-fault.ts';
export { type ReadReply, readResponse } from './exchange/read-response.ts';
export { type Chunks, type ReplyStream, readStream } from './exchange/read-stream.ts';
export { sendRequest } from './exchange/send-request.ts';
export { type StreamedReply, type StreamOptions, streamReply } from './exchange/stream-reply.ts';
export { notTheApi } from './failure/endpoint-page.ts';
export { ConfigError, type ConfigErrorCode, ProviderError } from './failure/errors.ts';
export type { FailedResponse, Failure, FailureReason } from './failure/failure.ts';
export { containsKey, couldBeKey, holdsKey, redactKeys, redactSecrets } from './failure/redact.ts';
export { asArray, asNumber, asObject, asText, isNestedDeeper, parseExactJson, parseJson } from './json/json.ts';
export { knownModels, knownModelsOf, type ModelName } from './models/known-models.ts';
export type { ModelFamily, PerProtocol } from './models/model-family.ts';
export type { PreparedRequest, ReplyContext } from './prepare/prepared-request.ts';
export { createPreparer, type Preparer, prepareRequest, preparerFor } from './prepare/preparer.ts';
export type { ProjectionFault } from './prepare/projection-fault.ts';
export type { RequestInput } from './prepare/read-input.ts';
export { type LeftOut, RequestDiagnostics } from './prepare/request-diagnostics.ts';
export { RequestReading } from './protocols/import-request.ts';
export { type ProtocolName, protocolNames } from './protocols/index.ts';
export { PrefixDigests } from './protocols/prefix-digest.ts';
export type {
  AnswerForm,
  ClientProtocol,
  Decoding,
  DecodingOptions,
  DetectionConfidence,
  Encoding,
  KeyHeader,
  Outgoing,
  Protocol,
  RepairRules,
  ReplyHead,
  ServerProtocol,
} from './protocols/protocol.ts';
export {
  detectKnownProtocol as detectProtocol,
  importNamedRequest as importRequest,
  protocolOf,
  protocols,
} from './protocols/whole-protocols.ts';
export type { AddressPlace, Places } from './providers/address-place.ts';
export { type Authenticate, type Credentialed, keyIn, type UnsignedRequest } from './providers/auth/authenticate.ts';
export { defineProvider, providerFields } from './providers/define-provider.ts';
export { type ProviderName, providers } from './providers/index.ts';
export type { BodyRequest, Endpoint, PathRequest, Provider, ProviderDefinition } from './providers/provider.ts';
export type { ReplyEvent, SealToken, StopReason, Usage } from './reply/events.ts';
export type { Reply } from './reply/gatherer.ts';
export { isFieldOfOthers } from './rules/fields-of-others.ts';
export { type BodyView, type Finding, findViolations, type Rule, type Violation } from './rules/rule.ts';
export { isTextFile } from './shape/text-file.ts';
export { type Environment, endpointVariable, environmentTarget, keyVariable } from './target/environment-target.ts';
export { nearestName } from './target/nearest-name.ts';
export {
  knownProvider,
  type ResolvedTarget,
  resolveProvider,
  resolveTarget,
  resolveWhole,
} from './target/resolve-target.ts';
export type { Destination, Target } from './target/target.ts';
export { applyDefaults } from './tools/apply-defaults.ts';
export type { DeclaredTool } from './tools/declared-tool.ts';
export { checkableSchema } from './tools/schema/checkable-schema.ts';
export { type ReadToolSchema, readToolSchema } from './tools/schema/read-tool-schema.ts';
export { resolveRef } from './tools/schema/refs.ts';
export { toDialect } from './tools/schema/to-dialect.ts';
export { type ProjectedCall, readToolId, ToolIds } from './tools/tool-ids.ts';
export { type NameNote, ToolNames } from './tools/tool-names.ts';
export { type CompatFlags, traitsOfFlags } from './traits/compat.ts';
export type { FreeForm, ResponseFormat, SettingName, Settings, Tool, ToolChoice } from './traits/settings.ts';
export { isThinking, missingEffort } from './traits/thinking.ts';
export { type TraitForm, type TraitForms, traitList, wordLists } from './traits/trait-list.ts';
export type {
  Effort,
  IdScheme,
  MediaKind,
  NameRule,
  Price,
  SchemaDialect,
  ThinkingTraits,
  TraitOverrides,
  Traits,
} from './traits/traits.ts';
export { type Access, type AccessOptions, createAccess } from './transport/access.ts';
export { openEventStreamWriter, readEventStream } from './transport/event-stream.ts';
export { createFetchTransport, type FetchTransportOptions } from './transport/fetch.ts';
export type { Frame, FrameReader, Framing, FramingName } from './transport/frame.ts';
export { createTransport, type TransportOptions } from './transport/http.ts';
export { importFailure } from './transport/load-peer.ts';
export { readNdjson, writeNdjson } from './transport/ndjson.ts';
export { refusedPort } from './transport/network-failure.ts';
export { readSse, writeSse } from './transport/sse.ts';
export { isTlsMistake } from './transport/tls-mistake.ts';
export {
  defaultTimeouts,
  type HttpHeaders,
  type HttpReply,
  type HttpRequest,
  type SendOptions,
  type Timeouts,
  type Transport,
} from './transport/transport.ts';
