import { defineClient, PluginRefusal } from '../../src/plugin-api/client.ts'
import { chatProps } from './chat-props.ts'
import { createChat } from './chat.ts'
import { toolbarStates } from './toolbar-states.ts'
import { createDaily } from './daily.ts'
import { createSummaries } from './summaries.ts'
import { createTranslations } from './translations.ts'
import { createUsage } from './usage.ts'
import keys from './keys.ts'

const SUMMARY = 'entry:toggle-ai-summary'
/** Entries that one conversation is about, at most. */
const CHAT_ENTRIES = 20
const TRANSLATION = 'entry:toggle-ai-translation'

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
    id: SUMMARY,
    title: 'toggleSummary',
    keywords: 'summaryKeywords',
    kind: 'view',
    icon: 'summary',
    needs: 'entry && !trial',
    run: ({ entry }) => void (entry && summaries.toggled(entry.id)),
  })
  toolbarItem({
    command: SUMMARY,
    group: 'main',
    icon: 'summary',
    $state: $states.map(({ summary }) => summary),
  })

  command({
    id: TRANSLATION,
    title: 'toggleTranslation',
    keywords: 'translationKeywords',
    kind: 'view',
    icon: 'translate',
    needs: 'entry && !trial',
    run: ({ entry }) => void (entry && translated.toggled(entry.id)),
  })
  toolbarItem({
    command: TRANSLATION,
    group: 'more',
    icon: 'translate',
    $state: $states.map(({ translation }) => translation),
  })
  translations(translated.$translations)
  command({
    id: 'ai:translation-beside',
    title: 'translationBeside',
    keywords: 'translationKeywords',
    kind: 'view',
    icon: 'translate',
    needs: 'entry && !trial',
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
    path: '/ai/daily',
    title: 'daily.title',
    intro: 'daily.intro',
    load: async () => {
      const { createDailyPage } = await import('./daily-page.tsx')
      return { default: createDailyPage(daily, $usage, reader) }
    },
  })
  command({
    id: 'ai:daily',
    title: 'daily.open',
    keywords: 'daily.keywords',
    kind: 'view',
    icon: 'summary',
    needs: '!trial',
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
    id: 'ai:chat',
    title: 'chat.open',
    keywords: 'chat.keywords',
    kind: 'dialog',
    keys: keys['ai:chat'],
    target: 'entries',
    icon: 'help',
    needs: '!trial',
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
