/** What plugins for services that take messages have in common: server.ts of such a plugin says how one is sent. */
import { commandCall, defineCalls, saveCall } from './manifest.ts'
import { highlightCall, passageOf, textOfPassages } from './passages.ts'
import { defineServer, type Caller, type ServerHalf } from './server.ts'

/** A message about an entry. */
export type Message = {
  /** The title of the entry. */
  readonly title: string
  /** Plain text of one or more lines. */
  readonly text: string
  /** The entry's address; null where it has none. */
  readonly url: string | null
  /** The same for the same entry and text: for services that take a message once. */
  readonly key: string
}

export type MessageService = {
  /** @throws PluginRefusal */
  readonly send: (message: Message, caller: Caller) => Promise<unknown>
  /** Tries the connection where a message that says nothing must not be sent. @throws PluginRefusal */
  readonly check?: (caller: Caller) => Promise<unknown>
}

const calls = defineCalls({ save: saveCall, highlight: highlightCall, check: commandCall })

/** Where the user wrote none. */
const TEMPLATE = '{{title}}\n{{url}}'
/** What a message is called that tries the connection. */
const TRIAL: Message = { title: 'Lectern', text: 'Lectern', url: null, key: 'check' }

type Saved = Awaited<ReturnType<Caller['entry']>>

/**
 * A template with the facts of an entry: `{{title}}`, `{{url}}`, `{{author}}`, `{{feed}}`, `{{summary}}`, `{{labels}}` and `{{folder}}`. Other names stay as
 * they are, and lines that are empty then go.
 */
export function filledTemplate(template: string, { entry, feed, labels, folder }: Saved): string {
  const facts: Readonly<Record<string, string>> = {
    title: entry.title ?? '',
    url: entry.url ?? '',
    author: entry.author ?? '',
    feed: feed.title ?? '',
    summary: entry.description ?? '',
    labels: labels.join(', '),
    folder,
  }
  return template
    .replaceAll(/\{\{\s*(\w+)\s*\}\}/g, (whole, name: string) => facts[name] ?? whole)
    .split('\n')
    .filter((line) => line.trim() !== '')
    .join('\n')
}

/**
 * The server half: it answers `save`, sends a new highlight with its entry, does the action `send` with the template that a rule has, and
 * answers the command `check` with the message `connected` of the plugin's locales.
 * @example export default messageServer({ send })
 */
export const messageServer = ({ send, check }: MessageService): ServerHalf =>
  defineServer(({ answer, action }) => {
    /** @param before text above what the template says */
    const sendEntry = async (
      entryId: string,
      template: string,
      caller: Caller,
      before = '',
    ): Promise<void> => {
      const saved = await caller.entry(entryId)
      const text = [before, filledTemplate(template, saved)].filter(Boolean).join('\n')
      const { title, url } = saved.entry
      await send({ title: title ?? '', text, url: url ?? null, key: `${entryId} ${text}` }, caller)
    }
    answer(calls.save, async ({ entryId }, caller) => {
      await sendEntry(entryId, TEMPLATE, caller)
      return {}
    })
    answer(calls.highlight, async ({ entryId, highlight }, caller) => {
      const passage = await passageOf(caller, { entryId, highlight })
      // Braces in it are no fields of a template.
      if (passage) await sendEntry(entryId, TEMPLATE, caller, textOfPassages([passage]))
    })
    action('send', async ({ entryId, operand }, caller) => {
      await sendEntry(entryId, operand ?? TEMPLATE, caller)
      return undefined
    })
    answer(calls.check, async (_, caller) => {
      await (check ? check(caller) : send(TRIAL, caller))
      return { key: 'connected' }
    })
  })
