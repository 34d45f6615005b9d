/** The server's language model. */
import type { Store } from 'effector'
import type { AiLanguage } from '../contract/ai.ts'
import type { ContentTarget, TranslatedPart } from './reader.ts'

export type { AiLanguage }

/** The first message and the last one are of the user. */
export type ChatMessage = { readonly role: 'user' | 'assistant'; readonly content: string }

/** Every call throws a PluginRefusal, also where there is no model. An aborted one throws the abort. */
export type LanguageModel = {
  /** Whether the server has one; null until it has responded. */
  readonly $isAvailable: Store<boolean | null>
  /**
   * @param input.onText receives the summary piece by piece
   * @returns a few sentences; empty for a text that is too short
   */
  summary(input: {
    readonly id: string
    readonly language: AiLanguage
    readonly target: ContentTarget
    readonly signal: AbortSignal
    readonly onText: (piece: string) => void
  }): Promise<string>
  /** @returns the parts that the entry has; `content` and `readabilityContent` are markup */
  translation(input: {
    readonly id: string
    readonly language: AiLanguage
    readonly parts: readonly TranslatedPart[]
    readonly signal: AbortSignal
  }): Promise<{ readonly [Part in TranslatedPart]?: string }>
  /**
   * The report on twelve hours of a view, articles or social media.
   * @param input.startsAt ms
   * @returns Markdown, whose links to entries are their ids; empty where nothing happened
   */
  daily(input: {
    readonly view: 0 | 1
    readonly startsAt: number
    readonly language: AiLanguage
    readonly signal: AbortSignal
  }): Promise<string>
  /**
   * Continues a conversation about entries.
   * @param input.entryIds the first one is read in the text that `target` names, of the others the model reads less; at most 20
   * @param input.onText receives the answer piece by piece
   * @param input.onCut receives the entries whose end the model does not read, before the first piece
   * @returns the whole answer, in Markdown
   */
  chat(input: {
    readonly messages: readonly ChatMessage[]
    readonly entryIds: readonly string[]
    readonly target: ContentTarget
    readonly signal: AbortSignal
    readonly onText: (piece: string) => void
    readonly onCut: (entryIds: readonly string[]) => void
  }): Promise<string>
  /** The user's requests of today, how many a day has (0: any number), and the name of the model. */
  usage(): Promise<{ readonly requests: number; readonly limit: number; readonly model: string }>
}
