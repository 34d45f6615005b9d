import { useUnit } from 'effector-react'
import { TextArea, useTranslation } from '../../ui/index.ts'
import { $draft, draftChanged, type DraftProblem } from './draft.ts'

/** What the draft has beside its code: texts and CSS. @param wrong the field that makes no plugin */
export function DraftTexts({ wrong }: { readonly wrong: DraftProblem | null }) {
  const { t } = useTranslation('app')
  const { draft, change } = useUnit({ draft: $draft, change: draftChanged })
  const stylesError = wrong === 'styles' ? t('plugin.workshop.wrong.styles') : undefined
  return (
    <>
      <TextArea
        code
        label={t('plugin.workshop.texts')}
        hint={t('plugin.workshop.textsHint')}
        name="plugin-texts"
        value={draft.texts}
        error={wrong === 'texts' ? t('plugin.workshop.wrong.texts') : undefined}
        onChange={({ currentTarget }) => change({ texts: currentTarget.value })}
      />
      <TextArea
        code
        label={t('plugin.workshop.contentStyles')}
        hint={t('plugin.workshop.contentStylesHint')}
        name="plugin-content-styles"
        value={draft.contentStyles}
        error={draft.contentStyles === '' ? undefined : stylesError}
        onChange={({ currentTarget }) => change({ contentStyles: currentTarget.value })}
      />
      <TextArea
        code
        label={t('plugin.workshop.partStyles')}
        hint={t('plugin.workshop.partStylesHint')}
        name="plugin-part-styles"
        value={draft.partStyles}
        error={draft.partStyles === '' ? undefined : stylesError}
        onChange={({ currentTarget }) => change({ partStyles: currentTarget.value })}
      />
    </>
  )
}
