import { defineClient } from '../../src/plugin-api/client.ts'
import { toolbarStates } from './toolbar-states.ts'
import { createSummaries } from './summaries.ts'
import { createTranslations } from './translations.ts'
import { createUsage } from './usage.ts'

const SUMMARY = 'entry:toggle-ai-summary'
const TRANSLATION = 'entry:toggle-ai-translation'

export default defineClient((host) => {
  const { command, toolbarItem, entryPanel, translations, onStop, reader } = host
  const summaries = createSummaries(host)
  const translated = createTranslations(host)
  const $usage = createUsage(host, [summaries.serverResponded, translated.serverResponded])
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
  onStop(summaries.stop)
  onStop(translated.stop)
})
