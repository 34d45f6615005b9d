/** Above the content of an entry: its summary, and where its translation is from. */
import { useUnit } from 'effector-react'
import type { ComponentType, ReactNode } from 'react'
import type { EntryPanelProps } from '../../src/plugin-api/client.ts'
import { Button, Icon, SkeletonText, useTranslation } from '../../src/plugin-api/ui.ts'
import { Cost, Failure } from './model-notes.tsx'
import type { Summaries } from './summaries.ts'
import type { Translations } from './translations.ts'
import type { Usage } from './usage.ts'
import './entry-panel.css'

export const createPanel = (
  summaries: Summaries,
  translations: Translations,
  $usage: Usage,
): ComponentType<EntryPanelProps> =>
  function EntryPanel({ entry, html }) {
    const { shown, translation } = useUnit({ shown: summaries.$shown, translation: translations.$shown })
    const isOpen = useUnit(summaries.$openId) === entry.id
    if (!isOpen || html === null) return null
    // Said once, below the summary where there is one.
    const isCostShown = shown?.summary?.status === 'success' && shown.summary.by === 'server'
    return (
      <>
        {shown && <SummarySection shown={shown} summaries={summaries} $usage={$usage} />}
        {translation && (
          <TranslationLine
            shown={translation}
            translations={translations}
            cost={isCostShown ? null : <Cost $usage={$usage} />}
          />
        )}
      </>
    )
  }

type SummaryShown = NonNullable<ReturnType<Summaries['$shown']['getState']>>

function SummarySection({
  shown,
  summaries,
  $usage,
}: {
  readonly shown: SummaryShown
  readonly summaries: Summaries
  readonly $usage: Usage
}) {
  const { t } = useTranslation('ai')
  const [cancel, retry] = useUnit([summaries.cancelled, summaries.retried])
  const { request, summary } = shown
  if (!summary || summary.status === 'checking') return null
  const text = summary.status === 'error' ? '' : summary.text
  // That a text is too short is said only to a user who has asked for a summary.
  if (summary.status === 'success' && text === '' && request.isAutomatic) return null
  const isPending = summary.status === 'pending'
  return (
    <section className="ai-summary" aria-label={t('summary')} aria-busy={isPending}>
      <h2 className="ai-heading">
        <Icon name="summary" />
        {t('summary')}
      </h2>
      {summary.status === 'error' ? (
        <Failure error={summary.error} onRetry={retry} />
      ) : text ? (
        <p className="ai-text" dir="auto" lang={request.language}>
          {text}
        </p>
      ) : isPending ? (
        <SkeletonText lines={3} />
      ) : (
        <p className="ai-note">{t('tooShort')}</p>
      )}
      {isPending ? (
        <Footer note={t(`writing.${request.engine}`)}>
          <Button size="small" variant="quiet" onClick={() => cancel()}>
            {t('cancel')}
          </Button>
        </Footer>
      ) : (
        summary.status === 'success' &&
        text !== '' && (
          <Footer note={t(`writtenBy.${summary.by}`)}>
            {summary.by === 'server' && <Cost $usage={$usage} />}
          </Footer>
        )
      )}
    </section>
  )
}

type TranslationShown = NonNullable<ReturnType<Translations['$shown']['getState']>>

function TranslationLine({
  shown,
  translations,
  cost,
}: {
  readonly shown: TranslationShown
  readonly translations: Translations
  readonly cost: ReactNode
}) {
  const { t } = useTranslation('ai')
  const [cancel, retry] = useUnit([translations.cancelled, translations.retried])
  const { error, isPending, isTranslated, isChecked, engine } = shown
  const language = t(`settings.actionLanguageChoices.${shown.language}`)
  if (error !== null)
    return (
      <section className="ai-translation" aria-label={t('translation')}>
        <Failure error={error} onRetry={retry} />
      </section>
    )
  if (isPending)
    return (
      <section className="ai-translation" aria-label={t('translation')} aria-busy="true">
        <Footer note={t('translating', { language })}>
          <Button size="small" variant="quiet" onClick={() => cancel()}>
            {t('cancel')}
          </Button>
        </Footer>
      </section>
    )
  if (!isChecked) return null
  const note = isTranslated ? t(`translatedBy.${engine}`, { language }) : t('inLanguage', { language })
  return (
    <section className="ai-translation" aria-label={t('translation')}>
      <Footer note={note}>{isTranslated && engine === 'server' && cost}</Footer>
    </section>
  )
}

function Footer({ note, children }: { readonly note: string; readonly children: ReactNode }) {
  return (
    <div className="ai-footer">
      <span className="ai-note" role="status">
        {note}
      </span>
      {children}
    </div>
  )
}
