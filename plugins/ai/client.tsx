import { combine } from 'effector'
import { defineClient, PluginRefusal, type ClientHost } from '../../src/plugin-api/client.ts'
import { chatProps } from './chat-props.ts'
import { createChat } from './chat.ts'
import { hasLongTexts } from './options.ts'
import { createDaily } from './daily.ts'
import { createRemote } from './remote.ts'
import { createSummaries, type Summaries } from './summaries.ts'
import { createTranslations, type Translations } from './translations.ts'
import { createUsage } from './usage.ts'
import { buttons, commands, dailyScreen } from './plugin.ts'

/** How the two buttons look; hidden where the texts are short and where they come by themselves (client-facts 6). */
const toolbarStates = ({ reader }: ClientHost, summaries: Summaries, translations: Translations) =>
  combine(
    {
      view: reader.$view,
      summary: summaries.$shown,
      summaryIsAutomatic: summaries.$isAutomatic,
      translation: translations.$shown,
      translationIsAutomatic: translations.$isAutomatic,
    },
    ({ view, summary, summaryIsAutomatic, translation, translationIsAutomatic }) => ({
      summary: {
        pressed: summary !== null,
        busy: summary?.summary?.status === 'pending',
        hidden: !hasLongTexts(view) || summaryIsAutomatic,
      },
      translation: {
        pressed: translation !== null,
        busy: translation?.isPending ?? false,
        hidden: !hasLongTexts(view) || translationIsAutomatic,
      },
    }),
  )

/** Entries that one conversation is about, at most. */
const CHAT_ENTRIES = 20

export default defineClient((host) => {
  const remote = createRemote(host.wire)
  const { command, toolbarItem, entryPanel, ruleResult, screen, dialog, translations, onStop, reader } = host
  const summaries = createSummaries(host, remote)
  const translated = createTranslations(host, remote)
  const daily = createDaily(host, remote)
  const chat = createChat(host, remote)
  const $usage = createUsage(remote, [
    summaries.serverResponded,
    translated.serverResponded,
    daily.serverResponded,
    chat.serverResponded,
    chat.opened,
  ])
  const $states = toolbarStates(host, summaries, translated)

  command({
    ...commands.summary,
    run: ({ entry }) => void (entry && summaries.toggled(entry.id)),
  })
  toolbarItem({ ...buttons.summary, $state: $states.map(({ summary }) => summary) })

  command({
    ...commands.translation,
    run: ({ entry }) => void (entry && translated.toggled(entry.id)),
  })
  toolbarItem({ ...buttons.translation, $state: $states.map(({ translation }) => translation) })
  translations(translated.$translations)
  command({
    ...commands.beside,
    run: ({ entry }) => {
      if (entry) translated.switchedOn(entry.id)
      reader.translationBesideToggled()
      return undefined
    },
  })

  ruleResult('summary')
  ruleResult('translation')
  entryPanel({
    load: async () => {
      const { createPanel } = await import('./entry-panel.tsx')
      return { default: createPanel(summaries, translated, $usage) }
    },
  })
  const dailyOpened = screen({
    ...dailyScreen,
    load: async () => {
      const { createDailyPage } = await import('./daily-page.tsx')
      return { default: createDailyPage(daily, $usage, reader) }
    },
  })
  command({
    ...commands.daily,
    run: () => {
      dailyOpened()
      return undefined
    },
  })
  const chatOpened = dialog({
    id: 'chat',
    props: chatProps,
    load: async () => {
      const { createChatDialog } = await import('./chat-dialog.tsx')
      return { default: createChatDialog(chat, $usage, host) }
    },
  })
  command({
    ...commands.chat,
    run: ({ entries }) => {
      if (entries.length > CHAT_ENTRIES) throw new PluginRefusal('chat.tooMany', { max: CHAT_ENTRIES })
      chatOpened({ entries: entries.map(({ id, title }) => ({ id, title })) })
      return undefined
    },
  })
  onStop(chat.stop)
  onStop(daily.stop)
  onStop(summaries.stop)
  onStop(translated.stop)
})
