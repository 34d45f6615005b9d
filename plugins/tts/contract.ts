import { defineCalls, z } from '../../src/plugin-api/manifest.ts'

/** Characters of one call: a sentence, and room for one that could not be split. */
export const MAX_SPOKEN = 1000

/** Media types of sound, without parameters. */
export const audioType = /^audio\/[\w.+-]+$/

export const calls = defineCalls({
  /** Neural speech. */
  speak: {
    input: z.object({
      text: z.string().trim().min(1).max(MAX_SPOKEN),
      /** BCP 47; absent where it is not known. */
      language: z.string().max(35).optional(),
      /** As the reader's settings have it. */
      voice: z.string().trim().max(200),
    }),
    output: z.object({
      /** Base64. */
      audio: z.base64(),
      /** audio/mpeg */
      type: z.string().regex(audioType),
    }),
  },
  /** The voices of the service that the settings choose. */
  voices: {
    input: z.object({}),
    output: z.object({
      voices: z.array(
        z.object({
          /** As the setting has it. */
          name: z.string(),
          title: z.string(),
          /** BCP 47; empty: the voice speaks all that the service does. */
          lang: z.string(),
        }),
      ),
    }),
  },
})
