/** A model in place of an embedding service: a vector counts the words of a text, so that texts with the same words are near. */
import { createHash } from 'node:crypto'
import { startService, type Service, type ServiceRequest } from '../../../tests/support/service.ts'

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []

/** The same for the same text, always. */
function wordCounts(text: string, dimensions: number): number[] {
  const vector = Array.from({ length: dimensions }, () => 0)
  for (const word of wordsOf(text)) {
    const at = createHash('sha256').update(word).digest().readUInt32BE(0) % dimensions
    vector[at] = (vector[at] ?? 0) + 1
  }
  // No text is without a direction.
  vector[0] = (vector[0] ?? 0) + 0.01
  return vector
}

export type ModelServer = Service & {
  /** Texts that it has read so far. */
  readonly texts: readonly string[]
  /** Of the next vectors. */
  setDimensions(dimensions: number): void
}

/** Speaks both protocols: `/v1/embeddings`, and `/api/embed` of Ollama. */
export async function startModelServer(dimensions = 256): Promise<ModelServer> {
  const texts: string[] = []
  let width = dimensions
  const service = await startService(({ path, body }: ServiceRequest) => {
    const { input } = JSON.parse(body) as { input: string[] }
    texts.push(...input)
    const vectors = input.map((text) => wordCounts(text, width))
    const tokens = input.reduce((sum, text) => sum + wordsOf(text).length, 0)
    const answer =
      path === '/api/embed'
        ? { embeddings: vectors, prompt_eval_count: tokens }
        : {
            data: vectors.map((embedding, index) => ({ index, embedding })).toReversed(),
            usage: { prompt_tokens: tokens, total_tokens: tokens },
          }
    return { status: 200, body: JSON.stringify(answer) }
  })
  return {
    ...service,
    texts,
    setDimensions: (next) => {
      width = next
    },
  }
}
