import { defineClient, PluginRefusal } from '../../src/plugin-api/client.ts'
import { chatProps } from './chat-props.ts'
import { createChat } from './chat.ts'
import { toolbarStates } from './toolbar-states.ts'
import { createDaily } from './daily.ts'
import { createSummaries } from './summaries.ts'
import { createTranslations } from './translations.ts'
import { createUsage } from './usage.ts'
import { buttons, commands, dailyScreen } from './contributes.ts'

/** Entries that one conversation is about, at most. */
const CHAT_ENTRIES = 20

export default defineClient((host) => {
  const { command, toolbarItem, entryPanel, ruleResult, screen, dialog, translations, onStop, reader } = host
  const summaries = createSummaries(host)
  const translated = createTranslations(host)
  const daily = createDaily(host)
  const chat = createChat(host)
  const $usage = createUsage(host, [
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
