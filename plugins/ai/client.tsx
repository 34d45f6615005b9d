import { defineClient } from '../../src/plugin-api/client.ts'
import { toolbarStates } from './toolbar-states.ts'
import { createDaily } from './daily.ts'
import { createSummaries } from './summaries.ts'
import { createTranslations } from './translations.ts'
import { createUsage } from './usage.ts'

const SUMMARY = 'entry:toggle-ai-summary'
const TRANSLATION = 'entry:toggle-ai-translation'

export default defineClient((host) => {
  const { command, toolbarItem, entryPanel, screen, translations, onStop, reader } = host
  const summaries = createSummaries(host)
  const translated = createTranslations(host)
  const daily = createDaily(host)
  const $usage = createUsage(host, [
    summaries.serverResponded,
    translated.serverResponded,
    daily.serverResponded,
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
  onStop(daily.stop)
  onStop(summaries.stop)
  onStop(translated.stop)
})
