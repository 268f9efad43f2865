/** Google Vertex: Gemini, and Claude behind rawPredict. */
export { createVertexClaude } from './claude.ts';
export { createVertexGemini } from './gemini.ts';
