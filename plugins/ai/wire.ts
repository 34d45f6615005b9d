/** Calls that use a language model (wire-contract 13). `AI_ENABLED` in status/configs tells whether there is one. */
import { z } from '../../src/plugin-api/manifest.ts'
import { defineWire, envelope, epochMs } from '../../src/plugin-api/wire.ts'

const aiLanguage = z.enum(['en', 'ja', 'zh-CN', 'zh-TW'])
export type AiLanguage = z.infer<typeof aiLanguage>
const aiTarget = z.enum(['content', 'readabilityContent'])
const translationFields = ['title', 'description', 'content', 'readabilityContent'] as const
export type TranslationField = (typeof translationFields)[number]

const text = z.string().optional()

const summaryInput = z.object({
  id: z.string(),
  language: aiLanguage.optional(),
  target: aiTarget.optional(),
})

const wire = defineWire({
  calls: {
    'ai.summary': {
      at: ['GET', '/ai/summary', 'read'],
      effects: true,
      input: summaryInput,
      output: z.object({ code: z.literal(0), data: text }),
    },
    /**
     * The same, streamed as server-sent events in the form of the AI SDK's UI message stream. The last but one is
     * `data-text` with the complete text.
     */
    'ai.summaryStream': {
      at: ['POST', '/ai/summary', 'read'],
      stream: true,
      broadcast: false,
      input: summaryInput,
      output: z.string(),
      answers: 'text/event-stream',
    },
    'ai.translation': {
      at: ['GET', '/ai/translation', 'read'],
      effects: true,
      input: z.object({
        id: z.string(),
        language: aiLanguage,
        fields: z
          .string()
          .transform((list) => list.split(',').map((name) => name.trim()))
          .pipe(z.array(z.enum(translationFields)).min(1)),
        part: z.string().optional(),
      }),
      output: z.object({
        code: z.literal(0),
        data: z
          .object({ title: text, description: text, content: text, readabilityContent: text })
          .optional(),
      }),
    },
    'ai.daily': {
      at: ['GET', '/ai/daily', 'read'],
      effects: true,
      input: z.object({
        view: z.enum(['0', '1']).transform(Number),
        startDate: epochMs.min(0).max(8.64e15),
        language: aiLanguage.optional(),
      }),
      output: envelope(z.string()),
    },
    /**
     * Responds with server-sent events in the form of the AI SDK's UI message stream: `data-context` first, with the entries whose
     * end the model does not read (`cutEntryIds`), and `data-text` with the complete text last but one.
     */
    'ai.chat': {
      at: ['POST', '/ai/chat', 'read'],
      stream: true,
      broadcast: false,
      input: z.object({
        messages: z
          .array(z.looseObject({ role: z.string() }))
          .min(1)
          .max(100),
        context: z
          .object({
            mainEntryId: z.string().optional(),
            /** Which text of the main entry. */
            target: aiTarget.optional(),
            referEntryIds: z.array(z.string()).max(20).optional(),
            referFeedIds: z.array(z.string()).max(20).optional(),
            selectedText: z.string().max(20_000).optional(),
          })
          .optional(),
      }),
      output: z.string(),
      answers: 'text/event-stream',
    },
    /** How much of the day's quota is used, and the name of the model. */
    'ai.usage': {
      at: ['GET', '/ai/usage', 'read'],
      input: z.object({}),
      output: envelope(z.object({ asked: z.number(), limit: z.number(), model: z.string() })),
    },
  },
})

export default wire
export type Calls = typeof wire.calls
/** The input as the server gets it once it is checked. */
export type Input<N extends keyof Calls> = z.output<Calls[N]['input']>
