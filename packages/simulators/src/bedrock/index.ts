/** Amazon Bedrock: Claude by InvokeModel, and whatever it has by Converse. */

export { createBedrockConverse } from './converse/index.ts';
export { type AmazonCredentials, amazonCredentials } from './credentials.ts';
export { createBedrockClaude } from './invoke.ts';
