import { combine } from 'effector'
import type { ClientHost } from '../../src/plugin-api/client.ts'
import { hasLongTexts } from './options.ts'
import type { Summaries } from './summaries.ts'
import type { Translations } from './translations.ts'

/** How the two buttons look; hidden where the texts are short and where they come by themselves (client-facts 6). */
export const toolbarStates = ({ reader }: ClientHost, summaries: Summaries, translations: Translations) =>
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
