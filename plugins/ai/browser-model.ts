/** The models that some browsers bring along: Summarizer, Translator, LanguageDetector (Chrome's built-in AI APIs). */
import { PluginRefusal } from '../../src/plugin-api/client.ts'
import type { AiLanguage } from './wire.ts'

type Creation = { readonly signal: AbortSignal }
type Availability = 'unavailable' | 'downloadable' | 'downloading' | 'available'
type SummarizerOptions = {
  readonly type: 'tldr'
  readonly format: 'plain-text'
  readonly length: 'medium'
  readonly outputLanguage: string
}
type TranslatorOptions = { readonly sourceLanguage: string; readonly targetLanguage: string }
type BrowserModels = {
  readonly Summarizer?: {
    availability(options: SummarizerOptions): Promise<Availability>
    create(options: SummarizerOptions & Creation): Promise<{
      summarizeStreaming(text: string, options: Creation): ReadableStream<string>
      destroy(): void
    }>
  }
  readonly Translator?: {
    availability(options: TranslatorOptions): Promise<Availability>
    create(options: TranslatorOptions & Creation): Promise<{
      translate(text: string, options: Creation): Promise<string>
      destroy(): void
    }>
  }
  readonly LanguageDetector?: {
    create(options: Creation): Promise<{
      detect(
        text: string,
      ): Promise<readonly { readonly detectedLanguage: string; readonly confidence: number }[]>
      destroy(): void
    }>
  }
}
const models = (): BrowserModels => globalThis as BrowserModels

/** Characters from which a language is detected. */
const DETECTED_FROM = 1000
/** A guess below it counts as none. */
const CONFIDENCE = 0.5

/** Browsers name Chinese by its script. */
const tagOf = (language: AiLanguage): string =>
  language === 'zh-TW' ? 'zh-Hant' : language === 'zh-CN' ? 'zh' : language

type SummaryInput = {
  readonly text: string
  readonly language: AiLanguage
  readonly signal: AbortSignal
  readonly onText: (piece: string) => void
}
/** @throws PluginRefusal where the browser has no model for it */
export const summariseInBrowser = (input: SummaryInput): Promise<string> =>
  refusing(summarise(input), input.signal)

async function summarise({ text, language, signal, onText }: SummaryInput): Promise<string> {
  const { Summarizer } = models()
  const options = {
    type: 'tldr',
    format: 'plain-text',
    length: 'medium',
    outputLanguage: tagOf(language),
  } as const
  if (!Summarizer || (await Summarizer.availability(options)) === 'unavailable')
    throw new PluginRefusal('noBrowserSummarizer')
  const summarizer = await Summarizer.create({ ...options, signal })
  try {
    const reader = summarizer.summarizeStreaming(text, { signal }).getReader()
    let summary = ''
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      summary += next.value
      onText(next.value)
    }
    return summary.trim()
  } finally {
    summarizer.destroy()
  }
}

type TranslationInput = {
  readonly texts: readonly string[]
  readonly language: AiLanguage
  /** The language that the feed names. */
  readonly declared: string | null
  readonly signal: AbortSignal
}
/**
 * @returns null for texts that are in the language already
 * @throws PluginRefusal where the browser has no model for the two languages
 */
export const translateInBrowser = (input: TranslationInput): Promise<readonly string[] | null> =>
  refusing(translate(input), input.signal)

async function translate(input: TranslationInput): Promise<readonly string[] | null> {
  const { texts, language, declared, signal } = input
  const { Translator } = models()
  if (!Translator) throw new PluginRefusal('noBrowserTranslator')
  const sourceLanguage = (await detect(texts.join(' ').slice(0, DETECTED_FROM), signal)) ?? declared
  if (sourceLanguage === null) throw new PluginRefusal('languageUnknown')
  const targetLanguage = tagOf(language)
  if (sourceLanguage === targetLanguage) return null
  const options = { sourceLanguage, targetLanguage }
  if ((await Translator.availability(options)) === 'unavailable')
    throw new PluginRefusal('noBrowserTranslator')
  const translator = await Translator.create({ ...options, signal })
  try {
    const translated: string[] = []
    for (const text of texts) translated.push(text === '' ? '' : await translator.translate(text, { signal }))
    return translated
  } finally {
    translator.destroy()
  }
}

/** @returns null where the browser cannot tell */
async function detect(text: string, signal: AbortSignal): Promise<string | null> {
  const { LanguageDetector } = models()
  if (!LanguageDetector) return null
  const detector = await LanguageDetector.create({ signal })
  try {
    const [best] = await detector.detect(text)
    return best && best.confidence >= CONFIDENCE ? best.detectedLanguage : null
  } finally {
    detector.destroy()
  }
}

/** @throws PluginRefusal for whatever the browser throws; an abort as it is */
async function refusing<T>(result: Promise<T>, signal: AbortSignal): Promise<T> {
  try {
    return await result
  } catch (error) {
    signal.throwIfAborted()
    if (error instanceof PluginRefusal) throw error
    throw new PluginRefusal('browserFailed', {}, error instanceof Error ? error.message : String(error))
  }
}
