/** The public surface of the package; nothing else is. */

export type { AddressPlace, Places } from './address-place.ts';
export { applyDefaults } from './apply-defaults.ts';
export {
  type Access,
  type Authenticate,
  type Credentialed,
  type HttpHeaders,
  keyIn,
  type UnsignedRequest,
} from './authenticate.ts';
export { notTheApi } from './classify/endpoint-page.ts';
export { type CompatFlags, traitsOfFlags } from './compat.ts';
export { defineProvider, providerFields } from './define-provider.ts';
export { detectProtocol } from './detect-protocol.ts';
export { type Environment, endpointVariable, environmentTarget, keyVariable } from './environment-target.ts';
export { ConfigError, type ConfigErrorCode, ProviderError } from './errors.ts';
export type { ReplyEvent, SealToken, StopReason, Usage } from './events.ts';
export type { FailedResponse, Failure, FailureReason } from './failures.ts';
export { importRequest } from './import-request.ts';
export { asArray, asNumber, asObject, asText, parseJson } from './json.ts';
export { knownModels, knownModelsOf, type ModelName } from './models/known-models.ts';
export type { ModelFamily, PerProtocol } from './models.ts';
export { nearestName } from './nearest-name.ts';
export type { PreparedRequest, ReplyContext } from './prepare/prepared-request.ts';
export { createPreparer, type Preparer, prepareRequest } from './prepare/preparer.ts';
export type { ProjectionFault } from './prepare/projection-fault.ts';
export { type LeftOut, RequestDiagnostics } from './prepare/request-diagnostics.ts';
export type { RequestInput } from './prepare/request-input.ts';
export type {
  DeclaredTool,
  Decoding,
  Encoding,
  Frame,
  FrameReader,
  Framing,
  FramingName,
  KeyHeader,
  Likeness,
  Outgoing,
  Protocol,
  ReadRequest,
  RepairRules,
  ReplyHead,
} from './protocol.ts';
export { type ProtocolName, protocolNames, protocolOf, protocols } from './protocols/index.ts';
export type { BodyRequest, Endpoint, PathRequest, Provider, ProviderDefinition } from './provider.ts';
export { type ProviderName, providers } from './providers/index.ts';
export type { Reply } from './read/gatherer.ts';
export { type ReadReply, readResponse } from './read/read-response.ts';
export { type Chunks, type ReplyStream, readStream } from './read/read-stream.ts';
export { holdsKey, redactKeys, redactSecrets } from './redact.ts';
export { knownProvider, resolveProvider, resolveTarget } from './resolve-target.ts';
export { type BodyView, type Finding, findViolations, type Rule, type Violation } from './rule.ts';
export { sendRequest } from './send-request.ts';
export type { ResponseFormat, SettingName, Settings, Tool, ToolChoice } from './settings.ts';
export { isTextFile } from './shape/text-file.ts';
export type { Destination, Target } from './target.ts';
export { isThinking, missingEffort } from './thinking.ts';
export { type ProjectedCall, readToolId, ToolIds } from './tool-ids.ts';
export { type NameNote, ToolNames } from './tool-names.ts';
export { toDialect } from './tool-schema.ts';
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
} from './traits.ts';
export { type AccessOptions, createAccess } from './transport/access.ts';
export { openEventStreamWriter, readEventStream } from './transport/event-stream.ts';
export { createFetchTransport, type FetchTransportOptions } from './transport/fetch.ts';
export { createTransport, type TransportOptions } from './transport/http.ts';
export { readNdjson, writeNdjson } from './transport/ndjson.ts';
export { refusedPort } from './transport/network-failure.ts';
export { readSse, writeSse } from './transport/sse.ts';
export { type StreamedReply, type StreamOptions, streamReply } from './transport/stream-reply.ts';
export { isTlsMistake } from './transport/tls-mistake.ts';
export {
  defaultTimeouts,
  type HttpReply,
  type HttpRequest,
  type SendOptions,
  type Timeouts,
  type Transport,
} from './transport/transport.ts';
